package slots

import (
	"cmp"
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// line is a phrase, finished or not.
type line struct {
	slot   int
	tokens []int32
	scores []float32
	null   bool // ∅ was the most probable at some step
	done   bool
	said   int // words before that ∅
	leader int // the slot of the line that goes on for this one from the second word on, or its own
}

func (l line) with(id int32, p float32) line {
	l.tokens, l.scores, l.done = append(slices.Clone(l.tokens), id), append(slices.Clone(l.scores), p), id == text.Eos
	return l
}

// plainly is the search of Greedy for one document, without incremental decoding: each probability comes from a
// decoder that reads the line from its start.
func plainly(t *testing.T, m *Model[float32], memory *Memory[float32], doc int, o GreedyOptions) (own, others []line, chances map[int32]Chance) {
	chances = map[int32]Chance{}
	for n := range m.Slots {
		own = append(own, line{slot: n, leader: n})
	}
	later := 0
	for step := range m.PhraseLen {
		seen := map[string]bool{}
		var offers []line
		for i := range own {
			own[i].done = own[i].done || own[i].null && product(own[i].scores) < o.Floor
			grow(t, m, memory, doc, &own[i], seen, &offers, chances, o)
		}
		for i := range others {
			if others[i].done = others[i].done || product(others[i].scores) < o.Floor; !others[i].done {
				grow(t, m, memory, doc, &others[i], seen, &offers, chances, o)
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
		if o.Branching.Merge && step == 0 {
			merge(own, o.Floor)
		}
	}
	for i := range own {
		if own[i].leader != i {
			own[i].follow(own[own[i].leader])
		}
	}
	return own, others, chances
}

// merge finds, after the first word, the lines that go on for others: those that may still choose ∅ first, then the most probable.
func merge(own []line, floor float64) {
	goesOn := func(l line) bool { return !l.done && !(l.null && product(l.scores) < floor) }
	for i := range own {
		for k, l := range own {
			if best := own[own[i].leader]; goesOn(own[i]) && goesOn(l) && l.tokens[0] == best.tokens[0] &&
				(best.null && !l.null || best.null == l.null && (l.scores[0] > best.scores[0] || l.scores[0] == best.scores[0] && k < best.slot)) {
				own[i].leader = k
			}
		}
	}
	for i := range own {
		own[i].done = own[i].done || own[i].leader != i
	}
}

// follow adds the words of the line that went on for l.
func (l *line) follow(leader line) {
	l.tokens, l.scores = append(slices.Clone(l.tokens), leader.tokens[1:]...), append(slices.Clone(l.scores), leader.scores[1:]...)
	if !l.null && leader.null {
		l.null, l.said = true, leader.said
	}
}

// grow adds the best word to a line, offers the other words of the document, and updates their chances.
func grow(t *testing.T, m *Model[float32], memory *Memory[float32], doc int, l *line, seen map[string]bool, offers *[]line, chances map[int32]Chance, o GreedyOptions) {
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
	if chosen, _ := d.Choose(0); chosen == text.Null && !l.null {
		l.null, l.said = true, len(before.tokens)
	}
	seen[fmt.Sprint(l.tokens)] = true
	words := slices.Clone(memory.Docs.extended(doc))
	slices.Sort(words)
	step := len(before.tokens)
	for _, id := range slices.Compact(slices.Clone(words)) {
		c, product := chances[id], product(before.with(id, p[id]).scores)
		switch {
		case int(id) < len(text.Specials):
		case step == 0 && product >= o.Floor:
			c.Opens = 1 - (1-c.Opens)*(1-float64(p[id])/(1-float64(p[text.Null])))
		case step > 0 && product >= max(o.Floor, o.Branching.Least):
			c.GoesOn = max(c.GoesOn, product)
		}
		chances[id] = c
	}
	if step > 0 {
		words = append([]int32{text.Eos}, words...)
	}
	for _, id := range slices.Compact(words) {
		if id != best && (id == text.Eos || int(id) >= len(text.Specials)) {
			*offers = append(*offers, before.with(id, p[id]))
		}
	}
}

// TestQueue: the queue yields branches by falling product, then rising row, then rising id.
func TestQueue(t *testing.T) {
	var want []branch[float32]
	for _, p := range []float64{.5, .25, .125} {
		for row := range 3 {
			for id := range int32(3) {
				want = append(want, branch[float32]{row: row, id: id, product: p})
			}
		}
	}
	q := queue[float32](slices.Clone(want))
	rand.New(rand.NewPCG(5, 6)).Shuffle(len(q), q.Swap)
	heap.Init(&q)
	for i, w := range want {
		if got := heap.Pop(&q).(branch[float32]); got != w {
			t.Fatalf("branch %d is %+v, want %+v", i, got, w)
		}
	}
}

// TestBranching compares the alternatives with those of plainly, and the slots' own phrases with those without Branching.
func TestBranching(t *testing.T) {
	c := small
	c.Dropout = 0
	ex := examples(c, 6)
	ex[0].Extended[1] = text.Unk // a word that the document cannot copy
	m := torn[float32](t, ex)
	memory := encode(t, m, nil, pack(t, ex))
	defer memory.Free()
	alone := say(t, m, nil, memory, GreedyOptions{})
	counts := map[string]int{}
	for _, o := range []GreedyOptions{
		{Branching: choose.Branching{First: 3}},
		{Branching: choose.Branching{Later: 4}},
		{Branching: choose.Branching{First: 2, Later: 5, Least: 1e-3}},
		{Branching: choose.Branching{First: 100, Later: 100, Least: 1e-3}, Floor: 2e-2},
		{Branching: choose.Branching{First: 4, Later: 9}, Floor: 1e-4},
		{Branching: choose.Branching{First: 4, Later: 1000, Least: 1e-2}},
	} {
		both := say(t, m, kernel.NewWorkers(3), memory, o)
		if fmt.Sprint(both.Vanilla) != fmt.Sprint(alone.Vanilla) || o.Floor == 0 && fmt.Sprint(both.NonNull) != fmt.Sprint(alone.NonNull) {
			t.Errorf("%+v changes the slots' own phrases", o.Branching)
		}
		for doc := range ex {
			o := o
			_, want, chances := plainly(t, m, memory, doc, o)
			for k, c := range both.Chances[doc] {
				if want := chances[c.ID]; math.Abs(c.Opens-want.Opens) > 1e-12 || c.GoesOn != want.GoesOn || k > 0 && c.ID <= both.Chances[doc][k-1].ID {
					t.Errorf("%+v: document %d, %+v, want %+v", o, doc, c, want)
				}
				counts["chances"] += int(math.Ceil(c.Opens) * math.Ceil(c.GoesOn))
			}
			if len(both.Chances[doc]) != len(chances) {
				t.Errorf("%+v: document %d has chances of %d words, want %d", o, doc, len(both.Chances[doc]), len(chances))
			}
			holdAlternatives(t, fmt.Sprintf("%+v: document %d", o, doc), both, doc, want)
			for _, a := range both.Alternatives[doc] {
				counts["all"]++
				if a.Tokens[len(a.Tokens)-1] == text.Eos {
					counts["ended"]++
				}
			}
		}
	}
	if counts["all"] < 50 || counts["ended"] == 0 || counts["chances"] < 50 {
		t.Errorf("too few alternatives for a test: %v", counts)
	}
}

// holdAlternatives compares the alternatives of a document with lines of plainly.
func holdAlternatives(t *testing.T, what string, out *Outputs[float32], doc int, want []line) {
	t.Helper()
	got := out.Alternatives[doc]
	if len(got) != len(want) {
		t.Fatalf("%s has %d alternatives, want %d", what, len(got), len(want))
	}
	for k, a := range got {
		w := want[k]
		if a.Slot != w.slot || fmt.Sprint(a.Tokens, a.Probabilities) != fmt.Sprint(w.tokens, w.scores) || len(a.Attended) != len(a.Tokens) ||
			a.Null != out.NonNull[doc][a.Slot].Null {
			t.Errorf("%s, alternative %d: slot %d %v %v ∅ %v, want slot %d %v %v", what, k, a.Slot, a.Tokens, a.Probabilities, a.Null, w.slot, w.tokens, w.scores)
		}
	}
}

// TestMerge compares rows that are merged with lines of plainly that follow others.
func TestMerge(t *testing.T) {
	c := small
	c.Dropout = 0
	ex := examples(c, 24)
	m := torn[float32](t, ex)
	for i := range m.body.(*transformer[float32]).decoderIn.Control.Weights {
		m.body.(*transformer[float32]).decoderIn.Control.Weights[i] *= 4 // slots differ more
	}
	memory := encode(t, m, nil, pack(t, ex))
	defer memory.Free()
	counts := map[string]int{}
	for _, o := range []GreedyOptions{
		{Branching: choose.Branching{Merge: true}},
		{Branching: choose.Branching{First: 2, Later: 5, Least: 1e-3, Merge: true}},
		{Branching: choose.Branching{First: 100, Later: 100, Least: 1e-3, Merge: true}, Floor: 2e-2},
	} {
		got := say(t, m, kernel.NewWorkers(2), memory, o)
		for doc := range ex {
			own, others, _ := plainly(t, m, memory, doc, o)
			for n, l := range own {
				phrase, vanilla := got.NonNull[doc][n], got.Vanilla[doc][n]
				if fmt.Sprint(phrase.Tokens, phrase.Probabilities) != fmt.Sprint(l.tokens, l.scores) || len(phrase.Attended) != len(l.tokens) {
					t.Errorf("%+v: document %d, slot %d: %v %v, want %v %v", o, doc, n, phrase.Tokens, phrase.Probabilities, l.tokens, l.scores)
				}
				want := l.tokens
				if l.null {
					want = append(slices.Clone(l.tokens[:l.said]), text.Null)
				}
				if !slices.Equal(vanilla.Tokens, want) {
					t.Errorf("%+v: document %d, slot %d with ∅ allowed: %v, want %v", o, doc, n, vanilla.Tokens, want)
				}
				switch {
				case l.leader == n:
					counts["alone or leading"]++
				case !l.null:
					counts["without ∅"]++
				case l.said == 0:
					counts["after ∅"]++
				default:
					counts["with the leader's ∅"]++
				}
			}
			holdAlternatives(t, fmt.Sprintf("%+v: document %d", o, doc), got, doc, others)
		}
	}
	if len(counts) < 4 {
		t.Errorf("too few kinds of merged rows for a test: %v", counts)
	}
}

// TestMergeEqual: of slots that are equally sure of their first word, the first goes on for the others.
func TestMergeEqual(t *testing.T) {
	out := newOutputs[float32](1, 3)
	var next []Next
	for n := range 3 {
		next = append(next, Next{Row: Row{Slot: n}, From: n, Token: 8})
		out.NonNull[0][n].Add(8, .5, 0)
	}
	m := merger[float32]{out: out}
	if left := m.merge(next); len(left) != 1 || left[0].Slot != 0 || len(m.follows) != 2 {
		t.Errorf("rows %+v go on, want that of slot 0 for two others: %+v", left, m.follows)
	}
}

// TestWhole: Whole finishes the phrases of slots that chose ∅ and changes nothing else. That also holds if all slots begin
// with the same words, so that a slot below the floor writes what an alternative would.
func TestWhole(t *testing.T) {
	ex := examples(small, 24)
	m := torn[float32](t, ex)
	for i := range m.body.(*transformer[float32]).decoderIn.Control.Weights {
		m.body.(*transformer[float32]).decoderIn.Control.Weights[i] *= 8 // slots differ more
	}
	memory := encode(t, m, nil, pack(t, ex))
	defer memory.Free()
	alike := func(doc, slot, step int) int32 {
		words := ex[doc].Extended
		if step < small.PhraseLen-1 {
			return words[step%len(words)]
		}
		return words[slot%len(words)]
	}
	scripted := func(doc, slot, step int, free bool) int32 {
		if free && slot%2 == 0 {
			return text.Null
		}
		return alike(doc, slot, step)
	}
	for _, scripts := range []GreedyOptions{{}, {Script: scripted}} {
		ask := func(floor float64, whole bool) *Outputs[float32] {
			o := scripts
			o.Floor, o.Whole, o.Branching = floor, whole, choose.Branching{First: 100, Later: 1000, Least: 1e-9}
			return say(t, m, nil, memory, o)
		}
		without := ask(0, false)
		for _, floor := range []float64{1e-3, 3e-3, .01, .02, .03, .05} {
			cut, whole := ask(floor, false), ask(floor, true)
			if fmt.Sprint(whole.Vanilla) != fmt.Sprint(without.Vanilla) || fmt.Sprint(whole.NonNull) != fmt.Sprint(without.NonNull) {
				t.Errorf("floor %v: slots differ from those without a floor", floor)
			}
			if fmt.Sprint(whole.Alternatives) != fmt.Sprint(cut.Alternatives) || fmt.Sprint(whole.Chances) != fmt.Sprint(cut.Chances) {
				t.Errorf("floor %v: other alternatives or chances", floor)
			}
			if fmt.Sprint(cut.NonNull) == fmt.Sprint(whole.NonNull) {
				t.Errorf("floor %v cuts nothing", floor)
			}
		}
	}
}
