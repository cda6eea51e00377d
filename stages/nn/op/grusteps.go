package op

import (
	"cmp"
	"slices"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// stepOrder is the order in which a recurrence processes the rows of sequences: step by step, and at each step the row of
// every sequence that has not ended, the longest sequence first. The rows of a step are therefore consecutive, and the
// sequences that continue are the first of them: nothing is computed for padding.
type stepOrder struct {
	rows      []int32 // [R] rows of the stream
	alive     []int   // sequences at each step; falls
	sequences []int32 // sequences in the order of the first step
}

// newStepOrder returns the order of steps through sequences; with back, through each from its end to its beginning.
func newStepOrder(sequences []kernel.Range, back bool) stepOrder {
	c := stepOrder{sequences: make([]int32, len(sequences))}
	for i := range c.sequences {
		c.sequences[i] = int32(i)
	}
	slices.SortStableFunc(c.sequences, func(i, j int32) int { return cmp.Compare(sequences[j].Len(), sequences[i].Len()) })
	for alive := len(sequences); alive > 0; {
		t := len(c.alive)
		for alive > 0 && sequences[c.sequences[alive-1]].Len() <= t {
			alive--
		}
		if alive == 0 {
			break
		}
		for _, i := range c.sequences[:alive] {
			row := sequences[i].Lo + t
			if back {
				row = sequences[i].Hi - 1 - t
			}
			c.rows = append(c.rows, int32(row))
		}
		c.alive = append(c.alive, alive)
	}
	return c
}

// gather computes y[i] = columns [at, at+d) of row rows[i] of x [·, n].
func gather[T kernel.Float](w *kernel.Workers, y, x []T, rows []int32, d, n, at int) {
	w.Split(len(rows), 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			copy(y[i*d:(i+1)*d], x[int(rows[i])*n+at:])
		}
	})
}

// place is the inverse: columns [at, at+d) of row rows[i] of y [·, n] become x[i]. No row may occur twice.
func place[T kernel.Float](w *kernel.Workers, y, x []T, rows []int32, d, n, at int) {
	w.Split(len(rows), 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			copy(y[int(rows[i])*n+at:][:d], x[i*d:(i+1)*d])
		}
	})
}
