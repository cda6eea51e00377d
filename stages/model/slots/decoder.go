package slots

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Decoder writes the slots of a batch of documents token by token, in evaluation mode, keeping keys and values of
// what was written. It equals the teacher-forced pass on the same tokens. All its rows stand at the same step.
//
// Begin, then Step and ask about the rows, any number of times; between two Steps, Keep and Fork change the set of
// rows. Free gives its memory back.
type Decoder[T kernel.Float] struct {
	m      *Model[T]
	pass   *op.Pass[T]
	memory *Memory[T]
	length int // steps there is room for

	leaders int // see Lead

	rows  []Row
	step  int
	state State[T]         // nil before Begin
	cross []kernel.Segment // a run of rows of one document each
	asks  [][]int32        // for each document the ids whose probabilities a step finds, all below V
	extra [][]int32        // for each document what Ask added
	own   []own[T]         // for each document, see Shortlist; or nil

	// Of the last step.
	out    []T         // [R, D]
	gate   []T         // [R]
	copies []T         // a row's copy weights behind the other's
	scan   *op.Scan[T] // Asked holds probabilities of the softmax
	asked  []int       // [R] where a row's part of scan.Asked starts
	copyAt []int       // [R] where a row's part of copies starts
}

// Row is one slot of one document.
type Row struct {
	Doc, Slot int
	Other     int // 0: what the slot itself writes; n: the n-th alternative of the document, see Branching
}

// Decoder is a decoder over a memory for at most length steps (0: L).
func (m *Model[T]) Decoder(w *kernel.Workers, memory *Memory[T], length int) *Decoder[T] {
	if length == 0 {
		length = m.PhraseLen
	}
	d := &Decoder[T]{m: m, pass: &op.Pass[T]{Workers: w, Pool: m.pool}, memory: memory, length: length, leaders: 1,
		extra: make([][]int32, memory.Docs.Len())}
	return d
}

// Ask makes Probability answer for extended ids of document doc beside the words of the document, ∅ and <eos>, from the next
// Begin on. The ids must be below E of the document.
func (d *Decoder[T]) Ask(doc int, ids []int32) { d.extra[doc] = ids }

// Begin starts anew with the given rows. Rows of one document should stand together.
func (d *Decoder[T]) Begin(rows []Row) error {
	d.Free()
	docs := d.memory.Docs
	for _, r := range rows {
		if r.Doc < 0 || r.Doc >= docs.Len() || r.Slot < 0 || r.Slot >= d.m.Slots {
			return fmt.Errorf("slots: decoder: document %d, slot %d: there are %d documents of %d slots", r.Doc, r.Slot, docs.Len(), d.m.Slots)
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

// arrange finds the runs of rows of one document.
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

// Rows are the rows at present, in order. The slice is the decoder's.
func (d *Decoder[T]) Rows() []Row { return d.rows }

// Step reads one token a row, ids below E (beyond V they are <unk>), the first time <bos> (2), and finds what follows.
func (d *Decoder[T]) Step(tokens []int32) error {
	if len(tokens) != len(d.rows) {
		return fmt.Errorf("slots: decoder: %d tokens for %d rows", len(tokens), len(d.rows))
	}
	if d.step >= d.length {
		return fmt.Errorf("slots: decoder: step %d of %d", d.step+1, d.length)
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

// Pass is what a State computes with: workers and scratch memory.
func (d *Decoder[T]) Pass() *op.Pass[T] { return d.pass }

// Known is id as the network reads it: a word beyond the vocabulary is <unk>.
func (d *Decoder[T]) Known(id int32) int32 { return d.m.Known(id) }

// Memory is that of the documents.
func (d *Decoder[T]) Memory() *Memory[T] { return d.memory }

// Runs are the runs of rows of one document each, over the tokens of that.
func (d *Decoder[T]) Runs() []kernel.Segment { return d.cross }

// forget gives back what the last step found.
func (d *Decoder[T]) forget() {
	d.pass.Pool.Put(d.out, d.gate, d.copies)
	if d.scan != nil {
		d.scan.Free(d.pass.Pool)
	}
	d.out, d.gate, d.copies, d.scan = nil, nil, nil, nil
}

// Free gives the decoder's memory back to the model's pool; Begin makes it usable again.
func (d *Decoder[T]) Free() {
	d.forget()
	for _, p := range d.past() {
		d.pass.Pool.Put(*p.X)
	}
	d.state = nil
}
