package sequence

import (
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// Widths of the search unless another is set. That of One2One is what a CPU bears: the 200 of Meng et al. (ACL 2017) cost four
// times as much, and what they add stands behind the first 50.
const (
	catSeqBeam  = 1
	one2OneBeam = 50
)

// Search is how the options search.
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

// NewLabeller makes a network ready: it must not be trained afterwards.
func NewLabeller(m *Model[float32], o phrase.Options) *Labeller {
	if o.Int8 {
		slots.Quantise(o.Workers, m.Model)
	} else {
		m.Pack(o.Workers)
	}
	m.Model.Shortlist(o.Workers, o.Shortlist)
	o.Ranker.Each, o.Ranker.Written = o.Mode.Top, m.System == CatSeq
	return &Labeller{m, o, m.Search(o)}
}

// Label labels documents: of CatSeq with the phrases of the best sequence that a beam search finds, in the order in which they
// were written; of One2One with the phrases that it finds, best first.
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
		labels[i].Phrases = l.Ranker.Rank(d.Given, l.answers(d, found[i]))
	}
	return labels, nil
}

// answers are what the hypotheses of a search say. A phrase of One2One has the score of the search, e^(log p / n^x), for its own.
func (l *Labeller) answers(d phrase.Document, found []Hypothesis[float32]) []phrase.Answer {
	t, source := phrase.Detokenizer{Vocabulary: l.Vocabulary}, d.Source(l.Vocabulary)
	output := func(h Hypothesis[float32]) phrase.Output {
		return phrase.Output{Tokens: h.Tokens, Probabilities: h.Scores, Attended: h.Attended}
	}
	if l.System == CatSeq {
		return phrases(t, source, output(found[0]))
	}
	answers := make([]phrase.Answer, len(found))
	for i, h := range found {
		if answers[i] = t.Answer(source, output(h)); answers[i].End == phrase.Phrase {
			answers[i].Score = math.Exp(h.Score)
		}
	}
	return answers
}

// Silent is no phrase.
func (l *Labeller) Silent(string) phrase.Label { return phrase.Label{} }

// Alone is l for one of several batches at a time.
func (l *Labeller) Alone() phrase.Labeller {
	alone := *l
	alone.Workers = l.Workers.Alone()
	alone.Ranker.Stemmer = text.NewStemmer()
	return &alone
}

// phrases are the phrases of a sequence as CatSeq writes them, in the order in which they were written:
// what stands between <sep>, <peos> and the ends, up to <eos>. Where nothing stands there is no phrase; a <peos> that is
// missing, or comes again, parts two phrases as <sep> does. So do the authors of One2Seq's reference code part them (Ye et
// al., ACL 2021, github.com/jiacheng-ye/kg_one2set), and like them one that was cut off by the length is taken as it is.
func phrases(t phrase.Detokenizer, d phrase.Source, o phrase.Output) (phrases []phrase.Answer) {
	end := len(o.Tokens)
	if i := slices.Index(o.Tokens, text.Eos); i >= 0 {
		end = i
	}
	for from := 0; from < end; {
		to := from
		for to < end && o.Tokens[to] != text.Sep && o.Tokens[to] != text.Peos {
			to++
		}
		a := t.Answer(d, phrase.Output{Tokens: o.Tokens[from:to], Probabilities: o.Probabilities[from:to], Attended: o.Attended[from:to]})
		if a.End == phrase.Phrase {
			phrases = append(phrases, a)
		}
		from = to + 1
	}
	return phrases
}
