package slots

import (
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// ErrNotFinite says that no word has a probability that is a number: the weights, though finite, are too large to be
// those of a trained network.
var ErrNotFinite = errors.New("the network's probabilities are not numbers")

// GreedyOptions say how slots are written. The zero value is labelling as the paper does it.
type GreedyOptions struct {
	Length     int  // most tokens a slot; 0: L
	ForbidNull bool // ∅ is never chosen
	RunOn      bool // slots that have ended write on to the last step, as in the authors' code, where the tail is ignored

	// Floor ends, in GreedyOutputs, a slot that has said ∅ once the product of the probabilities that it wrote is below. A
	// product of probabilities never rises again: whoever has no use for phrases below Floor loses none. 0: none ends.
	Floor float64
	// Whole lets such a slot write its phrase to the end, to be shown. Nothing else that GreedyOutputs finds differs.
	Whole bool

	// Branching lets, in GreedyOutputs, slots write alternatives.
	Branching Branching

	// Script, if not nil, says what a slot writes at a step from 0 whatever the network finds, which is computed all the
	// same: for measurements of networks that were not trained. NonNull says it for slots that have said ∅ and are written
	// on by GreedyOutputs; it is needed there beside Script.
	Script, NonNull func(doc, slot, step int) int32
}

// Written is what a slot wrote.
type Written[T kernel.Float] struct {
	Tokens   []int32 // extended ids; the last is <eos> or ∅ unless Length ran out (or RunOn)
	Scores   []T     // probability of each
	Attended []int32 // for each the place in the document, from 0, with the largest copy weight
	Null     T       // p(∅) at the first step
}

// Greedy writes all slots of all documents at once, each step the most probable word; a slot leaves the batch when it
// has written <eos> or ∅. The result is [B][N]. Weights that are no good are ErrNotFinite.
func (m *Model[T]) Greedy(w *kernel.Workers, memory *Memory[T], o GreedyOptions) ([][]Written[T], error) {
	out := m.written(memory)
	err := m.writeAll(w, memory, o, nil, func(d *Decoder[T], i, step int) (int32, bool) {
		row := d.Rows()[i]
		s := &out[row.Doc][row.Slot]
		id := s.write(d, i, o.ForbidNull)
		if o.Script != nil {
			id = o.Script(row.Doc, row.Slot, step)
			s.Tokens[step] = id
		}
		return id, o.RunOn || id != text.Eos && id != text.Null
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// written is an empty result [B][N].
func (m *Model[T]) written(memory *Memory[T]) [][]Written[T] {
	out := make([][]Written[T], memory.Docs.Len())
	for b := range out {
		out[b] = make([]Written[T], m.Slots)
	}
	return out
}

// fork is a row that is added after a step.
type fork struct {
	row  Row
	from int   // the row whose past it shares
	word int32 // that it goes on with
}

// writeAll writes all slots from <bos> on until each has ended. word is asked what row i of the decoder writes at a step,
// and whether the slot goes on; others, if not nil, after each step for rows to be added.
func (m *Model[T]) writeAll(w *kernel.Workers, memory *Memory[T], o GreedyOptions, others func(d *Decoder[T], step int) []fork,
	word func(d *Decoder[T], i, step int) (id int32, on bool)) error {
	if o.Length == 0 {
		o.Length = m.PhraseLen
	}
	if o.Length < 0 || o.Length > MaxSource {
		return fmt.Errorf("slots: greedy: %d tokens a slot", o.Length)
	}
	d := m.Decoder(w, memory, o.Length)
	defer d.Free()
	if err := d.Begin(m.allSlots(memory.Docs.Len())); err != nil {
		return err
	}
	tokens := make([]int32, len(d.Rows()))
	for i := range tokens {
		tokens[i] = text.Bos
	}
	for step := 0; step < o.Length && len(tokens) > 0; step++ {
		if err := d.Step(tokens); err != nil {
			return err
		}
		var on []int
		for i := range d.Rows() {
			id, goesOn := word(d, i, step)
			if id < 0 {
				return fmt.Errorf("slots: greedy: step %d: %w", step+1, ErrNotFinite)
			}
			if goesOn {
				tokens[len(on)] = id
				on = append(on, i)
			}
		}
		tokens = tokens[:len(on)]
		if others != nil {
			for _, f := range d.add(others(d, step)) {
				on, tokens = append(on, f.from), append(tokens, f.word)
			}
		}
		if len(on) < len(d.Rows()) {
			d.Keep(on)
		}
	}
	return nil
}

// write adds the word that row i of the decoder chooses.
func (s *Written[T]) write(d *Decoder[T], i int, forbidNull bool) int32 {
	if len(s.Tokens) == 0 {
		s.Null = d.Null(i)
	}
	id, p := d.Best(i)
	if !forbidNull {
		id, p = d.orNull(i, id, p)
	}
	s.Add(id, p, d.Attended(i))
	return id
}

// Add adds a token.
func (s *Written[T]) Add(id int32, p T, attended int32) {
	s.Tokens = append(s.Tokens, id)
	s.Scores = append(s.Scores, p)
	s.Attended = append(s.Attended, attended)
}
