package step

import (
	"math"
	"testing"

	"github.com/wrone2set/wrone2set/train/internal/assign"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// The first step in detail: rollouts, match scores, matching, re-assignment.
func TestAssign(t *testing.T) {
	eachSeed(t, func(t *testing.T, k *kit) {
		want := k.tensors(t, "assign")
		m := modelOf[float32](t, k)
		o := k.objective(k.objectiveOf("wr"))
		memory, err := m.Encode(nil, k.batch.Docs)
		if err != nil {
			t.Fatal(err)
		}
		defer memory.Free()
		rolled, err := roll(o, nil, m, memory, k.batch)
		if err != nil {
			t.Fatal(err)
		}
		n, half := k.slots.Number, k.slots.Number/2
		var largest float64
		for d, f := range k.batch.Fixed {
			s := rolled.observed(d)
			for i := range n {
				compareInts(t, d, "vanilla_tokens", s.Vanilla[i], want.ints("vanilla_tokens")[(d*n+i)*k.steps:])
				compareInts(t, d, "nonnull_tokens", s.NonNull[i], want.ints("nonnull_tokens")[(d*n+i)*k.steps:])
			}
			for h, name := range []string{"match_score_present", "match_score_absent"} {
				scores := assign.Scores(f, h*half, (h+1)*half, k.steps, rolled.probability(d))
				for i, w := range want.floats(name)[d*half*half:][:half*half] {
					largest = max(largest, math.Abs(float64(scores[i])-w))
				}
			}
			var column []int32
			for _, j := range s.Column {
				column = append(column, int32(j))
			}
			compareInts(t, d, "match_col", column, want.ints("match_col")[d*n:])
			before, after := wr.Off.Apply(s), wr.Released.Apply(s)
			for i := range n {
				at := (d*n + i) * k.slots.Length
				compareInts(t, d, "assigned_target", padded(before.Targets[i], k.slots.Length), want.ints("assigned_target")[at:])
				compareInts(t, d, "reassigned_target", padded(after.Targets[i], k.slots.Length), want.ints("reassigned_target")[at:])
				for j, one := range want.floats("reassigned_mask")[at:][:k.slots.Length] {
					if (one == 1) != (j < len(after.Targets[i])) {
						t.Errorf("document %d slot %d: mask %g at %d, target %v", d, i, one, j, after.Targets[i])
					}
				}
				if w := want.floats("slot_weight")[d*n+i]; (w == 0) != after.Masked[i] {
					t.Errorf("document %d slot %d: masked %v, weight %g", d, i, after.Masked[i], w)
				}
			}
			k.compareHits(t, want, d, s, before, after)
		}
		t.Logf("largest difference of match scores %.2g", largest)
		if largest > 2e-6 {
			t.Errorf("match scores differ by %.2g", largest)
		}
	})
}

// compareHits counts hits from tokens and targets, and compares them with the kit's counts.
func (k *kit) compareHits(t *testing.T, want file, d int, s wr.Observed, before, after wr.Supervision) {
	n := k.slots.Number
	sum := func(ids []int32) (s int32) {
		for _, id := range ids[:min(k.steps, len(ids))] {
			s += id
		}
		return s
	}
	taken, err := want.f.Tensor("reassigned")
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		var all, own float64
		for j := range n {
			if before.Kinds[i] == wr.Null && sum(s.NonNull[i]) == sum(before.Targets[j]) {
				all++
				if (i < n/2) == (j < n/2) {
					own++
				}
			}
		}
		if before.Kinds[i] == wr.Null && (all != want.floats("hits_all")[d*n+i] || own != want.floats("hits_own_half")[d*n+i]) {
			t.Errorf("document %d slot %d: %g hits, %g in its half; want %g and %g", d, i, all, own,
				want.floats("hits_all")[d*n+i], want.floats("hits_own_half")[d*n+i])
		}
		if got, w := after.Kinds[i] == wr.Potential, taken.Data.([]uint8)[d*n+i] == 1; got != w {
			t.Errorf("document %d slot %d: re-assigned %v, want %v", d, i, got, w)
		}
	}
}

func compareInts(t *testing.T, d int, what string, got []int32, want []int64) {
	t.Helper()
	for i, g := range got {
		if int64(g) != want[i] {
			t.Errorf("document %d: %s %v, want %v", d, what, got, want[:len(got)])
			return
		}
	}
}
