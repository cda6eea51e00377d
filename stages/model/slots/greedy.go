package slots

import (
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// ErrNotFinite means that no word has a probability that is a number. The weights, though finite, are then too large to be
// those of a trained network.
var ErrNotFinite = errors.New("the network's probabilities are not numbers")

// GreedyOptions say how slots are decoded. The zero value is the paper's labelling.
type GreedyOptions struct {
	Length     int  // most tokens per slot; 0: L
	ForbidNull bool // never choose ∅
	RunOn      bool // continue slots after <eos> or ∅ to the last step, as the authors' code does, which ignores the tail

	// Floor is a threshold of GreedyOutputs. Alternatives, and slots that have chosen ∅, stop once the product of their
	// probabilities is below it. The product never rises, so no phrase at or above the threshold is lost. 0 stops nothing.
	Floor float64
	// Whole lets slots below Floor finish their phrase, which can then be output. No other result of GreedyOutputs changes.
	Whole bool

	// Branching makes GreedyOutputs write alternatives.
	Branching Branching

	// Script, if not nil, dictates the token of a slot at a step (from 0). The network computes its own all the same, so
	// that untrained networks can be measured. NonNull does the same for slots that have chosen ∅ and that GreedyOutputs
	// continues without it. GreedyOutputs needs both or neither.
	Script, NonNull func(doc, slot, step int) int32
}

// Written is the output of a slot.
type Written[T kernel.Float] struct {
	Tokens   []int32 // extended ids; the last one is <eos> or ∅, unless Length ended the slot or RunOn is set
	Scores   []T     // probability of each token
	Attended []int32 // per token, the position in the document, from 0, with the largest copy weight
	Null     T       // p(∅) at the first step
}

// Greedy decodes all slots of all documents together and takes the most probable word at each step. A slot leaves the batch
// after <eos> or ∅. The result is [B][N]. Weights without finite probabilities are ErrNotFinite.
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

// written returns an empty result [B][N].
func (m *Model[T]) written(memory *Memory[T]) [][]Written[T] {
	out := make([][]Written[T], memory.Docs.Len())
	for b := range out {
		out[b] = make([]Written[T], m.Slots)
	}
	return out
}

// fork is a row of the next step.
type fork struct {
	row  Row
	from int   // the row of this step that it continues
	word int32 // the token that it reads next
}

// writeAll decodes all slots until each has ended. At every step it calls word for the token of each row i of the decoder and
// whether the row continues, and then alternatives, if not nil, for rows to add.
func (m *Model[T]) writeAll(w *kernel.Workers, memory *Memory[T], o GreedyOptions, alternatives func(d *Decoder[T], step int) []fork,
	word func(d *Decoder[T], i, step int) (id int32, on bool)) error {
	if o.Length == 0 {
		o.Length = m.PhraseLen
	}
	if o.Length < 0 || o.Length > MaxSource {
		return fmt.Errorf("slots: greedy: length is %d, want 0 to %d", o.Length, MaxSource)
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
		var next []fork
		for i, row := range d.Rows() {
			id, goesOn := word(d, i, step)
			if id < 0 {
				return fmt.Errorf("slots: greedy: step %d: %w", step+1, ErrNotFinite)
			}
			if goesOn {
				next = append(next, fork{row, i, id})
			}
		}
		if alternatives != nil {
			next = append(next, alternatives(d, step)...)
		}
		tokens = d.goOn(tokens[:0], next)
	}
	return nil
}

// write adds the most probable word of row i of the decoder and returns it.
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

// Add appends a token.
func (s *Written[T]) Add(id int32, p T, attended int32) {
	s.Tokens = append(s.Tokens, id)
	s.Scores = append(s.Scores, p)
	s.Attended = append(s.Attended, attended)
}
