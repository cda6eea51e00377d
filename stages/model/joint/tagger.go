package joint

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Tagger tags the words of documents with the classifier of present phrases, for the choice of another network. It implements
// phrase.Tagger.
type Tagger struct {
	model      *Model[float32]
	vocabulary *text.Vocabulary
	digest     string
}

// NewTagger returns a tagger with that digest. The model must not be trained afterwards.
func NewTagger(m *Model[float32], v *text.Vocabulary, digest string) *Tagger {
	m.Words = v
	return &Tagger{m, v, digest}
}

// Digest implements phrase.Tagger.
func (t *Tagger) Digest() string { return t.digest }

// Prepare implements phrase.Tagger.
func (t *Tagger) Prepare(w *kernel.Workers, int8 bool) {
	prepare(w, t.model, int8)
}

// Tags implements phrase.Tagger.
func (t *Tagger) Tags(w *kernel.Workers, documents []phrase.Document) ([][]choose.Tag, error) {
	pieces, tokens := make([][]int32, len(documents)), make([][]int32, len(documents))
	for i, d := range documents {
		pieces[i], tokens[i] = t.vocabulary.Cut(d.Tokens)
	}
	tags, err := inGroups(pieces, func(group [][]int32) ([][]choose.Tag, error) { return t.model.wordTags(w, group) })
	if err != nil {
		return nil, fmt.Errorf("tagger: %w", err)
	}
	for i := range tags {
		tags[i] = ofTokens(tags[i], tokens[i])
	}
	return tags, nil
}

// ofTokens turns tags by word piece into tags by token, given the token of each piece, −1 for none. A token has the tag of its
// first piece.
func ofTokens(tags []choose.Tag, tokens []int32) (all []choose.Tag) {
	for i, token := range tokens[:len(tags)] {
		if int(token) == len(all) {
			all = append(all, tags[i])
		}
	}
	return all
}

// wordTags returns, by document, the tag of each word piece that the network reads. A word has its tag at its first piece.
func (m *Model[T]) wordTags(w *kernel.Workers, documents [][]int32) ([][]choose.Tag, error) {
	r, err := m.study(w, documents)
	if err != nil {
		return nil, err
	}
	defer r.end()
	all := make([][]choose.Tag, len(documents))
	for d, words := range r.words {
		all[d] = make([]choose.Tag, len(r.texts[d]))
		tags := r.head.Tag(present, r.rows[d], len(r.texts[d]))
		for _, w := range words {
			p := tags[w.lo]
			if !(p[outside] >= 0) {
				return nil, fmt.Errorf("joint: tags: %w", slots.ErrNotFinite)
			}
			all[d][w.lo] = choose.Tag{Begins: float64(p[begin]), Inside: float64(p[inside])}
		}
	}
	return all, nil
}
