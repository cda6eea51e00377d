package sequence

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// The recurrent body has the properties that package slots tests for the Transformer, in tests of the same names.

func TestDecoderIsTheGraph(t *testing.T) {
	t.Run("sequences", func(t *testing.T) { testDecoderIsTheGraph(t, statesOf(CatSeq), sequences) })
	t.Run("pairs", func(t *testing.T) { testDecoderIsTheGraph(t, statesOf(One2One), pairs) })
}

func TestDocumentsAreIndependent(t *testing.T) { testDocumentsAreIndependent(t, statesOf(CatSeq)) }

func TestMemorySettles(t *testing.T) { testMemorySettles(t, statesOf(CatSeq), sequences) }

func TestEncodeGroups(t *testing.T) { testEncodeGroups(t, statesOf(CatSeq), 20) }

func TestLossGradient(t *testing.T) {
	t.Run("sequences", func(t *testing.T) { testLossGradient(t, statesOf(CatSeq), sequences) })
	t.Run("pairs", func(t *testing.T) { testLossGradient(t, statesOf(One2One), pairs) })
}

func TestRunsAreEqual(t *testing.T) { testRunsAreEqual(t, statesOf(CatSeq), sequences) }

func TestQuantisedRuns(t *testing.T) { testQuantisedRuns(t, statesOf(CatSeq)) }

func testDecoderIsTheGraph(t *testing.T, c slots.Config, some func(slots.Docs) []slots.Target) {
	c.Dropout = 0
	m := fresh[float32](t, c)
	d := pack(t, examples(c, 5))
	targets := some(d)
	r, err := learn(m.Model, nil, d, targets, nil, 1, slots.Train{})
	if err != nil {
		t.Fatal(err)
	}
	memory := encode(t, m, nil, d)
	dec := m.Decoder(nil, memory, 0)
	every := make([]int32, c.Vocab)
	for i := range every {
		every[i] = int32(i)
	}
	for b := range d.Len() {
		dec.Ask(b, every)
	}
	at := 0
	var g gap
	for i, y := range targets {
		if err := dec.Begin([]slots.Row{{Doc: y.Doc, Slot: y.Slot}}); err != nil {
			t.Fatal(err)
		}
		input := text.Bos
		for j, id := range y.Tokens {
			if err := dec.Step([]int32{input}); err != nil {
				t.Fatal(err)
			}
			if j == 0 {
				g.one(fmt.Sprint("∅ of target ", i), float64(dec.Null(0)), float64(r.Null[i]))
			}
			g.one(fmt.Sprint("target ", i, " token ", j), float64(dec.Probability(0, id)), float64(r.P[at]))
			dist := make([]float32, c.Vocab+int(d.OOV[y.Doc]))
			sum := 0.0
			for id := range dist {
				dist[id] = dec.Probability(0, int32(id))
				sum += float64(dist[id])
			}
			g.one("sum of the distribution", sum, 1)
			best, p := dec.Choose(0)
			if dist[best] != p || slices.Max(dist) != p || kernel.ArgMax(dist) != int(best) {
				t.Errorf("target %d, token %d: chose %d of %v; the largest is %d of %v", i, j, best, p, kernel.ArgMax(dist), slices.Max(dist))
			}
			dist[text.Null] = -1
			if best, p := dec.Best(0); dist[best] != p || kernel.ArgMax(dist) != int(best) {
				t.Errorf("target %d, token %d: best other than ∅ is %d of %v; the largest is %d", i, j, best, p, kernel.ArgMax(dist))
			}
			input = id
			at++
		}
	}
	g.within(t, "probabilities", 1e-5)
	dec.Free()
	memory.Free()
	if n := pool(m, memory).Lent(); n != 0 {
		t.Errorf("%d slices are still lent", n)
	}
}

