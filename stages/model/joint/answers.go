package joint

import (
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
)

// Labeller labels documents with a network over a pretrained encoder.
type Labeller struct {
	model *Model[float32]
	phrase.Options
}

// NewLabeller prepares m for labelling. m must not be trained afterwards.
func NewLabeller(m *Model[float32], o phrase.Options) *Labeller {
	m.Words = o.Vocabulary
	prepare(o.Workers, m, o.Int8)
	o.Lister = o.Limited()
	return &Labeller{m, o}
}

// Label implements phrase.Labeller. The score of a phrase is the mean probability of its words.
func (l *Labeller) Label(documents []phrase.Document) ([]phrase.Label, error) {
	pieces := make([][]int32, len(documents))
	for i, d := range documents {
		pieces[i] = d.Example.Source
	}
	found, err := l.model.Label(l.Workers, pieces)
	if err != nil {
		return nil, err
	}
	labels := make([]phrase.Label, len(documents))
	for i, d := range documents {
		var answers []choose.Answer
		for _, p := range found[i] {
			answers = append(answers, d.Answer(l.Vocabulary, p))
		}
		labels[i].Phrases = l.Lister.List(d.Given, answers)
	}
	return labels, nil
}

// Silent implements phrase.Labeller: no phrases.
func (l *Labeller) Silent(string) phrase.Label { return phrase.Label{} }

// Alone implements phrase.Labeller.
func (l *Labeller) Alone() phrase.Labeller {
	alone := *l
	alone.Options = l.Options.Alone()
	return &alone
}
