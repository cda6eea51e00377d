package wr

import (
	"github.com/wrone2set/wrone2set/train/internal/assign"
)

// Reassignment names a way to re-assign targets. The package comment compares them.
type Reassignment string

// The ways to re-assign.
const (
	Paper    Reassignment = "paper"    // section 5.2 of the paper
	Released Reassignment = "released" // what the authors' released code does
	Random   Reassignment = "random"   // as Paper, but C_p takes targets of its half at random
	Off      Reassignment = "off"      // no re-assignment: plain SetTrans
)

// Kind says what re-assignment did to a slot.
type Kind uint8

// The kinds of slots.
const (
	Null        Kind = iota // assigned ∅ and left so
	Keyphrase               // assigned a keyphrase: C_!∅ before re-assignment
	Potential               // C_p: was ∅, takes over a keyphrase
	Unimportant             // C_u and other slots without supervision: was ∅, adds no loss, and the target stays ∅
)

// String returns the kind in lower case.
func (k Kind) String() string {
	return [...]string{"null", "keyphrase", "potential", "unimportant"}[k]
}

// Observed is what is known of a document when its targets are re-assigned.
// All slices except Targets.Targets are indexed by the slots in use, present half
// first.
type Observed struct {
	Targets assign.Fixed // in gold order
	Column  []int        // slot i was assigned the target of row Column[i]
	Vanilla [][]int32    // ŷ, K extended ids per slot; used by Paper and Random only
	NonNull [][]int32    // ȳ, K extended ids per slot, never <null>; not used by Off
	// Draw returns a number in [0, n) for a slot, the same for the same run, step, document and slot. Used by Random only.
	Draw func(slot, n int) int
}

// Supervision is the training target of each slot of a document.
type Supervision struct {
	Targets   [][]int32 // of each slot: extended ids up to <eos>, or <null> alone
	Present   int       // slots of the present half, which come first
	Kinds     []Kind
	OtherHalf int // masked slots whose prediction agrees with targets of the other half only
}

// Tokens returns the document's part of the normaliser: the number of tokens of all
// targets, masked slots included.
func (s Supervision) Tokens() (n int) {
	for _, t := range s.Targets {
		n += len(t)
	}
	return n
}

// Apply re-assigns the targets of a document.
func (r Reassignment) Apply(o Observed) Supervision {
	s := assigned(o)
	switch r {
	case Paper:
		paper(&s, o, false)
	case Random:
		paper(&s, o, true)
	case Released:
		released(&s, o)
	}
	return s
}

// assigned returns the supervision before any re-assignment.
func assigned(o Observed) Supervision {
	n := len(o.Column)
	s := Supervision{
		Targets: make([][]int32, n), Present: o.Targets.Present,
		Kinds: make([]Kind, n),
	}
	for i, j := range o.Column {
		s.Targets[i] = o.Targets.Targets[j]
		if !assign.IsNull(s.Targets[i]) {
			s.Kinds[i] = Keyphrase
		}
	}
	return s
}

// mask removes the supervision of slot i.
func (s *Supervision) mask(i int) { s.Kinds[i] = Unimportant }

// take gives slot i a target.
func (s *Supervision) take(i int, target []int32) { s.Targets[i], s.Kinds[i] = target, Potential }
