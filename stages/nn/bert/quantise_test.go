package bert

import (
	"math"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// heads returns a network of golden.py's numbers whose heads have that many columns.
func heads(t *testing.T, g golden, layers, columns int) *Model[float32] {
	t.Helper()
	c := g.shape(t)
	c.Layers, c.Heads, c.Width = layers, 2, 2*columns
	m := New[float32](c)
	for i, ts := range filled(m.params) {
		m.params[i].Weights = ts.Data.([]float32)
	}
	return m
}

// TestQuantiseHeads: with 16 columns per head every layer attends in 8 bits, with nearly the same result; with 8 columns
// nothing changes.
func TestQuantiseHeads(t *testing.T) {
	g := readGolden(t)
	for _, columns := range []int{8, 16} {
		m := heads(t, g, 2, columns)
		want := encode(t, m, many(20))
		QuantiseHeads(m)
		got := encode(t, m, many(20))
		if same := slices.Equal(got, want); same != (columns == 8) {
			t.Errorf("heads of %d columns: as in float32: %v", columns, same)
		}
		var off, size float64
		for i := range want {
			off, size = off+math.Abs(float64(got[i]-want[i])), size+math.Abs(float64(want[i]))
		}
		if off > .02*size {
			t.Errorf("heads of %d columns: 8 bits are off by %.3f of the mean size", columns, off/size)
		}
	}
	m := heads(t, g, 2, 16)
	QuantiseHeads(m)
	first := encode(t, m, many(20))
	m.layers[1] = heads(t, g, 2, 16).layers[1]
	if slices.Equal(encode(t, m, many(20)), first) {
		t.Error("the last layer attends in float32")
	}
}

// TestReaderInBytes: a reader reads texts as the layers do, to the bit, and later runs in float32, whatever other
// documents it reads with them.
func TestReaderInBytes(t *testing.T) {
	g := readGolden(t)
	b := tails(true)
	m := heads(t, g, 1, 16)
	float := encode(t, m, b)
	QuantiseHeads(m)
	bytes := encode(t, m, b)
	read := func(r *Reader[float32], runs ...Run) []float32 {
		t.Helper()
		x, err := r.Read(runs)
		if err != nil {
			t.Fatal(err)
		}
		return x.X
	}
	r := m.Reader(kernel.NewWorkers(2), []int{8, 4, 3})
	d := m.Width
	texts := read(r, Run{Doc: 1, Pieces: b.Pieces[7:9]}, Run{Doc: 0, Pieces: b.Pieces[:4]})
	if !slices.Equal(texts, slices.Concat(bytes[7*d:9*d], bytes[:4*d])) {
		t.Error("texts differ from the layers in 8 bits")
	}
	tail := read(r, Run{Doc: 0, Pieces: b.Pieces[4:7], Type: 1, Causal: true})
	if !slices.Equal(tail, float[4*d:7*d]) {
		t.Error("a tail does not attend to its text in float32")
	}
	mixed := read(r, Run{Doc: 1, Pieces: b.Pieces[9:11], Type: 1, Causal: true}, Run{Doc: 2, Pieces: b.Pieces[11:]})
	if !slices.Equal(mixed, slices.Concat(float[9*d:11*d], bytes[11*d:])) {
		t.Error("a tail or a text changes when they are read together")
	}
	r.Back(0, 0)
	if !slices.Equal(read(r, Run{Doc: 0, Pieces: b.Pieces[:4], Causal: true})[3*d:], float[3*d:4*d]) {
		t.Error("a causal text does not attend in float32")
	}
	r.Free()
}
