package slots

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// torn returns a network in which some slots choose ∅ at the first step, some later and some never.
func torn[T kernel.Float](t *testing.T, ex []schemas.Example) *Model[T] {
	t.Helper()
	m := fresh[T](t, small)
	m.head.Gen.B.Weights[0] = 4
	memory := encode(t, m, nil, pack(t, ex))
	defer memory.Free()
	r, err := m.Rollout(nil, memory, RolloutOptions{Steps: 4})
	if err != nil {
		t.Fatal(err)
	}
	// Make ∅ slightly more probable than a word that slots choose.
	width, words := small.Width, m.head.Words.W.Weights
	liked := int(small.ReadAs(r.VanillaTokens(0, 0)[0]))
	for i := range width {
		words[int(text.Null)*width+i] = 1.1 * words[liked*width+i]
	}
	return m
}

// TestGreedyOutputs: the one pass gives the bits of the two passes of Greedy that it replaces.
func TestGreedyOutputs(t *testing.T) {
	ex := examples(small, 24)
	t.Run("float32", func(t *testing.T) { checkBoth(t, torn[float32](t, ex), ex) })
	t.Run("float64", func(t *testing.T) { checkBoth(t, torn[float64](t, ex), ex) })
	t.Run("int8", func(t *testing.T) {
		m := torn[float32](t, ex)
		Quantise(nil, m)
		checkBoth(t, m, ex)
	})
}

func checkBoth[T kernel.Float](t *testing.T, m *Model[T], ex []schemas.Example) {
	memory := encode(t, m, nil, pack(t, ex))
	defer memory.Free()
	for _, length := range []int{0, 1, 2} {
		when := map[int]int{}
		wantFree, err1 := m.Greedy(nil, memory, GreedyOptions{Length: length})
		wantForced, err2 := m.Greedy(nil, memory, GreedyOptions{Length: length, ForbidNull: true})
		both, err := m.GreedyOutputs(kernel.NewWorkers(3), memory, GreedyOptions{Length: length})
		if err != nil || err1 != nil || err2 != nil {
			t.Fatal(err, err1, err2)
		}
		free, forced := both.Vanilla, both.NonNull
		for b := range ex {
			for n := range m.Slots {
				if got, want := fmt.Sprint(free[b][n]), fmt.Sprint(wantFree[b][n]); got != want {
					t.Errorf("document %d, slot %d: with ∅ allowed %s, want %s", b, n, got, want)
				}
				if got, want := fmt.Sprint(forced[b][n]), fmt.Sprint(wantForced[b][n]); got != want {
					t.Errorf("document %d, slot %d: with ∅ forbidden %s, want %s", b, n, got, want)
				}
				when[slices.Index(free[b][n].Tokens, text.Null)]++
			}
		}
		if length == 0 && (when[-1] == 0 || when[0] == 0 || when[1] == 0) {
			t.Errorf("slots choose ∅ at steps %v; the test needs step 0, later ones and never", when)
		}
	}
}

// TestGreedyFloor: a floor cuts exactly the non-null phrases of slots that chose ∅ that fall below it.
func TestGreedyFloor(t *testing.T) {
	ex := examples(small, 24)
	m := torn[float32](t, ex)
	memory := encode(t, m, nil, pack(t, ex))
	defer memory.Free()
	all, err := m.GreedyOutputs(nil, memory, GreedyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const floor = 1e-2
	some, err := m.GreedyOutputs(nil, memory, GreedyOptions{Floor: floor})
	if err != nil {
		t.Fatal(err)
	}
	free, whole, freeToo, forced := all.Vanilla, all.NonNull, some.Vanilla, some.NonNull
	if fmt.Sprint(free) != fmt.Sprint(freeToo) {
		t.Error("the floor changes decoding with ∅ allowed")
	}
	cut, kept := 0, 0
	for b := range ex {
		for n := range m.Slots {
			got, want := forced[b][n], whole[b][n]
			if fmt.Sprint(got) == fmt.Sprint(want) {
				kept++
				continue
			}
			cut++
			k := len(got.Tokens)
			if !slices.Contains(free[b][n].Tokens, text.Null) || want.product() >= floor || got.product() >= floor || !slices.Equal(got.Tokens, want.Tokens[:k]) {
				t.Errorf("document %d, slot %d: %v (%v) was cut to %v (%v)", b, n, want, want.product(), got, got.product())
			}
			short := got
			if short.Scores = short.Scores[:k-1]; short.product() < floor && k > 1 && slices.Index(free[b][n].Tokens, text.Null) < k-1 {
				t.Errorf("document %d, slot %d: %v continues below the floor", b, n, got)
			}
		}
	}
	if cut == 0 || kept == 0 {
		t.Errorf("%d phrases cut, %d kept", cut, kept)
	}
}

func TestGreedyOutputsRefuses(t *testing.T) {
	m := fresh[float32](t, small)
	memory := encode(t, m, nil, pack(t, examples(small, 1)))
	defer memory.Free()
	script := func(_, _, _ int) int32 { return text.Eos }
	for _, o := range []GreedyOptions{{ForbidNull: true}, {RunOn: true}, {Script: script}, {NonNull: script}, {Length: -1}} {
		if _, err := m.GreedyOutputs(nil, memory, o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}

// TestGreedyScripts: slots write what the scripts dictate.
func TestGreedyScripts(t *testing.T) {
	m := fresh[float32](t, small)
	memory := encode(t, m, nil, pack(t, examples(small, 2)))
	defer memory.Free()
	both, err := m.GreedyOutputs(nil, memory, GreedyOptions{
		Script:  func(_, slot, step int) int32 { return []int32{8, text.Null, text.Eos}[min(slot, 1)+step] },
		NonNull: func(_, slot, step int) int32 { return []int32{9, 10, text.Eos}[step] },
	})
	if err != nil {
		t.Fatal(err)
	}
	free, forced := both.Vanilla, both.NonNull
	for b := range free {
		for n := range m.Slots {
			wantFree, wantForced := []int32{8, text.Null}, []int32{8, 10, text.Eos}
			if n > 0 {
				wantFree, wantForced = []int32{text.Null}, []int32{9, 10, text.Eos}
			}
			if !slices.Equal(free[b][n].Tokens, wantFree) || !slices.Equal(forced[b][n].Tokens, wantForced) {
				t.Errorf("slot %d: %v and %v", n, free[b][n].Tokens, forced[b][n].Tokens)
			}
		}
	}
}
