package slots

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Decoder decodes slots of a batch of documents incrementally, in evaluation mode, with a cache of what each row has read.
// It gives the probabilities of the teacher-forced pass on the same tokens. All rows are at the same step.
//
// Call Decode with a Policy, which asks about rows, then Free.
type Decoder[T kernel.Float] struct {
	m      *Model[T]
	pass   *op.Pass[T]
	memory *Memory[T]
	length int // most steps

	leaders int // see Lead

	rows  []Row
	step  int
	state state[T]         // nil before Begin
	cross []kernel.Segment // one per group of adjacent rows of one document
	asks  [][]int32        // per document, the ids whose probabilities a step computes, all below V
	extra [][]int32        // per document, the ids of Ask
	own   []own[T]         // per document, its words outside the shortlist; nil without a shortlist

	// Results of the last step.
	out    []T         // [R, D]
	gate   []T         // [R]
	copies []T         // copy weights, row after row
	scan   *op.Scan[T] // Asked and Top hold probabilities of the softmax
	asked  []int       // [R] start of the row in scan.Asked
	copyAt []int       // [R] start of the row in copies
}

// Row is one slot of one document, or one of its alternatives.
type Row struct {
	Doc, Slot   int
	Alternative int // 0: the slot's own phrase; n: the n-th alternative of the document, see branches; −1: see Greedy
}

// Decoder returns a decoder over a memory for at most length steps (0: L).
func (m *Model[T]) Decoder(w *kernel.Workers, memory *Memory[T], length int) *Decoder[T] {
	if length == 0 {
		length = m.PhraseLen
	}
	d := &Decoder[T]{m: m, pass: &op.Pass[T]{Workers: w, Pool: m.pool}, memory: memory, length: length, leaders: 1,
		extra: make([][]int32, memory.Docs.Len())}
	return d
}

// Ask makes Probability know these extended ids of document doc, in addition to the words of the document, ∅ and <eos>. It
// takes effect at the next Begin. The ids must be below E of the document.
func (d *Decoder[T]) Ask(doc int, ids []int32) { d.extra[doc] = ids }

// Begin starts over with the given rows. It is fastest if rows of one document are adjacent.
func (d *Decoder[T]) Begin(rows []Row) error {
	d.Free()
	docs := d.memory.Docs
	for _, r := range rows {
		if r.Doc < 0 || r.Doc >= docs.Len() || r.Slot < 0 || r.Slot >= d.m.Slots {
			return fmt.Errorf("slots: decoder: no document %d, slot %d: the batch has %d documents of %d slots", r.Doc, r.Slot, docs.Len(), d.m.Slots)
		}
	}
	d.rows, d.step = append(d.rows[:0], rows...), 0
	d.asks = make([][]int32, docs.Len())
	for b := range d.asks {
		words := d.memory.words[b]
		d.asks[b] = append(append([]int32(nil), words.ids[:words.known]...), text.Null, text.Eos)
		for _, id := range d.extra[b] {
			if int(id) < d.m.Vocab {
				d.asks[b] = append(d.asks[b], id)
			}
		}
	}
	d.own = d.ownWords()
	d.arrange()
	state, err := d.m.body.Begin(d)
	d.state = state
	return err
}

// arrange groups adjacent rows of one document.
func (d *Decoder[T]) arrange() {
	d.cross = d.cross[:0]
	for i, r := range d.rows {
		if i > 0 && d.rows[i-1].Doc == r.Doc {
			d.cross[len(d.cross)-1].Q.Hi = i + 1
		} else {
			d.cross = append(d.cross, kernel.Segment{Q: kernel.Range{Lo: i, Hi: i + 1}, K: d.memory.Docs.Span(r.Doc)})
		}
	}
}

// Rows returns the current rows in order. The caller must not change the slice.
func (d *Decoder[T]) Rows() []Row { return d.rows }

// Step reads one token per row and computes the distribution of the next one. Tokens are ids below E, of which those from V
// on are read as <unk>; the first is <bos> (2).
func (d *Decoder[T]) Step(tokens []int32) error {
	if len(tokens) != len(d.rows) {
		return fmt.Errorf("slots: decoder: %d tokens for %d rows", len(tokens), len(d.rows))
	}
	if d.step >= d.length {
		return fmt.Errorf("slots: decoder: step %d, want at most %d", d.step+1, d.length)
	}
	d.forget()
	x, copies, err := d.state.Step(tokens)
	if err != nil {
		return err
	}
	d.copies = copies
	d.out, d.gate = d.m.head.Output(d.pass, x.X, len(d.rows))
	x.Free()
	d.find()
	d.step++
	return nil
}

// forget returns the results of the last step to the pool.
func (d *Decoder[T]) forget() {
	d.pass.Pool.Put(d.out, d.gate, d.copies)
	if d.scan != nil {
		d.scan.Free(d.pass.Pool)
	}
	d.out, d.gate, d.copies, d.scan = nil, nil, nil, nil
}

// Free returns the decoder's slices to the model's pool. Begin makes it usable again.
func (d *Decoder[T]) Free() {
	d.forget()
	for _, p := range d.past() {
		d.pass.Pool.Put(*p.X)
	}
	d.state = nil
}