func testDocumentsAreIndependent(t *testing.T, c slots.Config) {
	m := fresh[float32](t, c)
	ex := examples(c, 6)
	all := pack(t, ex)
	together := encode(t, m, nil, all)
	written, err := m.Greedy(nil, together, slots.GreedyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for b := range ex {
		alone := encode(t, m, nil, pack(t, ex[b:b+1]))
		s := all.Span(b)
		if !slices.Equal(alone.X, together.X[s.Lo*c.Width:s.Hi*c.Width]) {
			t.Errorf("document %d: another memory alone", b)
		}
		w, err := m.Greedy(nil, alone, slots.GreedyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(w.Vanilla[0]) != fmt.Sprint(written.Vanilla[b]) {
			t.Errorf("document %d: %v alone, %v in the batch", b, w.Vanilla[0], written.Vanilla[b])
		}
		alone.Free()
	}
}

func testMemorySettles(t *testing.T, c slots.Config, some func(slots.Docs) []slots.Target) {
	m := fresh[float32](t, c)
	d := pack(t, examples(c, 5))
	var room *op.Pool[float32]
	step := func(i int) {
		memory := encode(t, m, nil, d)
		room = pool(m, memory)
		if _, err := m.Greedy(nil, memory, slots.GreedyOptions{RunOn: true, Length: 2}); err != nil {
			t.Fatal(err)
		}
		memory.Free()
		m.ZeroGrad()
		if _, err := learn(m.Model, nil, d, some(d), nil, 1, slots.Train{Step: uint64(i)}); err != nil {
			t.Fatal(err)
		}
		if n := room.Lent(); n != 0 {
			t.Fatalf("step %d: %d slices are still lent", i, n)
		}
	}
	step(0)
	size := room.Cap()
	for i := range 5 {
		step(i)
	}
	if room.Cap() != size {
		t.Errorf("the pool grew from %d to %d elements", size, room.Cap())
	}
}

func testEncodeGroups(t *testing.T, c slots.Config, n int) {
	var ex []schemas.Example
	for i := range n {
		e := schemas.Example{ID: fmt.Sprint(i)}
		for j := range 290 + 20*i {
			e.Source = append(e.Source, int32(7+(5*i+3*j)%(c.Vocab-7)))
		}
		e.Extended = e.Source
		ex = append(ex, e)
	}
	plain, packed := fresh[float32](t, c), fresh[float32](t, c)
	packed.Pack(nil)
	docs := pack(t, ex)
	memory := encode(t, packed, kernel.NewWorkers(2), docs)
	defer memory.Free()
	written, err := packed.Greedy(nil, memory, slots.GreedyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for b := range ex {
		alone := encode(t, plain, nil, pack(t, ex[b:b+1]))
		s := docs.Span(b)
		if !slices.Equal(memory.X[s.Lo*c.Width:s.Hi*c.Width], alone.X) {
			t.Errorf("document %d: another memory than alone", b)
		}
		own, err := plain.Greedy(nil, alone, slots.GreedyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(own.Vanilla[0]) != fmt.Sprint(written.Vanilla[b]) {
			t.Errorf("document %d: %v alone, %v in groups", b, own.Vanilla[0], written.Vanilla[b])
		}
		alone.Free()
	}
}

func testLossGradient(t *testing.T, c slots.Config, some func(slots.Docs) []slots.Target) {
	m := fresh[float64](t, c)
	d := pack(t, examples(c, 3))
	targets := some(d)
	weigh := func(p, _ []float64) []float64 {
		w := make([]float64, len(p))
		for i := range w {
			w[i] = 0.2 + float64(i%3)
		}
		return w
	}
	loss := func() float64 {
		r, err := learn(m.Model, nil, d, targets, weigh, 10, slots.Train{Seed: 1, Step: 2})
		if err != nil {
			t.Fatal(err)
		}
		return r.Loss
	}
	m.ZeroGrad()
	loss()
	grads := make([][]float64, len(m.Params()))
	for i, p := range m.Params() {
		grads[i] = slices.Clone(p.Grads)
	}
	for k := range uint64(6) {
		const h = 1e-6
		var slope float64
		move := func(by float64) {
			slope = 0
			for i, p := range m.Params() {
				for j := range p.Weights {
					v := 2*random.Uniform(k, uint64(i<<20+j)) - 1
					if i == 0 && j < small.Width {
						v = 0 // the padding row has no gradient
					}
					p.Weights[j] += by * v
					slope += grads[i][j] * v
				}
			}
		}
		move(h)
		up := loss()
		move(-2 * h)
		down := loss()
		move(h)
		if got := (up - down) / (2 * h); math.Abs(got-slope) > 1e-6*(1+math.Abs(slope)) {
			t.Errorf("direction %d: slope %v, differences give %v", k, slope, got)
		}
	}
}

// outcome returns the results of all passes as text.
func outcome(t *testing.T, c slots.Config, some func(slots.Docs) []slots.Target, workers *kernel.Workers, packed bool) string {
	t.Helper()
	m := fresh[float32](t, c)
	d := pack(t, examples(c, 5))
	if packed {
		m.Pack(workers)
	}
	memory := encode(t, m, workers, d)
	rolls, err := m.Greedy(workers, memory, slots.GreedyOptions{RunOn: true, Length: 3, Queries: [][]int32{{8, 3}, {9}, nil, {10, 11, 12}, {39}}})
	if err != nil {
		t.Fatal(err)
	}
	written, err := m.Greedy(workers, memory, slots.GreedyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	value, err := m.Model.Evaluate(workers, memory, some(d))
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprint(*rolls, *written, value.P, value.Null)
	if packed {
		return text
	}
	a := &op.Adam[float32]{Workers: workers, LearningRate: 1e-2, Beta1: .9, Beta2: .998, Epsilon: 1e-9, Clip: 1}
	for step := range 2 {
		m.ZeroGrad()
		r, err := learn(m.Model, workers, d, some(d), nil, 20, slots.Train{Seed: 9, Step: uint64(step)})
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Step(m.Params()); err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprint(r, a.Norm)
	}
	for _, p := range m.Params() {
		text += fmt.Sprint(p.Weights)
	}
	return text
}

func testRunsAreEqual(t *testing.T, c slots.Config, some func(slots.Docs) []slots.Target) {
	want := outcome(t, c, some, nil, false)
	for _, n := range []int{1, 2, 3, 8} {
		if outcome(t, c, some, kernel.NewWorkers(n), false) != want {
			t.Errorf("%d threads give another result", n)
		}
	}
	if packed := outcome(t, c, some, nil, true); want[:len(packed)] != packed {
		t.Error("packed weights give another result")
	}
}

func testQuantisedRuns(t *testing.T, c slots.Config) {
	ex := examples(c, 6)
	m, q := fresh[float32](t, c), fresh[float32](t, c)
	slots.Quantise(nil, q.Model)
	greedy := func(m *Model[float32], w *kernel.Workers, ex []schemas.Example) [][]slots.Written[float32] {
		memory := encode(t, m, w, pack(t, ex))
		defer memory.Free()
		written, err := m.Greedy(w, memory, slots.GreedyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return written.Vanilla
	}
	want, written := greedy(m, nil, ex), greedy(q, nil, ex)
	other := false
	for b := range ex {
		if alone := greedy(q, kernel.NewWorkers(1+b%3), ex[b:b+1]); fmt.Sprint(alone[0]) != fmt.Sprint(written[b]) {
			t.Errorf("document %d: %v alone, %v in the batch", b, alone[0], written[b])
		}
		for i, s := range written[b] {
			if d := s.Null - want[b][i].Null; d > .02 || d < -.02 {
				t.Errorf("document %d, slot %d: p(∅) is %v, in float32 %v", b, i, s.Null, want[b][i].Null)
			}
			other = other || s.Null != want[b][i].Null
		}
	}
	if !other {
		t.Error("nothing was computed in 8 bits")
	}
	for _, n := range []int{1, 2, 3, 8} {
		if fmt.Sprint(greedy(q, kernel.NewWorkers(n), ex)) != fmt.Sprint(written) {
			t.Errorf("%d threads give another result", n)
		}
	}
}
