package slots

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Stepper computes steps of rows that read one token each. A Decoder is one; package joint has one over a pretrained encoder.
type Stepper interface {
	// Step reads one token per row and computes the distributions of the next ones.
	Step(tokens []int32) error
	// GoOn replaces the rows by those of the next step.
	GoOn(next []Next)
}

// Next is a row of the next step.
type Next struct {
	Row
	From  int   // the row of this step that it continues
	Token int32 // the token that it reads
}

// Policy decides, after a step (from 0), what its rows write and do. It returns the rows of the next step: none for a row that
// ends, one for a row that goes on, several for one that branches. The token of a row is what it wrote, or whatever else it shall
// read.
type Policy func(step int) ([]Next, error)

// Decode is the loop of all decoding. Rows begin with <bos>. It ends after the last of length steps, or without rows. Rows of
// one document become adjacent, and stay in the order of the policy: a Decoder is faster with fewer groups of rows. An error
// of the policy names the step.
func Decode(s Stepper, rows, length int, policy Policy) error {
	tokens := slices.Repeat([]int32{text.Bos}, rows)
	for step := 0; step < length && len(tokens) > 0; step++ {
		if err := s.Step(tokens); err != nil {
			return err
		}
		next, err := policy(step)
		if err != nil {
			return fmt.Errorf("step %d: %w", step+1, err)
		}
		if step+1 == length {
			break // the rows of no further step need not be copied
		}
		slices.SortStableFunc(next, func(a, b Next) int { return cmp.Compare(a.Doc, b.Doc) })
		s.GoOn(next)
		tokens = tokens[:0]
		for _, n := range next {
			tokens = append(tokens, n.Token)
		}
	}
	return nil
}

// Decode begins with rows and decodes them for at most the steps of the decoder.
func (d *Decoder[T]) Decode(rows []Row, policy Policy) error {
	if err := d.Begin(rows); err != nil {
		return err
	}
	return Decode(d, len(rows), d.length, policy)
}

// GoOn implements Stepper. Rows cannot be asked about until the next Step.
func (d *Decoder[T]) GoOn(next []Next) {
	d.forget()
	rises := true
	for i := 1; i < len(next); i++ {
		rises = rises && next[i-1].From < next[i].From
	}
	for _, p := range d.past() {
		y := *p.X // rising rows move within it: none is overwritten before it moves
		if !rises {
			y = d.pass.Pool.Get(len(next) * p.Each)
		}
		for to, n := range next {
			if !rises || to != n.From {
				p.move(y, to, n.From)
			}
		}
		if !rises {
			d.pass.Pool.Put(*p.X)
		}
		*p.X = y[:len(next)*p.Each] // the tail returns to the pool with Free
	}
	d.rows = d.rows[:0]
	for _, n := range next { // an alternative may go on in the place of a row that ended
		d.rows = append(d.rows, n.Row)
	}
	d.arrange()
}

// past returns everything that the rows keep.
func (d *Decoder[T]) past() []past[T] {
	if d.state == nil {
		return nil
	}
	return d.state.Past()
}
