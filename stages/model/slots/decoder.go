package slots

import (
	"fmt"

	"wrone2set/stages/data/text"
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
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

	leaders int // words of the vocabulary that a step finds for each row, the best ones; 1 but for a beam

	rows  []Row
	step  int
	cache []op.Keyed[T]    // a layer each: keys [rows, D, length], values [rows, length, D]
	state []T              // [rows, D] of network GRU, which has it instead of a cache
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
			return fmt.Errorf("settrans: decoder: document %d, slot %d: there are %d documents of %d slots", r.Doc, r.Slot, docs.Len(), d.m.Slots)
		}
	}
	d.rows, d.step = append(d.rows[:0], rows...), 0
	n := len(rows) * d.length * d.m.Width
	if d.m.rnn != nil {
		if err := d.beginStates(); err != nil {
			return err
		}
	}
	for range d.m.decoder {
		d.cache = append(d.cache, op.Keyed[T]{K: d.pass.Pool.Get(n), V: d.pass.Pool.Get(n)})
	}
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
	return nil
}

// arrange finds the runs of rows of one document.
func (d *Decoder[T]) arrange() {
	d.cross = d.cross[:0]
	for i, r := range d.rows {
		if i > 0 && d.rows[i-1].Doc == r.Doc {
			d.cross[len(d.cross)-1].Q.Hi = i + 1
		} else {
			d.cross = append(d.cross, kernel.Segment{Q: kernel.Range{Lo: i, Hi: i + 1}, K: d.memory.Docs.span(r.Doc)})
		}
	}
}

// Rows are the rows at present, in order. The slice is the decoder's.
func (d *Decoder[T]) Rows() []Row { return d.rows }

// Step reads one token a row, ids below E (beyond V they are <unk>), the first time <bos> (2), and finds what follows.
func (d *Decoder[T]) Step(tokens []int32) error {
	if len(tokens) != len(d.rows) {
		return fmt.Errorf("settrans: decoder: %d tokens for %d rows", len(tokens), len(d.rows))
	}
	if d.step >= d.length {
		return fmt.Errorf("settrans: decoder: step %d of %d", d.step+1, d.length)
	}
	d.forget()
	x, err := d.stream(tokens)
	if err != nil {
		return err
	}
	d.out, d.gate = d.m.head.Output(d.pass, x.X, len(d.rows))
	x.Free()
	d.find()
	d.step++
	return nil
}

// stream is what the last layer hands to the vocabulary.
func (d *Decoder[T]) stream(tokens []int32) (*op.Flow[T], error) {
	if d.m.rnn != nil {
		return d.stepStates(tokens)
	}
	x, err := d.input(tokens)
	if err != nil {
		return nil, err
	}
	for i := range d.m.decoder {
		l := &d.m.decoder[i]
		d.selfAttend(x, &l.self, d.cache[i])
		d.crossAttend(x, l, i)
		ff, err := op.NewFeedForward(d.pass, "", l.ff, len(d.rows))
		if err != nil {
			return nil, err
		}
		y := ff.Forward([]*op.Flow[T]{x})
		x.Free()
		x = y
	}
	return x, nil
}

func (d *Decoder[T]) input(tokens []int32) (*op.Flow[T], error) {
	n := len(tokens)
	ids := make([]int32, 3*n)
	read, places, slots := ids[:n], ids[n:2*n], ids[2*n:]
	for i, y := range tokens {
		read[i], places[i], slots[i] = known(d.m.Config, y), int32(d.step), int32(d.rows[i].Slot)
	}
	e, err := op.NewDecoderEmbed(d.pass, d.m.decoderIn, read, places, slots)
	if err != nil {
		return nil, err
	}
	return e.Forward(nil), nil
}

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
		d.pass.Pool.Put(*p.x)
	}
	d.cache, d.state = d.cache[:0], nil
}
