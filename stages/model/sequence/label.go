package sequence

import (
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Default beam widths. That of One2One suits a CPU: the 200 of Meng et al. (ACL 2017) take four times as long and only add
// phrases after the first 50.
const (
	catSeqBeam  = 1
	one2OneBeam = 50
)

// Search returns the beam search of the options, with defaults for the model's system.
func (m *Model[T]) Search(o phrase.Options) BeamOptions {
	b := BeamOptions{Width: o.Beam, Depth: o.BeamDepth, Norm: o.BeamNorm}
	if b.Width == 0 {
		b.Width = one2OneBeam
		if m.System == CatSeq {
			b.Width = catSeqBeam
		}
	}
	return b
}

// NewLabeller prepares m for labelling. m must not be trained afterwards. CatSeq labels a document with the phrases of the best
// sequence of a beam search, in the order in which they were written; One2One with the phrases of the search, best first.
func NewLabeller(m *Model[float32], o phrase.Options) *phrase.Listing {
	slots.Prepare(m.Model, o)
	o.Lister.Written = m.System == CatSeq
	search := m.Search(o)
	return phrase.NewListing(o, func(w *kernel.Workers, documents []phrase.Document) ([][]choose.Answer, error) {
		memory, err := m.Remember(w, documents)
		if err != nil {
			return nil, err
		}
		defer memory.Free()
		found, err := m.Beam(w, memory, search)
		if err != nil {
			return nil, err
		}
		all := make([][]choose.Answer, len(documents))
		for i, d := range documents {
			all[i] = m.answers(o.Vocabulary, d, found[i])
		}
		return all, nil
	})
}

// answers turns the hypotheses of a document into answers. The score of a phrase of One2One is that of the search,
// e^(log p / n^x).
func (m *Model[T]) answers(v *text.Vocabulary, d phrase.Document, found []Hypothesis[float32]) []choose.Answer {
	if m.System == CatSeq {
		return phrases(v, d, found[0].Output)
	}
	answers := make([]choose.Answer, len(found))
	for i, h := range found {
		if answers[i] = d.Answer(v, h.Output); len(answers[i].Words) > 0 {
			answers[i].Score = math.Exp(h.Score)
		}
	}
	return answers
}

// phrases splits a sequence of CatSeq at <sep> and <peos> into its phrases, up to <eos> and in the order in which they were
// written. Empty phrases are dropped, a missing or repeated <peos> does no harm, and a last phrase that the length limit cut
// off counts. These are the rules of the reference code (Ye et al., ACL 2021, github.com/jiacheng-ye/kg_one2set).
func phrases(v *text.Vocabulary, d phrase.Document, o phrase.Output[float32]) (phrases []choose.Answer) {
	if i := slices.Index(o.Tokens, text.Eos); i >= 0 {
		o = o.Part(0, i)
	}
	for part := range o.Split(text.Sep, text.Peos) {
		if a := d.Answer(v, part); len(a.Words) > 0 {
			phrases = append(phrases, a)
		}
	}
	return phrases
}
