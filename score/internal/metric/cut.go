package metric

import (
	"cmp"
	"fmt"
	"strconv"
)

// K is a cut of the ranked predictions: a positive number of phrases, or one of M, O and G. The zero K is not a cut.
type K int

// The cuts that depend on the document.
const (
	M K = -1 // every prediction of the kind
	O K = -2 // the number of targets of the kind
	G K = -3 // the larger of predictions and targets
)

// MaxK is the largest fixed cut that ParseK accepts.
const MaxK = 10_000

// names are those of the cuts that depend on the document.
var names = map[K]string{M: "M", O: "O", G: "G"}

// ParseK parses "5", "M", "O" or "G". Anything else is an error.
func ParseK(s string) (K, error) {
	for k, name := range names {
		if s == name {
			return k, nil
		}
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > MaxK {
		return 0, fmt.Errorf("cut %q: want a number from 1 to %d, M, O or G", s, MaxK)
	}
	return K(n), nil
}

// String returns the form that ParseK parses.
func (k K) String() string { return cmp.Or(names[k], strconv.Itoa(int(k))) }

// Depth returns the number of phrases that the cut takes from a document with these numbers of predictions and
// targets of the kind. It may exceed predictions.
func (k K) Depth(predictions, targets int) int {
	switch k {
	case M:
		return predictions
	case O:
		return targets
	case G:
		return max(predictions, targets)
	}
	return int(k)
}
