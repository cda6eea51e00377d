package settrans

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"wrone2set/schemas"
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/text"
)

// line is a phrase on its way.
type line struct {
	slot   int
	tokens []int32
	scores []float32
	null   bool // ∅ was better once
	done   bool
}

func (l line) with(id int32, p float32) line {
	return line{l.slot, append(slices.Clone(l.tokens), id), append(slices.Clone(l.scores), p), l.null, id == text.Eos}
}

// plainly is GreedyBoth's search for one document, each probability from a decoder that reads the line anew.
func plainly(t *testing.T, m *Model[float32], memory *Memory[float32], doc int, o GreedyOptions) (own, others []line) {
	for n := range m.Slots {
		own = append(own, line{slot: n})
	}
	later := 0
	for step := range m.PhraseLen {
		seen := map[string]bool{}
		var offers []line
		for i := range own {
			own[i].done = own[i].done || own[i].null && product(own[i].scores) < o.Floor
			grow(t, m, memory, doc, &own[i], seen, &offers, step)
		}
		for i := range others {
			if others[i].done = others[i].done || product(others[i].scores) < o.Floor; !others[i].done {
				grow(t, m, memory, doc, &others[i], seen, &offers, step)
			}
		}
		slices.SortStableFunc(offers, func(a, b line) int { return cmp.Compare(product(b.scores), product(a.scores)) })
		first := 0
		for _, l := range offers {
			key := fmt.Sprint(l.tokens)
			switch {
			case seen[key]:
			case step == 0 && first < o.Branching.First && product(l.scores) >= o.Floor:
				first++
				seen[key] = true
				others = append(others, l)
			case step > 0 && later < o.Branching.Later && product(l.scores) >= max(o.Branching.Least, o.Floor):
				later++
				seen[key] = true
				others = append(others, l)
			}
		}
	}
	return own, others
}

// grow adds the best word to a line, and offers what could stand there instead.
func grow(t *testing.T, m *Model[float32], memory *Memory[float32], doc int, l *line, seen map[string]bool, offers *[]line, step int) {
	if l.done {
		return
	}
	d := m.Decoder(nil, memory, 0)
	defer d.Free()
	if err := d.Begin([]Row{{Doc: doc, Slot: l.slot}}); err != nil {
		t.Fatal(err)
	}
	for _, id := range append([]int32{text.Bos}, l.tokens...) {
		if err := d.Step([]int32{id}); err != nil {
			t.Fatal(err)
		}
	}
	p := make([]float32, m.Vocab+int(memory.Docs.OOV[doc]))
	d.Distribution(0, p)
	best, q := d.Best(0)
	before := *l
	*l = before.with(best, q)
	if chosen, _ := d.Choose(0); chosen == text.Null {
		l.null = true
	}
	seen[fmt.Sprint(l.tokens)] = true
	words := slices.Clone(memory.Docs.extended(doc))
	slices.Sort(words)
	if step > 0 {
		words = append([]int32{text.Eos}, words...)
	}
	for _, id := range slices.Compact(words) {
		if id != best && (id == text.Eos || int(id) >= len(text.Specials)) {
			*offers = append(*offers, before.with(id, p[id]))
		}
	}
}

// TestBranching holds the alternatives against a search that reads every line anew, and what slots write by themselves
// against what they write without alternatives.
func TestBranching(t *testing.T) {
	c := small
	c.Dropout = 0
	ex := examples(c, 6)
	ex[0].Extended[1] = text.Unk // a word beyond those that the document can copy
	m := torn[float32](t, ex)
	memory := encode(t, m, nil, pack(t, ex))
	defer memory.Free()
	alone, err := m.GreedyBoth(nil, memory, GreedyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, o := range []GreedyOptions{
		{Branching: Branching{First: 3}},
		{Branching: Branching{Later: 4}},
		{Branching: Branching{First: 2, Later: 5, Least: 1e-3}},
		{Branching: Branching{First: 100, Later: 100, Least: 1e-3}, Floor: 2e-2},
		{Branching: Branching{First: 4, Later: 9}, Floor: 1e-4},
		{Branching: Branching{First: 4, Later: 1000, Least: 1e-2}},
	} {
		both, err := m.GreedyBoth(kernel.NewWorkers(3), memory, o)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(both.Free) != fmt.Sprint(alone.Free) || o.Floor == 0 && fmt.Sprint(both.Forced) != fmt.Sprint(alone.Forced) {
			t.Errorf("%+v changes what slots write by themselves", o.Branching)
		}
		for doc := range ex {
			o := o
			_, want := plainly(t, m, memory, doc, o)
			got := both.Alternatives[doc]
			if len(got) != len(want) {
				t.Errorf("%+v: document %d has %d alternatives, want %d", o.Branching, doc, len(got), len(want))
				continue
			}
			for k, a := range got {
				w := want[k]
				if a.Slot != w.slot || fmt.Sprint(a.Tokens, a.Scores) != fmt.Sprint(w.tokens, w.scores) || len(a.Attended) != len(a.Tokens) ||
					a.Null != both.Forced[doc][a.Slot].Null {
					t.Errorf("%+v: document %d, alternative %d: slot %d %v %v ∅ %v, want slot %d %v %v", o.Branching, doc, k, a.Slot, a.Tokens, a.Scores, a.Null, w.slot, w.tokens, w.scores)
				}
				counts["all"]++
				if a.Tokens[len(a.Tokens)-1] == text.Eos {
					counts["ended"]++
				}
			}
		}
	}
	if counts["all"] < 50 || counts["ended"] == 0 {
		t.Errorf("too few alternatives to tell: %v", counts)
	}
}

// TestBranchingAlone: a document has the same alternatives in whatever company.
func TestBranchingAlone(t *testing.T) {
	ex := examples(small, 5)
	m := torn[float32](t, ex)
	o := GreedyOptions{Branching: Branching{First: 5, Later: 7, Least: 1e-3}}
	ask := func(ex []schemas.Example) [][]Alternative[float32] {
		memory := encode(t, m, nil, pack(t, ex))
		defer memory.Free()
		both, err := m.GreedyBoth(nil, memory, o)
		if err != nil {
			t.Fatal(err)
		}
		return both.Alternatives
	}
	together := ask(ex)
	for i := range ex {
		if alone := ask(ex[i : i+1]); fmt.Sprint(alone[0]) != fmt.Sprint(together[i]) || len(alone[0]) == 0 {
			t.Errorf("document %d: alone %v, with others %v", i, alone[0], together[i])
		}
	}
	if n := m.pool.Lent(); n != 0 {
		t.Errorf("%d slices are still lent", n)
	}
}
