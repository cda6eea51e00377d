package phrase

import (
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Companions are what a choice was fitted with, besides the network, and needs again.
type Companions struct {
	Known      *choose.Known      // known phrases of the training documents; nil: none
	Neighbours *choose.Neighbours // labelled documents that are searched for similar ones; nil: none
	Tagger     Tagger             // of a choice without slots: tags the words of the text; nil: none
}

// Tagger gives the words of documents probabilities to be part of a keyphrase. It is for concurrent use.
type Tagger interface {
	Digest() string // of its weights, its shape and its vocabulary
	// Prepare prepares it for Tags, in 8 bits if int8. Call it once.
	Prepare(w *kernel.Workers, int8 bool)
	// Tags returns the tags of the first tokens of each document: of those that it reads.
	Tags(w *kernel.Workers, documents []Document) ([][]choose.Tag, error)
}

// TaggerDigest returns the digest of the tagger, "" without one.
func (c Companions) TaggerDigest() string {
	if c.Tagger == nil {
		return ""
	}
	return c.Tagger.Digest()
}

// Fit reports whether a choice was fitted with these companions, with or without the tagger.
func (c Companions) Fit(m *choose.Ranker) bool {
	return m.Known == c.Known.Digest() && m.Neighbours == c.Neighbours.Digest() && (m.Tagger == "" || m.Tagger == c.TaggerDigest())
}
