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

// BeamOptions are the limits of a beam search.
type BeamOptions struct {
	Width int // w, hypotheses that are extended at a time; at least 1
	Depth int // longest hypothesis in tokens, with <eos>; 0: L
	// Norm is the exponent x of the length in the score log p / n^x, where n counts the tokens with <eos>. 0 scores by the
	// probability itself, 1 by the mean over the tokens ("none" and "avg" in github.com/jiacheng-ye/kg_one2set; published
	// results use "none").
	Norm float64
}

func (o BeamOptions) check() error {
	if o.Width < 1 || o.Depth < 0 || o.Depth > slots.MaxSource || !(o.Norm >= 0) {
		return fmt.Errorf("sequence: beam: width is %d, depth %d and norm %v, want at least 1, 0 to %d and at least 0", o.Width, o.Depth, o.Norm, slots.MaxSource)
	}
	return nil
}

// Hypothesis is a result of a beam search.
type Hypothesis[T kernel.Float] struct {
	slots.Written[T]
	Score float64 // log p / n^x, at most 0
}

// beamRows is about the number of hypotheses that are decoded together: enough for fast products, and few enough that
// memory does not grow with the documents of a batch. It changes no bit.
const beamRows = 256

// Beam searches the most probable sequences of slot 0 for every document. It starts at <bos>. Each step extends the w
// hypotheses by every token that may follow and keeps the w best; a hypothesis that ends with <eos> is finished. A w of 1
// is greedy. ∅, <pad> and <bos> never follow, <sep> and <peos> only in CatSeq.
//
// Beam returns the w best finished hypotheses, best first. Equal scores are ordered by the step at which they finished,
// then by rank one token earlier, then by the lower id. A document without a finished hypothesis at the full depth gets
// its unfinished ones. Weights that are not finite give ErrNotFinite.
//
// The search ends when no unfinished hypothesis can beat the w best finished ones: a probability never rises.
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

// BeamMemory estimates the bytes that Beam needs besides weights and documents: the keys and values (or states) of its
// rows, twice while rows are reordered, the activations of a step, and the possible next tokens of each row.
func (m *Model[T]) BeamMemory(o BeamOptions) int64 {
	c := m.Config
	if o.Depth == 0 {
		o.Depth = c.PhraseLen
	}
	const (
		number = 4    // bytes, of a float32
		node   = 64   // of a hypothesis
		block  = 4096 // words whose logits are compared together
		source = 500  // words of a document, which can be copied
	)
	width := float64(o.Width)
	rows := max(width, beamRows)
	past := float64(2*2*c.DecoderLayers) * float64(o.Depth) * float64(c.Width)
	if c.Network == slots.GRU {
		past = float64(2 * c.Width)
	}
	step := float64(8*c.Width+2*c.FF+min(c.Vocab, block)+source) + float64(2*(width+8)*float64(2+c.Vocab/block))
	return int64(min(float64(rows*number*(past+step))+float64(8*width*node), math.MaxInt64/2))
}

// hypothesis is the last token of a hypothesis in progress, linked to the tokens before it.
type hypothesis[T kernel.Float] struct {
	before   *hypothesis[T] // nil at the first word
	row      int            // row of the decoder that wrote it
	id       int32
	p        T
	attended int32
	null     T       // p(∅) at the first step
	length   int     // in tokens, with this one
	log      float64 // Σ ln p of all tokens
}

// score is log p / n^x.
func (t *hypothesis[T]) score(o BeamOptions) float64 {
	return t.log / math.Pow(float64(t.length), o.Norm)
}

// bound is an upper limit of the score of every continuation of t.
func (t *hypothesis[T]) bound(o BeamOptions) float64 {
	return t.log / math.Pow(float64(o.Depth), o.Norm)
}

// beam is the search for one document.
type beam[T kernel.Float] struct {
	o     BeamOptions
	m     *Model[T]
	live  []*hypothesis[T] // unfinished, best first
	ended []*hypothesis[T] // finished, best first
}

