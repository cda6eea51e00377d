package phrase

import (
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Labeller finds the keyphrases of documents with a network. It is not for concurrent use.
type Labeller interface {
	// Label labels documents of at least one token each.
	Label(documents []Document) ([]Label, error)
	// Silent is the label of a document without a token, which the network cannot read.
	Silent(id string) Label
	// Alone is the labeller for one of several batches at a time: threads that each have a batch of their own are busier than
	// those that divide the products of one, and no bit differs.
	Alone() Labeller
}

// Label is what is said about a document.
type Label struct {
	Phrases []schemas.Phrase // best first
	Slots   []schemas.Slot   // with Options.Slots
}

// Options are how documents are labelled. What a network has no use for it passes over.
type Options struct {
	Vocabulary *text.Vocabulary
	Workers    *kernel.Workers
	Ended      func() error // not nil once the run has been stopped, asked before each document; nil: never
	Ranker     Ranker       // without Each and Written, which go by Mode and network

	Int8      bool // 8-bit products
	Shortlist int  // words of the vocabulary that slots may write beside those of the document; 0: all

	// Of a network with slots.
	Mode   choose.Mode
	Choice *choose.Model // nil: phrases are as slots say them
	Known  *choose.Known // phrases that training documents have; nil: none
	Slots  bool          // also say what each slot wrote

	// Of a network that is searched.
	Beam      int // width; 0: that of the system
	BeamDepth int // most tokens; 0: phrase_len
	BeamNorm  float64
}
