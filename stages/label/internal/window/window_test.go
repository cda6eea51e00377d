package window

import (
	"fmt"
	"testing"
)

func TestBatches(t *testing.T) {
	for _, c := range []struct {
		lengths []int
		limits  Limits
		want    string
	}{
		{nil, Limits{2, 10}, "[]"},
		{[]int{0, 0}, Limits{2, 10}, "[]"},
		{[]int{3, 5, 3, 0, 4}, Limits{1, 100}, "[[1] [4] [0] [2]]"},
		{[]int{3, 5, 3, 0, 4}, Limits{3, 100}, "[[1 4 0] [2]]"},
		{[]int{3, 5, 3, 0, 4}, Limits{9, 9}, "[[1 4] [0 2]]"},
		{[]int{3, 50, 3}, Limits{9, 9}, "[[1] [0 2]]"},
		{[]int{4, 4, 4}, Limits{9, 6}, "[[0] [1] [2]]"},
		{[]int{2, 2, 2, 2}, Limits{9, 4}, "[[0 1] [2 3]]"},
	} {
		if got := fmt.Sprint(Batches(c.lengths, c.limits)); got != c.want {
			t.Errorf("%v %v: %s, want %s", c.lengths, c.limits, got, c.want)
		}
	}
}
