package slots

import (
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// ErrNotFinite means that no word has a probability that is a number. The weights, though finite, are then too large to be
// those of a trained network.
var ErrNotFinite = errors.New("the network's probabilities are not numbers")

// GreedyOptions say how slots are decoded. With Vanilla they are the paper's labelling.
type GreedyOptions struct {
	Length  int  // most tokens per slot; 0: L
	Vanilla bool // decode only with ∅ allowed
	RunOn   bool // continue slots after <eos> or ∅ to the last step, as target assignment and the authors' code do

	// Queries are extended ids per document whose probabilities are recorded at every step with ∅ allowed; may be nil.
	Queries [][]int32

	// Floor is a threshold. Alternatives, and slots that have chosen ∅, stop once the product of their probabilities is below
	// it. The product never rises, so no phrase at or above the threshold is lost. 0 stops nothing.
	Floor float64
	// Whole lets slots below Floor finish their phrase, which can then be output. No other result changes.
	Whole bool
	// Branching makes slots write alternatives; see branches.
	Branching choose.Branching

	// Script, if not nil, dictates the token of a slot at a step (from 0), with ∅ allowed (free) or, once the slot has chosen ∅,
	// forbidden. The network computes its own all the same, so that untrained networks can be measured.
	Script func(doc, slot, step int, free bool) int32
}

func (o GreedyOptions) check(docs int) error {
	branches := o.Branching != choose.Branching{}
	switch {
	case o.Length < 0 || o.Length > MaxSource:
		return fmt.Errorf("length is %d, want 0 to %d", o.Length, MaxSource)
	case o.Queries != nil && len(o.Queries) != docs:
		return fmt.Errorf("queries for %d of %d documents", len(o.Queries), docs)
	case o.Vanilla && branches, o.RunOn && (branches || o.Floor > 0):
		return errors.New("neither Vanilla nor RunOn goes with Branching, nor RunOn with a Floor")
	case o.Branching.Merge && o.Script != nil:
		return errors.New("rows that a Script tells apart cannot be merged")
	}
	return nil
}

// Written is the output of a slot. The last token is <eos> or ∅, unless Length ended the slot or RunOn is set.
type Written[T kernel.Float] struct {
	phrase.Output[T]
	Null  T     // p(∅) at the first step
	Asked [][]T // per token written with ∅ allowed, the probabilities of Queries; nil without Queries
}

func (s *Written[T]) add(w word[T]) { s.Add(w.id, w.p, w.attended) }

// until returns the first tokens of s. Others can be added: the slices are copied then.
func (s *Written[T]) until(step int) Written[T] {
	return Written[T]{s.Part(0, step), s.Null, s.Asked[:len(s.Asked):len(s.Asked)]}
}

// product multiplies the probabilities in float64 and in their order, as choose.Candidates does: both must get the same bits.
func (s *Written[T]) product() float64 { return product(s.Probabilities) }

func product[T kernel.Float](scores []T) float64 {
	p := 1.
	for _, q := range scores {
		p *= float64(q)
	}
	return p
}

// Outputs is what slots wrote.
type Outputs[T kernel.Float] struct {
	Vanilla, NonNull [][]Written[T]     // [B][N] with ∅ allowed and forbidden; NonNull is empty with GreedyOptions.Vanilla
	Alternatives     [][]Alternative[T] // per document, in the order in which they branched
	Chances          [][]Chance         // per document, one per distinct word by rising id; none without Branching
}

func newOutputs[T kernel.Float](docs, slots int) *Outputs[T] {
	o := &Outputs[T]{Vanilla: make([][]Written[T], docs), NonNull: make([][]Written[T], docs),
		Alternatives: make([][]Alternative[T], docs), Chances: make([][]Chance, docs)}
	for b := range docs {
		o.Vanilla[b], o.NonNull[b] = make([]Written[T], slots), make([]Written[T], slots)
	}
	return o
}

// free is the Alternative of a row that is decoded with ∅ allowed, apart from the slot's phrase with ∅ forbidden.
const free = -1

// written returns the output that a row of the decoder extends.
func (o *Outputs[T]) written(r Row) *Written[T] {
	switch {
	case r.Alternative == free:
		return &o.Vanilla[r.Doc][r.Slot]
	case r.Alternative > 0:
		return &o.Alternatives[r.Doc][r.Alternative-1].Written
	}
	return &o.NonNull[r.Doc][r.Slot]
}

// Greedy decodes all slots of all documents together and takes the most probable word at each step, with ∅ allowed (vanilla)
// and forbidden (non-null), from one pass that costs about as much as the second. Both write the same words until a slot chooses
// ∅. There the vanilla one ends, or gets a row of its own with RunOn, and the slot's row continues with the best word other than
// ∅. Slots that never choose ∅ share their slices between the results. A row leaves the batch when it ends. With Branching,
// slots also write alternatives. Weights without finite probabilities are ErrNotFinite.
func (m *Model[T]) Greedy(w *kernel.Workers, memory *Memory[T], o GreedyOptions) (*Outputs[T], error) {
	n := memory.Docs.Len()
	if err := o.check(n); err != nil {
		return nil, fmt.Errorf("slots: greedy: %w", err)
	}
	d := m.Decoder(w, memory, o.Length)
	defer d.Free()
	for b, ids := range o.Queries {
		d.Ask(b, ids)
	}
	rows := m.allSlots(n)
	for i := range rows {
		if o.Vanilla {
			rows[i].Alternative = free
		}
	}
	g := &greedy[T]{d: d, o: o, out: newOutputs[T](n, m.Slots)}
	g.branches = newBranches(g.out, o)
	if o.Branching.Merge {
		g.merger = &merger[T]{out: g.out}
	}
	if err := d.Decode(rows, g.next); err != nil {
		return nil, fmt.Errorf("slots: greedy: %w", err)
	}
	if g.merger != nil {
		g.merger.finish()
	}
	for b := range g.out.Vanilla {
		for n := range g.out.Vanilla[b] {
			if g.out.Vanilla[b][n].Tokens == nil {
				g.out.Vanilla[b][n] = g.out.NonNull[b][n]
			}
		}
	}
	return g.out, nil
}

// allSlots returns the rows of every slot of every document.
func (m *Model[T]) allSlots(docs int) []Row {
	rows := make([]Row, 0, docs*m.Slots)
	for b := range docs {
		for s := range m.Slots {
			rows = append(rows, Row{Doc: b, Slot: s})
		}
	}
	return rows
}
