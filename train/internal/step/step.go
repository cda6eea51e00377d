// Package step is one training step, and the same without gradients for
// validation:
//
//	examples ─► Batch          fixed-slot targets of every document (assign)
//	         ─► rollouts       K tokens of every slot, dropout off (settrans)
//	         ─► Supervision    matched (assign), re-assigned (wr)
//	         ─► loss           teacher-forced, dropout on; weights from its own
//	                           forward pass (wr)
//	         ─► parameters     clipped gradient, Adam (op)
//
// The encoder runs twice in a step, without dropout for the rollouts and with
// it for the loss. CatSeq and One2One have fixed targets: their steps begin at
// the loss. So do those of a Joint network, which lays its targets out itself.
package step

import (
	"fmt"
	"math"

	"wrone2set/schemas"
	"wrone2set/stages/model/slots"
	"wrone2set/stages/nn/kernel"
	"wrone2set/train/internal/assign"
	"wrone2set/train/internal/wr"
)

// Objective is what a model is trained for: WR-One2Set, SetTrans or anything
// between, CatSeq, or One2One. Training and validation may have different ones
// of one system.
//
// The loss of CatSeq is that of the tokens of its sequences, and the loss of
// One2One that of the tokens of all document-phrase pairs of the batch, each
// divided by their number. A batch of One2One counts documents: each is encoded
// once for all of its pairs, and one without keyphrases trains nothing.
type Objective struct {
	System   slots.System
	Slots    assign.Slots // Number is 1 but for OneToSet, which alone looks at what follows, up to Narrow
	Steps    int          // K
	Reassign wr.Reassignment
	Scales   wr.Scales
	Narrow   bool   // pad with ∅ only to the largest number of targets in the batch
	Vocab    int    // V; ids are below V and a document's own words
	Seed     uint64 // of the draws of wr.Random
}

// Batch is a number of documents with their fixed-slot targets.
type Batch struct {
	Docs  slots.Docs
	IDs   []string       // of the documents
	OOV   [][]string     // words of the documents that are not in the vocabulary
	Fixed []assign.Fixed // one a document
	Left  int            // keyphrases for which CatSeq or One2One has no place

	Examples []schemas.Example // what a Joint network learns from
}

// Tokens is the number of source tokens.
func (b Batch) Tokens() int { return len(b.Docs.Source) }

// Batch lays out the targets of examples. An example that cannot be trained on
// is an error that names the document.
func (o Objective) Batch(examples []schemas.Example) (Batch, error) {
	for _, e := range examples {
		if err := o.check(e); err != nil {
			return Batch{}, fmt.Errorf("document %s: %w", e.ID, err)
		}
	}
	docs, err := slots.Pack(examples)
	if err != nil {
		return Batch{}, err
	}
	b := Batch{Docs: docs, Examples: examples}
	for _, e := range examples {
		f, left, err := o.fix(e.Targets)
		if err != nil {
			return Batch{}, fmt.Errorf("document %s: %w", e.ID, err)
		}
		b.Left += left
		b.IDs, b.OOV, b.Fixed = append(b.IDs, e.ID), append(b.OOV, e.OOV), append(b.Fixed, f)
	}
	if o.Narrow {
		b.narrow()
	}
	return b, nil
}

// fix lays the targets of a document out as the system has them; left are keyphrases without a place, which OneToSet does
// not count.
func (o Objective) fix(gold [][]int32) (f assign.Fixed, left int, err error) {
	switch o.System {
	case slots.CatSeq:
		return o.Slots.Sequence(gold)
	case slots.OneToOne:
		return o.Slots.Pairs(gold)
	}
	if o.System.Joint() { // for those who count targets
		return assign.Slots{Number: 1, Length: math.MaxInt}.Pairs(gold)
	}
	f, err = o.Slots.Fix(gold)
	return f, 0, err
}

// check refuses what the network has no place for.
func (o Objective) check(e schemas.Example) error {
	if n := len(e.Source); n > slots.MaxSource {
		return fmt.Errorf("%d tokens, at most %d are possible", n, slots.MaxSource)
	}
	if err := within(e.Source, o.Vocab); err != nil {
		return fmt.Errorf("source: %w", err)
	}
	for _, ids := range append([][]int32{e.Extended}, e.Targets...) {
		if err := within(ids, o.Vocab+len(e.OOV)); err != nil {
			return err
		}
	}
	return nil
}

func within(ids []int32, n int) error {
	for _, id := range ids {
		if id < 0 || int(id) >= n {
			return fmt.Errorf("id %d, %d words are known", id, n)
		}
	}
	return nil
}

// narrow leaves every half as many rows as its fullest document needs, and one
// at least, so that a document without keyphrases still trains ∅.
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

// loss is what Loss and Evaluate of the network need besides the batch.
type loss[T kernel.Float] struct {
	rows    []wr.Row
	targets []slots.Target
	norm    int // target tokens, masked slots included
	lambda  []T // λ_adp of each document; 1 until weigh has run
}

func (o Objective) targets(b Batch, all []wr.Supervision) (rows []wr.Row, targets []slots.Target, norm int) {
	for d, s := range all {
		norm += s.Tokens()
		rows = s.Rows(rows, d)
		for i, t := range s.Targets {
			if !s.Masked[i] {
				targets = append(targets, slots.Target{Doc: d, Slot: o.Slots.Slot(b.Fixed[d], i), Tokens: t})
			}
		}
	}
	return rows, targets, norm
}

func prepare[T kernel.Float](o Objective, b Batch, all []wr.Supervision) *loss[T] {
	l := &loss[T]{lambda: make([]T, len(all))}
	for d := range l.lambda {
		l.lambda[d] = 1
	}
	l.rows, l.targets, l.norm = o.targets(b, all)
	return l
}

func (l *loss[T]) weigh(o Objective, docs int) slots.Weigh[T] {
	return func(p, null []T) (weights []T) {
		weights, l.lambda = wr.Weights(o.Scales, l.rows, docs, p, null)
		return weights
	}
}
