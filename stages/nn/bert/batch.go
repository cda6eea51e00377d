package bert

import (
	"fmt"

	"wrone2set/stages/nn/kernel"
)

// Batch is documents, one behind the other. A document's pieces are all that the encoder sees: [CLS] and [SEP] are the
// caller's to put round a text.
type Batch struct {
	Pieces  []int32 // [S] ids below V
	Types   []int32 // [S] of the text that a piece belongs to; nil: all 0, the first
	Offsets []int32 // [B+1] where each document starts in Pieces, and the end
}

// Len is B.
func (b Batch) Len() int { return max(0, len(b.Offsets)-1) }

// span is the pieces of document i.
func (b Batch) span(i int) kernel.Range {
	return kernel.Range{Lo: int(b.Offsets[i]), Hi: int(b.Offsets[i+1])}
}

// check sees that the documents lie behind each other and have no more pieces than there are positions.
func (b Batch) check(c Config) error {
	at := 0
	for i := range b.Len() {
		s := b.span(i)
		if s.Lo != at || s.Len() <= 0 || s.Hi > len(b.Pieces) {
			return fmt.Errorf("bert: document %d of the batch is pieces %d to %d of %d", i, s.Lo, s.Hi, len(b.Pieces))
		}
		if s.Len() > c.Positions {
			return fmt.Errorf("bert: document %d of the batch has %d pieces, at most %d are possible", i, s.Len(), c.Positions)
		}
		at = s.Hi
	}
	if at != len(b.Pieces) {
		return fmt.Errorf("bert: the documents end at piece %d of %d", at, len(b.Pieces))
	}
	return nil
}

// places numbers the pieces of each document from 0.
func (b Batch) places() []int32 {
	places := make([]int32, len(b.Pieces))
	for i := range b.Len() {
		s := b.span(i)
		for at := s.Lo; at < s.Hi; at++ {
			places[at] = int32(at - s.Lo)
		}
	}
	return places
}

// types are the types of all pieces.
func (b Batch) types() []int32 {
	if b.Types == nil {
		return make([]int32, len(b.Pieces))
	}
	return b.Types
}

// segments let the pieces of each document attend to each other.
func (b Batch) segments() []kernel.Segment {
	segs := make([]kernel.Segment, b.Len())
	for i := range segs {
		segs[i] = kernel.Segment{Q: b.span(i), K: b.span(i)}
	}
	return segs
}
