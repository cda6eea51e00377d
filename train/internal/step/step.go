// Package step is one training step, and the same without gradients for
// validation:
//
//	examples ─► Batch          fixed-slot targets of every document (assign)
//	         ─► rollouts       K tokens of every slot, dropout off (slots)
//	         ─► Supervision    matched (assign), re-assigned (wr)
//	         ─► loss           teacher-forced, dropout on; weights from its own
//	                           forward pass (wr)
//	         ─► parameters     clipped gradient, Adam (op)
//
// The encoder runs twice in a step, without dropout for the rollouts and with
// it for the loss. A Learner trains a network with slots in this way. For a
// network whose targets are fixed, a step begins at the loss: see Baseline.
package step

import (
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/train/internal/assign"
	"github.com/wrone2set/wrone2set/train/internal/machine"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// Method is how a network is trained and checked.
type Method interface {
	// Batch packs examples with their targets. An example that cannot be trained on is an error that names the document.
	Batch(examples []schemas.Example) (Batch, error)
	// Step makes one training step. number counts the steps of the run from 0 and keys all random numbers. A loss or
	// gradient that is not finite is a DivergedError; the parameters are then unusable.
	Step(b Batch, number int64) (Tally, error)
	// Evaluate computes the loss of a batch in evaluation mode. A loss that is not finite is a DivergedError. occasion, a
	// different number for each batch, keys random draws.
	Evaluate(b Batch, occasion uint64) (Tally, error)
}

// Network is a network to train and to write.
type Network[T kernel.Float] interface {
	Params() []*op.Param[T]
	WriteConfig(io.Writer) error
	WriteTensors(io.Writer) error
}

// Objective is the training objective of a network with slots: WR-One2Set, SetTrans or anything between. Training and
// validation may have different ones.
type Objective struct {
	Slots    assign.Slots
	Steps    int // K
	Reassign wr.Reassignment
	Scales   wr.Scales
	Narrow   bool   // pad with ∅ only to the largest number of targets in the batch
	Vocab    int    // V; ids are below V and a document's own words
	Seed     uint64 // of dropout and of the draws of wr.Random
}

// Batch is a number of documents with their fixed-slot targets.
type Batch struct {
	Docs  slots.Docs
	IDs   []string       // of the documents
	OOV   [][]string     // words of the documents that are not in the vocabulary
	Fixed []assign.Fixed // one per document; for a network with slots

	// For a network whose targets are fixed:
	Examples      []schemas.Example
	Targets, Left int // number of targets, and of keyphrases that do not fit into them
}

// Batch assigns the targets of examples to rows of slots, see Method.
func (o Objective) Batch(examples []schemas.Example) (Batch, error) {
	var b Batch
	err := b.pack(examples, o.Vocab, func(e schemas.Example) error {
		f, err := o.Slots.Fix(e.Targets)
		b.OOV, b.Fixed = append(b.OOV, e.OOV), append(b.Fixed, f)
		return err
	})
	if err == nil && o.Narrow {
		b.narrow()
	}
	return b, err
}

// pack packs examples whose ids are known, and calls add for each.
func (b *Batch) pack(examples []schemas.Example, vocab int, add func(schemas.Example) error) (err error) {
	for _, e := range examples {
		err := check(e, vocab)
		if err == nil {
			err = add(e)
		}
		if err != nil {
			return fmt.Errorf("document %s: %w", e.ID, err)
		}
		b.IDs = append(b.IDs, e.ID)
	}
	b.Docs, err = slots.Pack(examples)
	return err
}

// check refuses an example that is too long for the network or has an id that it does not know.
func check(e schemas.Example, vocab int) error {
	if n := len(e.Source); n > slots.MaxSource {
		return fmt.Errorf("%d tokens, want at most %d", n, slots.MaxSource)
	}
	if err := within(e.Source, vocab); err != nil {
		return fmt.Errorf("source: %w", err)
	}
	for _, ids := range append([][]int32{e.Extended}, e.Targets...) {
		if err := within(ids, vocab+len(e.OOV)); err != nil {
			return err
		}
	}
	return nil
}

func within(ids []int32, n int) error {
	for _, id := range ids {
		if id < 0 || int(id) >= n {
			return fmt.Errorf("id %d is not in the vocabulary of %d words", id, n)
		}
	}
	return nil
}

// narrow reduces each half to as many rows as its fullest document needs, but at
// least one, so that a document without keyphrases still trains ∅.
func (b *Batch) narrow() {
	present, absent := 1, 1
	for _, f := range b.Fixed {
		p, a := f.Count()
		present, absent = max(present, p), max(absent, a)
	}
	for i, f := range b.Fixed {
		b.Fixed[i] = f.Narrow(present, absent)
	}
}

// supervised is the part of the input of a pass with known targets that supervision decides.
type supervised struct {
	rows    []wr.Row
	targets []slots.Target
	norm    int // target tokens, masked slots included
}

func (o Objective) supervised(b Batch, all []wr.Supervision) (l supervised) {
	for d, s := range all {
		l.norm += s.Tokens()
		l.rows = s.Rows(l.rows, d)
		for i, t := range s.Targets {
			if s.Kinds[i] != wr.Unimportant {
				l.targets = append(l.targets, slots.Target{Doc: d, Slot: o.Slots.Slot(b.Fixed[d], i), Tokens: t})
			}
		}
	}
	return l
}

// move makes a step of Adam and returns the norm of the gradients.
func move[T kernel.Float](adam *op.Adam[T], params []*op.Param[T]) (norm float64, err error) {
	if err := machine.Step(adam, params); err != nil {
		return 0, err
	}
	if !finite(adam.Norm) {
		return 0, &DivergedError{What: fmt.Sprintf("the norm of the gradient is %g", adam.Norm), Tensor: badGradient(params)}
	}
	return adam.Norm, nil
}
