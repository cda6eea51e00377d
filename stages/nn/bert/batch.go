package bert

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Batch is a packed batch of documents, one after the other. The encoder sees only the pieces given here: the caller adds
// [CLS] and [SEP].
type Batch struct {
	Pieces  []int32 // [S] ids below V
	Types   []int32 // [S] type of the text that a piece belongs to; nil: all 0, the first text
	Offsets []int32 // [B+1] start of each document in Pieces, and the end

	// Text, if not nil, is the number of pieces at the start of each document that see only each other. The pieces after
	// them, the tail, see the text and the tail; with Causal they see only the pieces before them and themselves. This is
	// the mask of UniLM (Dong et al., NeurIPS 2019) for sequence-to-sequence learning.
	Text   []int32 // [B], at least 1 and at most the document's pieces
	Causal bool
}

// Len returns B.
func (b Batch) Len() int { return max(0, len(b.Offsets)-1) }

// span returns the range of pieces of document i.
func (b Batch) span(i int) kernel.Range {
	return kernel.Range{Lo: int(b.Offsets[i]), Hi: int(b.Offsets[i+1])}
}

// text returns the range of pieces of document i before its tail.
func (b Batch) text(i int) kernel.Range {
	s := b.span(i)
	if b.Text != nil {
		s.Hi = s.Lo + int(b.Text[i])
	}
	return s
}

// check checks that the documents follow each other and do not have more pieces than the network has positions.
func (b Batch) check(c Config) error {
	if b.Text != nil && len(b.Text) != b.Len() {
		return fmt.Errorf("bert: Text has %d entries for a batch of %d documents", len(b.Text), b.Len())
	}
	at := 0
	for i := range b.Len() {
		s := b.span(i)
		if s.Lo != at || s.Len() <= 0 || s.Hi > len(b.Pieces) {
			return fmt.Errorf("bert: document %d of the batch is pieces %d to %d of %d", i, s.Lo, s.Hi, len(b.Pieces))
		}
		if t := b.text(i).Len(); t < 1 || t > s.Len() {
			return fmt.Errorf("bert: the text of document %d of the batch is %d of its %d pieces", i, t, s.Len())
		}
		if s.Len() > c.Positions {
			return fmt.Errorf("bert: document %d of the batch has %d pieces, want at most %d", i, s.Len(), c.Positions)
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

// types returns the types of all pieces.
func (b Batch) types() []int32 {
	if b.Types == nil {
		return make([]int32, len(b.Pieces))
	}
	return b.Types
}

// Segments returns segments in which the pieces of each document attend to each other, as far as Text allows.
func (b Batch) Segments() []kernel.Segment {
	segs := make([]kernel.Segment, 0, b.Len())
	for i := range b.Len() {
		all, text := b.span(i), b.text(i)
		segs = append(segs, kernel.Segment{Q: text, K: text})
		segs = append(segs, tailSegments(kernel.Range{Lo: text.Hi, Hi: all.Hi}, all, b.Causal)...)
	}
	return segs
}

// tailSegments returns segments in which queries, the last rows of keys, attend to all keys or, if causal, each to the keys
// up to itself. In a causal kernel.Segment query i sees i+1 keys, so here each causal query gets its own segment.
func tailSegments(queries, keys kernel.Range, causal bool) (segs []kernel.Segment) {
	if !causal && queries.Len() > 0 {
		return []kernel.Segment{{Q: queries, K: keys}}
	}
	for q := queries.Lo; q < queries.Hi; q++ {
		own := kernel.Range{Lo: q, Hi: q + 1}
		segs = append(segs, kernel.Segment{Q: own, K: kernel.Range{Lo: keys.Lo, Hi: keys.Hi - (queries.Hi - own.Hi)}})
	}
	return segs
}
