package joint

import (
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// NewLabeller prepares m for labelling. m must not be trained afterwards. The score of a phrase is the mean probability of its
// words.
func NewLabeller(m *Model[float32], o phrase.Options) *phrase.Listing {
	m.Words = o.Vocabulary
	prepare(o.Workers, m, o.Int8)
	return phrase.NewListing(o, func(w *kernel.Workers, documents []phrase.Document) ([][]choose.Answer, error) {
		pieces := make([][]int32, len(documents))
		for i, d := range documents {
			pieces[i] = d.Example.Source
		}
		found, err := m.Label(w, pieces)
		if err != nil {
			return nil, err
		}
		all := make([][]choose.Answer, len(documents))
		for i, d := range documents {
			for _, p := range found[i] {
				all[i] = append(all[i], d.Answer(o.Vocabulary, p))
			}
		}
		return all, nil
	})
}