// search is Beam for documents [lo,hi).
func (m *Model[T]) search(w *kernel.Workers, memory *slots.Memory[T], o BeamOptions, lo, hi int) ([][]Hypothesis[T], error) {
	d := m.Decoder(w, memory, o.Depth)
	d.Lead(o.Width + int(text.FirstWord)) // special tokens among the most probable words may be forbidden
	defer d.Free()
	beams, rows := make([]beam[T], hi-lo), make([]slots.Row, hi-lo)
	for i := range beams {
		beams[i].o, beams[i].m, rows[i].Doc = o, m, lo+i
	}
	if err := d.Decode(rows, func(int) ([]slots.Next, error) { return follow(d, beams, lo) }); err != nil {
		return nil, fmt.Errorf("sequence: beam: %w", err)
	}
	found := make([][]Hypothesis[T], len(beams))
	for i := range beams {
		found[i] = beams[i].found()
	}
	return found, nil
}

// follow extends every beam by one token; it is a slots.Policy. Rows of one document are consecutive; its beam has the number
// Doc-lo.
func follow[T kernel.Float](d *slots.Decoder[T], beams []beam[T], lo int) (rows []slots.Next, err error) {
	now := d.Rows()
	for at := 0; at < len(now); {
		end := at + 1
		for end < len(now) && now[end].Doc == now[at].Doc {
			end++
		}
		b := &beams[now[at].Doc-lo]
		next := b.next(d, at, end)
		if len(next) == 0 {
			return nil, slots.ErrNotFinite
		}
		b.take(next)
		for _, t := range b.live {
			rows = append(rows, slots.Next{Row: now[t.row], From: t.row, Token: t.id})
		}
		at = end
	}
	return rows, nil
}

// next returns the best extensions of the unfinished hypotheses, which are rows [at,end) of the decoder, best first.
func (b *beam[T]) next(d *slots.Decoder[T], at, end int) []*hypothesis[T] {
	w := extensions[T]{width: b.o.Width, least: math.Inf(-1)}
	for row := at; row < end; row++ {
		t := hypothesis[T]{row: row, length: 1, attended: d.Attended(row)}
		if len(b.live) > 0 {
			t.before = b.live[row-at]
			t.null, t.length = t.before.null, t.before.length+1
		} else {
			t.null = d.Null(row)
		}
		d.Candidates(row, func(id int32, p T) {
			if p > 0 && b.m.writes(id) { // neither impossible nor NaN
				t.id, t.p, t.log = id, p, math.Log(float64(p))
				if t.before != nil {
					t.log += t.before.log
				}
				w.offer(t)
			}
		})
	}
	w.cut()
	next := make([]*hypothesis[T], len(w.all))
	for i := range next {
		t := w.all[i] // copied: a pointer into the list would keep all of it alive
		next[i] = &t
	}
	return next
}

// extensions collects possible next tokens and, when cut, keeps the best of them.
type extensions[T kernel.Float] struct {
	width int
	all   []hypothesis[T]
	least float64 // threshold for log: extensions below it cannot be among the best
}

// offer adds an extension. It cuts early: for a wide beam, sorting all of them at the end would cost more than the network.
func (w *extensions[T]) offer(t hypothesis[T]) {
	if t.log < w.least {
		return
	}
	if w.all = append(w.all, t); len(w.all) >= 8*w.width {
		w.cut()
	}
}

// cut keeps the best, best first.
func (w *extensions[T]) cut() {
	slices.SortFunc(w.all, func(x, y hypothesis[T]) int {
		return cmp.Or(cmp.Compare(y.log, x.log), cmp.Compare(x.row, y.row), cmp.Compare(x.id, y.id))
	})
	if len(w.all) >= w.width {
		w.all = w.all[:w.width]
		w.least = w.all[w.width-1].log
	}
}

// take splits the extensions into finished and unfinished hypotheses, and ends the search when no unfinished one can win.
func (b *beam[T]) take(next []*hypothesis[T]) {
	b.live = b.live[:0]
	for _, t := range next {
		if t.id == text.Eos {
			b.ended = append(b.ended, t)
		} else {
			b.live = append(b.live, t)
		}
	}
	slices.SortStableFunc(b.ended, func(x, y *hypothesis[T]) int { return cmp.Compare(y.score(b.o), x.score(b.o)) })
	b.ended = b.ended[:min(b.o.Width, len(b.ended))]
	if len(b.live) > 0 && len(b.ended) == b.o.Width && b.live[0].bound(b.o) < b.ended[b.o.Width-1].score(b.o) {
		b.live = b.live[:0]
	}
}

// found returns the finished hypotheses, or the unfinished ones if there are none.
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
		slices.Reverse(h.Probabilities)
		slices.Reverse(h.Attended)
	}
	return found
}
