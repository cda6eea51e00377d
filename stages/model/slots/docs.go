package slots

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Docs is a packed batch: its documents one after the other.
type Docs struct {
	Source   []int32 // [S] ids below V
	Extended []int32 // [S] ids below E of the document
	Offsets  []int32 // [B+1] start of each document in Source, and the end of the last
	OOV      []int32 // [B] number of the document's own words
}

// Pack packs examples. A document without tokens, or with id lists of different lengths, is an error that names it.
func Pack(examples []schemas.Example) (Docs, error) {
	d := Docs{Offsets: make([]int32, 1, len(examples)+1)}
	for i, e := range examples {
		if len(e.Source) == 0 {
			return Docs{}, fmt.Errorf("slots: document %d (%s) has no tokens", i, e.ID)
		}
		if len(e.Source) != len(e.Extended) {
			return Docs{}, fmt.Errorf("slots: document %d (%s) has %d ids and %d extended ids", i, e.ID, len(e.Source), len(e.Extended))
		}
		d.Source = append(d.Source, e.Source...)
		d.Extended = append(d.Extended, e.Extended...)
		d.Offsets = append(d.Offsets, int32(len(d.Source)))
		d.OOV = append(d.OOV, int32(len(e.OOV)))
	}
	return d, nil
}

// Len returns B.
func (d Docs) Len() int { return max(0, len(d.Offsets)-1) }

// Span returns the range of document b in Source.
func (d Docs) Span(b int) kernel.Range {
	return kernel.Range{Lo: int(d.Offsets[b]), Hi: int(d.Offsets[b+1])}
}

// spans returns the range of each document in Source.
func (d Docs) spans() []kernel.Range {
	spans := make([]kernel.Range, d.Len())
	for b := range spans {
		spans[b] = d.Span(b)
	}
	return spans
}

// part returns documents [g.Lo, g.Hi) as a batch of their own.
func (d Docs) part(g kernel.Range) Docs {
	lo, hi := d.Offsets[g.Lo], d.Offsets[g.Hi]
	p := Docs{Source: d.Source[lo:hi], Extended: d.Extended[lo:hi], OOV: d.OOV[g.Lo:g.Hi]}
	for _, at := range d.Offsets[g.Lo : g.Hi+1] {
		p.Offsets = append(p.Offsets, at-lo)
	}
	return p
}

// groups divides the documents into ranges of at most that many tokens; a longer document is a range of its own.
func (d Docs) groups(tokens int) []kernel.Range {
	var groups []kernel.Range
	for lo := 0; lo < d.Len(); {
		hi := lo + 1
		for hi < d.Len() && int(d.Offsets[hi+1]-d.Offsets[lo]) <= tokens {
			hi++
		}
		groups = append(groups, kernel.Range{Lo: lo, Hi: hi})
		lo = hi
	}
	return groups
}

// extended returns the extended ids of document b.
func (d Docs) extended(b int) []int32 { return d.Extended[d.Offsets[b]:d.Offsets[b+1]] }

// places returns the position of each token in its document, from 1.
func (d Docs) places() []int32 {
	places := make([]int32, len(d.Source))
	for _, s := range d.spans() {
		for i := range places[s.Lo:s.Hi] {
			places[s.Lo+i] = int32(i + 1)
		}
	}
	return places
}

// segments returns one segment per document, in which its tokens attend to each other.
func (d Docs) segments() []kernel.Segment {
	segs := make([]kernel.Segment, d.Len())
	for b, s := range d.spans() {
		segs[b] = kernel.Segment{Q: s, K: s}
	}
	return segs
}

// check reports ids, lengths and offsets that do not fit the network.
func (d Docs) check(c Config) error {
	if len(d.Extended) != len(d.Source) || len(d.OOV) != d.Len() {
		return fmt.Errorf("slots: %d documents with %d ids, %d extended ids, %d counts of own words",
			d.Len(), len(d.Source), len(d.Extended), len(d.OOV))
	}
	at := int32(0)
	for b := range d.Len() {
		lo, hi := d.Offsets[b], d.Offsets[b+1]
		if lo != at || hi <= lo || int(hi) > len(d.Source) {
			return fmt.Errorf("slots: document %d of the batch is tokens %d to %d of %d", b, lo, hi, len(d.Source))
		}
		if most := c.maxSource(); int(hi-lo) > most {
			return fmt.Errorf("slots: document %d of the batch has %d tokens, want at most %d", b, hi-lo, most)
		}
		for i := lo; i < hi; i++ {
			if s, e := d.Source[i], d.Extended[i]; s < 0 || int(s) >= c.Vocab || e < 0 || int(e) >= c.Vocab+int(d.OOV[b]) {
				return fmt.Errorf("slots: document %d of the batch, token %d: ids %d and %d are not among the %d words of the vocabulary and %d of the document",
					b, i-lo, s, e, c.Vocab, d.OOV[b])
			}
		}
		at = hi
	}
	if int(at) != len(d.Source) {
		return fmt.Errorf("slots: the documents end at token %d of %d", at, len(d.Source))
	}
	return nil
}
