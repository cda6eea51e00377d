package output

import (
	"strings"
	"testing"
)

// TestBucketMadeMeanwhile: a run that looked for its output before another one finished the folder does not replace it, with Force
// neither. With the same settings it finds the other's output, and one that looks afterwards replaces it.
func TestBucketMadeMeanwhile(t *testing.T) {
	for _, c := range []struct {
		name         string
		old          bool // there is an output of other settings from the start
		force, again bool // again: the run looks again when the other one has finished
		seed         int
		taken        bool
	}{
		{name: "nothing", seed: 1, taken: true}, {name: "an old output", old: true, seed: 1, taken: true}, {name: "with Force", old: true, force: true, seed: 1, taken: true},
		{name: "looks again", seed: 1, again: true}, {name: "the same settings", seed: 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			at, dir := memory(t), "mem://b/out"
			if c.old {
				if err := made(t.Context(), 0, stored(at, dir, 3), "old"); err != nil {
					t.Fatal(err)
				}
			}
			late := stored(at, dir, c.seed)
			late.Force = c.force
			look := func() {
				if done, err := late.Made(); done != nil || err != nil {
					t.Fatal(done, err)
				}
			}
			look()
			other := stored(at, dir, 2)
			if err := made(t.Context(), 0, other, "two"); err != nil {
				t.Fatal(err)
			}
			if c.again {
				look()
			}
			err, text := made(t.Context(), 0, late, "late"), "two"
			if c.again {
				text = "late"
			}
			if taken := err != nil && strings.Contains(err.Error(), "another run took the folder over"); taken != c.taken || err != nil && !taken {
				t.Errorf("%v", err)
			}
			holds(t, at, 0, dir, text)
		})
	}
}
