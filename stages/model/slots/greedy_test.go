package slots

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// say decodes greedily.
func say[T kernel.Float](t testing.TB, m *Model[T], w *kernel.Workers, memory *Memory[T], o GreedyOptions) *Outputs[T] {
	t.Helper()
	out, err := m.Greedy(w, memory, o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// torn returns a network in which some slots choose ∅ at the first step, some later and some never.
func torn[T kernel.Float](t *testing.T, ex []schemas.Example) *Model[T] {
	t.Helper()
	m := fresh[T](t, small)
	m.head.Gen.B.Weights[0] = 4
	memory := encode(t, m, nil, pack(t, ex))
	defer memory.Free()
	first := say(t, m, nil, memory, GreedyOptions{}).NonNull[0][0].Tokens[0]
	// Make ∅ slightly more probable than a word that slots choose.
	width, words := small.Width, m.head.Words.W.Weights
	liked := int(small.ReadAs(first))
	for i := range width {
		words[int(text.Null)*width+i] = 1.1 * words[liked*width+i]
	}
	return m
}

// TestOutputs: the one pass gives the bits of decoders of a single row with ∅ allowed and with ∅ forbidden.
func TestOutputs(t *testing.T) {
	ex := examples(small, 24)
	t.Run("float32", func(t *testing.T) { checkOutputs(t, torn[float32](t, ex), ex) })
	t.Run("float64", func(t *testing.T) { checkOutputs(t, torn[float64](t, ex), ex) })
	t.Run("int8", func(t *testing.T) {
		m := torn[float32](t, ex)
		Quantise(nil, m)
		checkOutputs(t, m, ex)
	})
}

func checkOutputs[T kernel.Float](t *testing.T, m *Model[T], ex []schemas.Example) {
	memory := encode(t, m, nil, pack(t, ex))
	defer memory.Free()
	queries := make([][]int32, len(ex))
	for b, e := range ex {
		queries[b] = []int32{9, e.Extended[0], int32(20 + b%10)}[:b%4]
	}
	when := map[int]int{}
	for _, o := range []GreedyOptions{{}, {Length: 1}, {Length: 2}, {RunOn: true}, {Length: 4, RunOn: true, Queries: queries}} {
		both := say(t, m, kernel.NewWorkers(3), memory, o)
		o.Vanilla = true
		if got := say(t, m, nil, memory, o).Vanilla; fmt.Sprint(got) != fmt.Sprint(both.Vanilla) {
			t.Fatalf("%+v: other phrases than together with those without ∅", o)
		}
		for _, row := range m.allSlots(len(ex)) {
			vanilla, forced := both.Vanilla[row.Doc][row.Slot], both.NonNull[row.Doc][row.Slot]
			if want := plain(t, m, memory, row, o, false); fmt.Sprint(vanilla) != fmt.Sprint(want) {
				t.Fatalf("%+v: %v with ∅ allowed is %v, want %v", o, row, vanilla, want)
			}
			forced.Asked = nil
			if want := plain(t, m, memory, row, GreedyOptions{Length: o.Length, RunOn: o.RunOn}, true); fmt.Sprint(forced) != fmt.Sprint(want) {
				t.Fatalf("%+v: %v with ∅ forbidden is %v, want %v", o, row, forced, want)
			}
			when[slices.Index(vanilla.Tokens, text.Null)]++
		}
	}
	if when[-1] == 0 || when[0] == 0 || when[1] == 0 {
		t.Errorf("slots choose ∅ at steps %v; the test needs step 0, later ones and never", when)
	}
}

// plain is Greedy for a single row.
func plain[T kernel.Float](t *testing.T, m *Model[T], memory *Memory[T], row Row, o GreedyOptions, forbid bool) (s Written[T]) {
	t.Helper()
	d := m.Decoder(nil, memory, o.Length)
	defer d.Free()
	if o.Queries != nil {
		d.Ask(row.Doc, o.Queries[row.Doc])
	}
	if err := d.Begin([]Row{row}); err != nil {
		t.Fatal(err)
	}
	for id := text.Bos; len(s.Tokens) < d.length; {
		if err := d.Step([]int32{id}); err != nil {
			t.Fatal(err)
		}
		var p T
		if id, p = d.Choose(0); forbid {
			id, p = d.Best(0)
		}
		if len(s.Tokens) == 0 {
			s.Null = d.Null(0)
		}
		if o.Queries != nil {
			var asked []T
			for _, id := range o.Queries[row.Doc] {
				asked = append(asked, d.Probability(0, id))
			}
			s.Asked = append(s.Asked, asked)
		}
		if s.Add(id, p, d.Attended(0)); !o.RunOn && (id == text.Eos || id == text.Null) {
			break
		}
	}
	return s
}

// TestGreedyFloor: a floor cuts exactly the non-null phrases of slots that chose ∅ that fall below it.
func TestGreedyFloor(t *testing.T) {
	ex := examples(small, 24)
	m := torn[float32](t, ex)
	memory := encode(t, m, nil, pack(t, ex))
	defer memory.Free()
	const floor = 1e-2
	all, some := say(t, m, nil, memory, GreedyOptions{}), say(t, m, nil, memory, GreedyOptions{Floor: floor})
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
			if short.Probabilities = short.Probabilities[:k-1]; short.product() < floor && k > 1 && slices.Index(free[b][n].Tokens, text.Null) < k-1 {
				t.Errorf("document %d, slot %d: %v continues below the floor", b, n, got)
			}
		}
	}
	if cut == 0 || kept == 0 {
		t.Errorf("%d phrases cut, %d kept", cut, kept)
	}
}

