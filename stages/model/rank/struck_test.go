package rank

import (
	"fmt"
	"testing"
)

// TestUnstruck: others come in the place of struck ones; those that would be picked are counted; nil strikes none; the list stays.
func TestUnstruck(t *testing.T) {
	all := []int{1, 2, 3, 4, 5}
	pick := func(of []int) []int { return of[:min(3, len(of))] }
	for _, c := range []struct {
		struck func(int) bool
		want   string
	}{
		{nil, "[1 2 3] 0"}, {func(i int) bool { return i%2 == 0 }, "[1 3 5] 1"}, {func(i int) bool { return i > 3 }, "[1 2 3] 0"}, {func(int) bool { return true }, "[] 3"},
	} {
		picked, n := Unstruck(all, c.struck, pick)
		if got := fmt.Sprint(picked, n); got != c.want || fmt.Sprint(all) != "[1 2 3 4 5]" {
			t.Errorf("%s of %v, want %s", got, all, c.want)
		}
	}
}
