package kernel

import (
	"fmt"
	"testing"
)

// checkSteps compares slots written step by step with Attend to the same keys, to the bit.
func checkSteps[T Float](t *testing.T) {
	for _, s := range [][5]int{{1, 1, 1, 1, 1}, {3, 1, 6, 2, 6}, {40, 6, 6, 6, 192}, {17, 3, 5, 3, 9}, {5, 20, 33, 2, 130}} {
		rows, steps, room, heads, d := s[0], s[1], s[2], s[3], s[4]
		q, k, v := random[T](rows*d, 1), random[T](rows*room*d, 2), random[T](rows*room*d, 3)
		across := make([]T, len(k))
		var segs []Segment
		for i := range rows {
			segs = append(segs, Segment{Q: Range{i, i + 1}, K: Range{i * room, i*room + steps}})
			for j := range room {
				for x := range d {
					across[(i*d+x)*room+j] = k[(i*room+j)*d+x]
				}
			}
		}
		want := make([]T, rows*d)
		Attend(nil, want, nil, q, k, v, segs, heads, d, Drop{})
		for _, threads := range []int{1, 3} {
			got := guarded(t, fmt.Sprint("steps ", s), rows*d, func(x []T) { AttendSteps(NewWorkers(threads), x, q, across, v, rows, steps, room, heads, d) })
			same(t, fmt.Sprint("steps ", s), got, want)
		}
	}
}

func TestAttendSteps(t *testing.T) {
	onPaths(t, checkSteps[float32])
	t.Run("float64", checkSteps[float64])
}
