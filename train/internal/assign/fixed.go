package assign

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Slots is the number of slots of a document and their length.
type Slots struct {
	Number int // N, the slots of a document, even and at least 2; the first half is for present phrases
	Length int // L, tokens a slot emits, <eos> included; phrases of more than L-1 words are dropped
	// Copies is the number of slots that a keyphrase is assigned to, as long as its half has room for another copy of
	// all keyphrases before it; 0 and 1 are the paper's one.
	Copies int
}

// Fixed is the targets of one document, one per row. Row i belongs to the present
// half if i < Present, else to the absent half. Within a half the keyphrases come
// first, in gold order, then their copies, then the ∅ targets.
type Fixed struct {
	Targets [][]int32 // extended ids: the words of a phrase and <eos>, or <null> alone
	Present int       // rows of the present half
}

// Fix assigns the gold targets of a document (extended ids, the entry [<peos>]
// between present and absent phrases) to rows. It copies the targets. The error is
// ErrNoPeos.
func (s Slots) Fix(gold [][]int32) (Fixed, error) {
	half := s.Number / 2
	f := Fixed{Targets: make([][]int32, 0, s.Number), Present: half}
	kept, parted := 0, false
	for _, words := range gold {
		switch {
		case text.IsPeos(words) && !parted:
			parted = true
			s.repeat(&f, 0, half)
			f.pad(half)
			kept = 0
		case len(words) < s.Length && kept < half:
			f.Targets = append(f.Targets, slices.Concat(words, []int32{text.Eos}))
			kept++
		}
	}
	if !parted {
		return Fixed{}, text.ErrNoPeos
	}
	s.repeat(&f, half, 2*half)
	f.pad(2 * half)
	return f, nil
}

// repeat appends the copies of the targets from lo on, in their order, until there are hi rows.
func (s Slots) repeat(f *Fixed, lo, hi int) {
	own := f.Targets[lo:]
	for range s.Copies - 1 {
		f.Targets = append(f.Targets, own[:min(len(own), hi-len(f.Targets))]...)
	}
}

// pad appends ∅ targets until there are n rows.
func (f *Fixed) pad(n int) {
	for len(f.Targets) < n {
		f.Targets = append(f.Targets, []int32{text.Null})
	}
}

// IsNull reports whether a target is ∅.
func IsNull(target []int32) bool { return target[0] == text.Null }

// Half returns the rows [lo, hi) of the half that contains row.
func (f Fixed) Half(row int) (lo, hi int) {
	if row < f.Present {
		return 0, f.Present
	}
	return f.Present, len(f.Targets)
}

// Slot returns the slot of the model for a row: a present row's own number, or an
// absent row counted from the middle of the N slots. The row and the slot differ
// only for targets that were narrowed.
func (s Slots) Slot(f Fixed, row int) int {
	if row < f.Present {
		return row
	}
	return s.Number/2 + row - f.Present
}

// Count returns the number of keyphrase targets of each half.
func (f Fixed) Count() (present, absent int) {
	for i, t := range f.Targets {
		switch {
		case IsNull(t):
		case i < f.Present:
			present++
		default:
			absent++
		}
	}
	return present, absent
}

// Narrow keeps the first present and absent rows of the halves, which must have as many. It is the padding of
// a batch whose largest counts these are (the paper's SetTrans with batching).
// Keyphrases come first, so with at least Count rows none
// is lost. The rows are shared with f.
func (f Fixed) Narrow(present, absent int) Fixed {
	return Fixed{Targets: slices.Concat(f.Targets[:present], f.Targets[f.Present:][:absent]), Present: present}
}
