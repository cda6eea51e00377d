package op

import (
	"cmp"
	"slices"

	"wrone2set/stages/nn/kernel"
)

// course is the order in which a recurrence takes the rows of sequences: step by step, and at each step the row of every
// sequence that is not at its end, the longest first. So the rows of a step stand together, and those that go on are the
// first of them: nothing is computed for padding.
type course struct {
	rows      []int32 // [R] the row of the stream
	alive     []int   // sequences at each step; falls
	sequences []int32 // at the first step
}

// newCourse is the course through sequences, or, back, through each from its end to its beginning.
func newCourse(sequences []kernel.Range, back bool) course {
	c := course{sequences: make([]int32, len(sequences))}
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

// gather is y[i] = columns [at, at+d) of row rows[i] of x [·, n].
func gather[T kernel.Float](w *kernel.Workers, y, x []T, rows []int32, d, n, at int) {
	w.Split(len(rows), 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			copy(y[i*d:(i+1)*d], x[int(rows[i])*n+at:])
		}
	})
}

// place is the opposite: columns [at, at+d) of row rows[i] of y [·, n] = x[i]. No row is named twice.
func place[T kernel.Float](w *kernel.Workers, y, x []T, rows []int32, d, n, at int) {
	w.Split(len(rows), 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			copy(y[int(rows[i])*n+at:][:d], x[i*d:(i+1)*d])
		}
	})
}
