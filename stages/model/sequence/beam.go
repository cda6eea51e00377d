package sequence

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// BeamOptions say how far and how wide a beam search looks.
type BeamOptions struct {
	Width int // w, beginnings that are followed at a time; at least 1
	Depth int // most tokens, <eos> counted; 0: L
	// Norm is the exponent x with which the logarithm of a probability is divided by the number of its tokens, <eos> counted:
	// log p / n^x. 0 is the probability itself, 1 the mean of its tokens (as "none" and "avg" in the search of
	// github.com/jiacheng-ye/kg_one2set, which the literature takes as none).
	Norm float64
}

func (o BeamOptions) check() error {
	if o.Width < 1 || o.Depth < 0 || o.Depth > slots.MaxSource || !(o.Norm >= 0) {
		return fmt.Errorf("sequence: beam: width %d, depth %d, norm %v", o.Width, o.Depth, o.Norm)
	}
	return nil
}

// Hypothesis is what a beam has found.
type Hypothesis[T kernel.Float] struct {
	slots.Written[T]
	Score float64 // log p / n^x, at most 0
}

// beamRows is about the number of beginnings that are decoded together: enough to multiply well, and few enough that
// memory does not grow with the documents of a batch. It changes no bit.
const beamRows = 256

// Beam searches, for slot 0 of every document, the most probable of all that its system writes, which ∅, <pad> and <bos>
// are no part of, and <sep> and <peos> of CatSeq alone: from <bos> on, of all words that may follow the w beginnings at
// hand the w best are followed, those with <eos> being at an end. So a w of 1 is greedy. Of what ended the w with the best scores are the result, best first; of equals
// what ended first, then what was better a word before, then the lower id. A document of which nothing ended within the
// depth has what is followed then. Weights that are no good are ErrNotFinite.
//
// The search is over when no beginning can come to a better score than the w best have: a probability never rises.
func (m *Model[T]) Beam(w *kernel.Workers, memory *slots.Memory[T], o BeamOptions) ([][]Hypothesis[T], error) {
	if o.Depth == 0 {
		o.Depth = m.PhraseLen
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	out := make([][]Hypothesis[T], 0, memory.Docs.Len())
	for each := max(1, beamRows/o.Width); len(out) < memory.Docs.Len(); {
		found, err := m.search(w, memory, o, len(out), min(len(out)+each, memory.Docs.Len()))
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// BeamMemory estimates the bytes that Beam takes beside weights and documents: the keys and values of its rows, or their
// states, twice while rows change places, the activations of a step, and what may follow each row.
func (m *Model[T]) BeamMemory(o BeamOptions) int64 {
	c := m.Config
	if o.Depth == 0 {
		o.Depth = c.PhraseLen
	}
	const (
		number = 4    // bytes, of a float32
		way    = 64   // of a trail
		block  = 4096 // words whose logits are looked at together
		source = 500  // words of a document, which can be copied
	)
	width := float64(o.Width)
	rows := max(width, beamRows)
	past := float64(2*2*c.DecoderLayers) * float64(o.Depth) * float64(c.Width)
	if c.Network == GRU {
		past = float64(2 * c.Width)
	}
	step := float64(8*c.Width+2*c.FF+min(c.Vocab, block)+source) + 2*(width+8)*float64(2+c.Vocab/block)
	return int64(min(rows*number*(past+step)+8*width*way, math.MaxInt64/2))
}

// trail is a word that was written, and those before it.
type trail[T kernel.Float] struct {
	before   *trail[T] // nil at the first word
	row      int       // of the decoder, that wrote it
	id       int32
	p        T
	attended int32
	null     T       // p(∅) at the first step
	length   int     // words, this one counted
	log      float64 // Σ ln p
}

// score is log p / n^x.
func (t *trail[T]) score(o BeamOptions) float64 { return t.log / math.Pow(float64(t.length), o.Norm) }

// bound is at least the score of whatever goes on from t.
func (t *trail[T]) bound(o BeamOptions) float64 { return t.log / math.Pow(float64(o.Depth), o.Norm) }

// beam is the search about one document.
type beam[T kernel.Float] struct {
	o     BeamOptions
	m     *Model[T]
	live  []*trail[T] // that is followed, best first
	ended []*trail[T] // best first
}

// search is Beam for documents [lo,hi).
func (m *Model[T]) search(w *kernel.Workers, memory *slots.Memory[T], o BeamOptions, lo, hi int) ([][]Hypothesis[T], error) {
	d := m.Decoder(w, memory, o.Depth)
	d.Lead(o.Width + int(text.FirstWord)) // some of the first are not written
	defer d.Free()
	beams, rows := make([]beam[T], hi-lo), make([]slots.Row, hi-lo)
	tokens := make([]int32, hi-lo)
	for i := range beams {
		beams[i].o, beams[i].m, rows[i].Doc, tokens[i] = o, m, lo+i, text.Bos
	}
	if err := d.Begin(rows); err != nil {
		return nil, err
	}
	for step := 0; step < o.Depth && len(tokens) > 0; step++ {
		if err := d.Step(tokens); err != nil {
			return nil, err
		}
		if err := follow(d, beams, lo); err != nil {
			return nil, fmt.Errorf("sequence: beam: step %d: %w", step+1, err)
		}
		var from []int
		tokens = tokens[:0]
		for i := range beams {
			for _, t := range beams[i].live {
				from, tokens = append(from, t.row), append(tokens, t.id)
			}
		}
		d.Reorder(from)
	}
	found := make([][]Hypothesis[T], len(beams))
	for i := range beams {
		found[i] = beams[i].found()
	}
	return found, nil
}

// follow takes every beam a word further: run by run of rows of one document, whose beam is numbered from lo on.
func follow[T kernel.Float](d *slots.Decoder[T], beams []beam[T], lo int) error {
	rows := d.Rows()
	for at := 0; at < len(rows); {
		end := at + 1
		for end < len(rows) && rows[end].Doc == rows[at].Doc {
			end++
		}
		b := &beams[rows[at].Doc-lo]
		next := b.next(d, at, end)
		if len(next) == 0 {
			return slots.ErrNotFinite
		}
		b.take(next)
		at = end
	}
	return nil
}

// next are the best ways on for rows [at,end) of the decoder, which stand behind the live trails, best first.
func (b *beam[T]) next(d *slots.Decoder[T], at, end int) []*trail[T] {
	w := ways[T]{width: b.o.Width, least: math.Inf(-1)}
	for row := at; row < end; row++ {
		t := trail[T]{row: row, length: 1, attended: d.Attended(row)}
		if len(b.live) > 0 {
			t.before = b.live[row-at]
			t.null, t.length = t.before.null, t.before.length+1
		} else {
			t.null = d.Null(row)
		}
		d.Candidates(row, func(id int32, p T) {
			if p > 0 && b.m.writes(id) { // p is neither that of what cannot be nor no number
				t.id, t.p, t.log = id, p, math.Log(float64(p))
				if t.before != nil {
					t.log += t.before.log
				}
				w.offer(t)
			}
		})
	}
	w.cut()
	next := make([]*trail[T], len(w.all))
	for i := range next {
		t := w.all[i] // not a place in the list, which would keep all of it
		next[i] = &t
	}
	return next
}

// ways are the best of those that were offered, once they are cut.
type ways[T kernel.Float] struct {
	width int
	all   []trail[T]
	least float64 // what is less probable is not among the best
}

// offer takes a way in. To sort all that there are costs more than the network where a beam is wide.
func (w *ways[T]) offer(t trail[T]) {
	if t.log < w.least {
		return
	}
	if w.all = append(w.all, t); len(w.all) >= 8*w.width {
		w.cut()
	}
}

// cut leaves the best ways, best first.
func (w *ways[T]) cut() {
	slices.SortFunc(w.all, func(x, y trail[T]) int {
		return cmp.Or(cmp.Compare(y.log, x.log), cmp.Compare(x.row, y.row), cmp.Compare(x.id, y.id))
	})
	if len(w.all) >= w.width {
		w.all = w.all[:w.width]
		w.least = w.all[w.width-1].log
	}
}

// take makes the ways on the live trails, those apart that have ended, and ends the search when it is of no more use.
func (b *beam[T]) take(next []*trail[T]) {
	b.live = b.live[:0]
	for _, t := range next {
		if t.id == text.Eos {
			b.ended = append(b.ended, t)
		} else {
			b.live = append(b.live, t)
		}
	}
	slices.SortStableFunc(b.ended, func(x, y *trail[T]) int { return cmp.Compare(y.score(b.o), x.score(b.o)) })
	b.ended = b.ended[:min(b.o.Width, len(b.ended))]
	if len(b.live) > 0 && len(b.ended) == b.o.Width && b.live[0].bound(b.o) < b.ended[b.o.Width-1].score(b.o) {
		b.live = b.live[:0]
	}
}

// found is the result.
func (b *beam[T]) found() []Hypothesis[T] {
	ended := b.ended
	if len(ended) == 0 {
		ended = b.live
	}
	found := make([]Hypothesis[T], len(ended))
	for i, t := range ended {
		h := &found[i]
		h.Score, h.Null = t.score(b.o), t.null
		for ; t != nil; t = t.before {
			h.Add(t.id, t.p, t.attended)
		}
		slices.Reverse(h.Tokens)
		slices.Reverse(h.Scores)
		slices.Reverse(h.Attended)
	}
	return found
}
