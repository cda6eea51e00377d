package sequence

import (
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/slots"
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

// Labeller labels documents with a network.
type Labeller struct {
	*Model[float32]
	phrase.Options
	search BeamOptions
}

// NewLabeller prepares m for labelling. m must not be trained afterwards.
func NewLabeller(m *Model[float32], o phrase.Options) *Labeller {
	if o.Int8 {
		slots.Quantise(o.Workers, m.Model)
	} else {
		m.Pack(o.Workers)
	}
	m.Model.Shortlist(o.Workers, o.Shortlist)
	o.Lister = o.Limited()
	o.Lister.Written = m.System == CatSeq
	return &Labeller{m, o, m.Search(o)}
}

// Label implements phrase.Labeller. CatSeq labels a document with the phrases of the best sequence of a beam search, in the
// order in which they were written; One2One with the phrases of the search, best first.
func (l *Labeller) Label(documents []phrase.Document) ([]phrase.Label, error) {
	memory, err := l.Remember(l.Workers, documents)
	if err != nil {
		return nil, err
	}
	defer memory.Free()
	found, err := l.Model.Beam(l.Workers, memory, l.search)
	if err != nil {
		return nil, err
	}
	labels := make([]phrase.Label, len(documents))
	for i, d := range documents {
		labels[i].Phrases = l.Lister.List(d.Given, l.answers(d, found[i]))
	}
	return labels, nil
}

// answers turns the hypotheses of a document into answers. The score of a phrase of One2One is that of the search,
// e^(log p / n^x).
func (l *Labeller) answers(d phrase.Document, found []Hypothesis[float32]) []choose.Answer {
	t, source := phrase.Detokenizer{Vocabulary: l.Vocabulary}, d.Source(l.Vocabulary)
	if l.System == CatSeq {
		return phrases(t, source, found[0].Written)
	}
	answers := make([]choose.Answer, len(found))
	for i, h := range found {
		if answers[i] = t.Answer(source, h.Tokens, h.Scores, h.Attended); len(answers[i].Words) > 0 {
			answers[i].Score = math.Exp(h.Score)
		}
	}
	return answers
}

// Silent implements phrase.Labeller: no phrases.
func (l *Labeller) Silent(string) phrase.Label { return phrase.Label{} }

// Alone implements phrase.Labeller.
func (l *Labeller) Alone() phrase.Labeller {
	alone := *l
	alone.Workers = l.Workers.Alone()
	alone.Lister.Stemmer = text.NewStemmer()
	return &alone
}

// phrases splits a sequence of CatSeq at <sep> and <peos> into its phrases, up to <eos> and in the order in which they were
// written. Empty phrases are dropped, a missing or repeated <peos> does no harm, and a last phrase that the length limit cut
// off counts. These are the rules of the reference code (Ye et al., ACL 2021, github.com/jiacheng-ye/kg_one2set).
func phrases(t phrase.Detokenizer, d phrase.Source, o slots.Written[float32]) (phrases []choose.Answer) {
	end := len(o.Tokens)
	if i := slices.Index(o.Tokens, text.Eos); i >= 0 {
		end = i
	}
	for from := 0; from < end; {
		to := from
		for to < end && o.Tokens[to] != text.Sep && o.Tokens[to] != text.Peos {
			to++
		}
		a := t.Answer(d, o.Tokens[from:to], o.Scores[from:to], o.Attended[from:to])
		if len(a.Words) > 0 {
			phrases = append(phrases, a)
		}
		from = to + 1
	}
	return phrases
}