func TestGreedyRefuses(t *testing.T) {
	m := fresh[float32](t, small)
	memory := encode(t, m, nil, pack(t, examples(small, 1)))
	defer memory.Free()
	first := choose.Branching{First: 1}
	for _, o := range []GreedyOptions{{Length: -1}, {Length: MaxSource + 1}, {Queries: [][]int32{{8}, {9}}}, {Vanilla: true, Branching: first},
		{RunOn: true, Branching: first}, {RunOn: true, Floor: .1},
		{Branching: choose.Branching{Merge: true}, Script: func(_, _, _ int, _ bool) int32 { return 8 }}} {
		if _, err := m.Greedy(nil, memory, o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	for i := range m.head.OutputFC.W.Weights {
		m.head.OutputFC.W.Weights[i] = math.MaxFloat32
	}
	if _, err := m.Greedy(nil, memory, GreedyOptions{}); !errors.Is(err, ErrNotFinite) || !strings.Contains(err.Error(), "step 1: ") {
		t.Errorf("error %v, want ErrNotFinite at step 1", err)
	}
}

// TestGreedyScripts: slots write what the script dictates.
func TestGreedyScripts(t *testing.T) {
	m := fresh[float32](t, small)
	memory := encode(t, m, nil, pack(t, examples(small, 2)))
	defer memory.Free()
	both := say(t, m, nil, memory, GreedyOptions{Script: func(_, slot, step int, free bool) int32 {
		if free {
			return []int32{8, text.Null, text.Eos}[min(slot, 1)+step]
		}
		return []int32{9, 10, text.Eos}[step]
	}})
	for b := range both.Vanilla {
		for n := range m.Slots {
			wantFree, wantForced := []int32{8, text.Null}, []int32{8, 10, text.Eos}
			if n > 0 {
				wantFree, wantForced = []int32{text.Null}, []int32{9, 10, text.Eos}
			}
			if vanilla, forced := both.Vanilla[b][n].Tokens, both.NonNull[b][n].Tokens; !slices.Equal(vanilla, wantFree) || !slices.Equal(forced, wantForced) {
				t.Errorf("slot %d: %v and %v", n, vanilla, forced)
			}
		}
	}
}
