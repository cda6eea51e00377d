package phrase

import (
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Labeller finds the keyphrases of documents with a network. It is not for concurrent use.
type Labeller interface {
	// Label labels documents of at least one token each.
	Label(documents []Document) ([]Label, error)
	// Silent returns the label of a document without tokens, which the network cannot read.
	Silent(id string) Label
	// Alone returns a labeller for one of several concurrent batches. It uses one thread: a batch per thread is faster than
	// one batch split among all threads, and gives the same bits.
	Alone() Labeller
}

// Label is the result for a document.
type Label struct {
	Phrases []schemas.Phrase // best first
	Slots   []schemas.Slot   // with Options.Slots
	// Reasons has those of phrases by their tokens, joined by blanks; with Options.Why and a choice.
	Reasons map[string]rank.Reason
}

// Options say how documents are labelled. A network ignores those that do not concern it.
type Options struct {
	Vocabulary *text.Vocabulary
	Workers    *kernel.Workers
	Ended      func() error // returns an error once the run has been stopped; called before each document, may be nil
	Lister     Lister       // without Each and Written, which Rule and network determine

	Int8      bool // 8-bit products
	Shortlist int  // size of the shortlist, see slots.Model.Shortlist; 0: whole vocabulary

	// For networks with slots. The rules Top and Total also hold for the others.
	Rule       rank.Rule
	Choice     *choose.Ranker // nil: the slots' own phrases
	Companions                // of the choice
	Slots      bool           // also return what each slot wrote
	Why        bool           // also return why phrases were chosen

	// For networks with a beam search.
	Beam      int // width; 0: default of the system
	BeamDepth int // most tokens; 0: phrase_len
	BeamNorm  float64
}

// Limited returns Lister for a network without a choice, whose phrases Rule limits.
func (o Options) Limited() Lister {
	r := o.Lister
	switch {
	case o.Rule.Name == rank.Top:
		r.Each = o.Rule.Top
	case o.Rule.Name == rank.Total && (r.MaxPhrases == 0 || o.Rule.Top < r.MaxPhrases):
		r.MaxPhrases = o.Rule.Top
	}
	return r
}

// Alone returns the options of one of several concurrent labellers, see Labeller.
func (o Options) Alone() Options {
	o.Workers, o.Lister.Stemmer = o.Workers.Alone(), text.NewStemmer()
	return o
}
