package slots

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// TestDecoderIsTheGraph: the incremental decoder gives the probabilities of the teacher-forced graph for the same tokens.
func TestDecoderIsTheGraph(t *testing.T) {
	t.Run("slots", func(t *testing.T) { testDecoderIsTheGraph(t, small, someTargets) })
	t.Run("sequences", func(t *testing.T) { testDecoderIsTheGraph(t, oneSlot(), sequences) })
	t.Run("pairs", func(t *testing.T) { testDecoderIsTheGraph(t, oneSlot(), pairs) })
	t.Run("states", func(t *testing.T) { testDecoderIsTheGraph(t, recurrentShape(), sequences) })
	t.Run("pairs of states", func(t *testing.T) { testDecoderIsTheGraph(t, recurrentShape(), pairs) })
}

func testDecoderIsTheGraph(t *testing.T, c Config, some func(Docs) []Target) {
	c.Dropout = 0
	m := fresh[float32](t, c)
	d := pack(t, examples(c, 5))
	targets := some(d)
	r, err := learn(m, nil, d, targets, nil, 1, Train{})
	if err != nil {
		t.Fatal(err)
	}
	memory := encode(t, m, nil, d)
	evaluated, err := m.Evaluate(nil, memory, targets)
	if err != nil {
		t.Fatal(err)
	}
	dec := m.Decoder(nil, memory, 0)
	for b := range d.Len() {
		dec.Ask(b, []int32{text.Eos, text.Sep, text.Peos, 9, 10, 11, int32(8 + b)})
	}
	at := 0
	var g gap
	g.rows("evaluated", widen(evaluated.P), widen(r.P))
	for i, y := range targets {
		if err := dec.Begin([]Row{{Doc: y.Doc, Slot: y.Slot}}); err != nil {
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
			dec.Distribution(0, dist)
			g.one(fmt.Sprint("distribution, target ", i, " token ", j), float64(dist[id]), float64(r.P[at]))
			sum := 0.0
			for _, p := range dist {
				sum += float64(p)
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
	if n := m.pool.Lent(); n != 0 {
		t.Errorf("%d slices are still lent", n)
	}
}

// TestMemorySettles: after the first step the pool does not grow, and every slice goes back to it.
func TestMemorySettles(t *testing.T) {
	t.Run("slots", func(t *testing.T) { testMemorySettles(t, small, someTargets) })
	t.Run("states", func(t *testing.T) { testMemorySettles(t, recurrentShape(), sequences) })
}

func testMemorySettles(t *testing.T, c Config, some func(Docs) []Target) {
	m := fresh[float32](t, c)
	d := pack(t, examples(c, 5))
	step := func(i int) {
		memory := encode(t, m, nil, d)
		say(t, m, nil, memory, GreedyOptions{Length: 2, RunOn: true})
		memory.Free()
		m.ZeroGrad()
		if _, err := learn(m, nil, d, some(d), nil, 1, Train{Step: uint64(i)}); err != nil {
			t.Fatal(err)
		}
		if n := m.pool.Lent(); n != 0 {
			t.Fatalf("step %d: %d slices are still lent", i, n)
		}
	}
	step(0)
	size := m.pool.Cap()
	for i := range 5 {
		step(i)
	}
	if m.pool.Cap() != size {
		t.Errorf("the pool grew from %d to %d elements", size, m.pool.Cap())
	}
}

// TestEncodeGroups: documents encoded in several groups by a packed model get the bits that each gets alone from an unpacked
// one.
func TestEncodeGroups(t *testing.T) {
	t.Run("slots", func(t *testing.T) { testEncodeGroups(t, small, 7) })
	t.Run("states", func(t *testing.T) { testEncodeGroups(t, recurrentShape(), 20) })
}

func testEncodeGroups(t *testing.T, c Config, n int) {
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
	groups := docs.groups(packed.body.EncodeTokens())
	if len(groups) < 2 || groups[0].Lo != 0 || groups[len(groups)-1].Hi != len(ex) {
		t.Fatalf("groups %v", groups)
	}
	memory := encode(t, packed, kernel.NewWorkers(2), docs)
	defer memory.Free()
	written := say(t, packed, nil, memory, GreedyOptions{}).Vanilla
	for b := range ex {
		alone := encode(t, plain, nil, pack(t, ex[b:b+1]))
		s := docs.Span(b)
		if !slices.Equal(memory.X[s.Lo*c.Width:s.Hi*c.Width], alone.X) {
			t.Errorf("document %d: another memory than alone", b)
		}
		if own := say(t, plain, nil, alone, GreedyOptions{}).Vanilla; fmt.Sprint(own[0]) != fmt.Sprint(written[b]) {
			t.Errorf("document %d: %v alone, %v in groups", b, own[0], written[b])
		}
		alone.Free()
	}
}

// Distribution writes the probabilities of all words at a row to dst [E].
func (d *Decoder[T]) Distribution(row int, dst []T) {
	doc, v, width := d.rows[row].Doc, d.m.Vocab, d.m.Width
	g, words := d.gate[row], d.memory.words[doc]
	d.m.head.Words.Fill(d.pass.Workers, dst[:v], d.out[row*width:(row+1)*width], d.scan.LogSum[row])
	clear(dst[v : v+int(d.memory.Docs.OOV[doc])])
	sums := d.pass.Pool.Get(len(words.ids))
	copied(words, sums, d.Copy(row))
	j := 0
	for id := range dst {
		if j < len(words.ids) && int(words.ids[j]) == id {
			dst[id] = op.Mix(g, dst[id], sums[j])
			j++
		} else {
			dst[id] = op.Mix(g, dst[id], 0)
		}
	}
	d.pass.Pool.Put(sums)
}

// Choose is Best with ∅ among the candidates.
func (d *Decoder[T]) Choose(row int) (int32, T) {
	id, p := d.Best(row)
	return d.orNull(row, id, p)
}
