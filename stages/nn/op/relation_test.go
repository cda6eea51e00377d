package op

import (
	"math"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// TestRelationWorked checks by hand one row, then two, of representations that see each other. The norms have width 2, where LN
// of (a, b) is (1, −1) if a > b and (−1, 1) if a < b.
func TestRelationWorked(t *testing.T) {
	param := func(shape []int, w ...float64) *Param[float64] { return &Param[float64]{Shape: shape, Weights: w} }
	norm := func(gain, epsilon float64) *Norm[float64] {
		return &Norm[float64]{Gain: param([]int{2}, gain, gain), Bias: param([]int{2}, 0, 0), Epsilon: epsilon}
	}
	// The inner norms are exact; the outer ones divide the rest of 1 − 1 by the root of their epsilon.
	p := RelationParams[float64]{Inner: [2]*Norm[float64]{norm(1, 1e-20), norm(1, 1e-20)}, Outer: [2]*Norm[float64]{norm(1, 1e-12), norm(10, 1e-12)}}
	// The first map adds (5, 0) where x₀ is above 0 and nothing elsewhere, since ReLU cuts negative values; the second adds nothing.
	p.Map[0] = &Linear[float64]{W: param([]int{2, 2}, 5, 0, 0, 0), B: param([]int{2}, 0, 0)}
	p.Map[1] = &Linear[float64]{W: param([]int{2, 2}, 0, 0, 0, 0), B: param([]int{2}, 0, 0)}
	// Row 0: extraction (1, 2) + (5, 0) → (1, −1); generation (1, 2) → (−1, 1).
	// Row 1: extraction (−1, 2) → (−1, 1); generation (3, 0) → (1, −1).
	x := []float64{1, 2, -1, 2, 1, 2, 3, 0}
	// Extraction of row 0 sees generation of row 0 alone: (1, −1) + (−1, 1) = 0, and LN of equals is 0.
	// Extraction of row 1 sees both: products (−1,1)·(−1,1) = 2 and −2, so e = 1/(1+e⁻⁴) of the first: (−1,1)·(1 + e − (1−e)), → (−1, 1).
	// Generation of row 0: (−1, 1) + (1, −1) = 0. Of row 1: (1,−1)·2 for row 0, −2 for row 1: → (10, −10).
	want := []float64{0, 0, -1, 1, 0, 0, 10, -10}
	segs := []kernel.Segment{{Q: kernel.Range{Lo: 0, Hi: 2}, K: kernel.Range{Lo: 0, Hi: 2}, Causal: true}}
	pass := &Pass[float64]{Pool: new(Pool[float64])}
	g := &Graph[float64]{Pass: pass}
	out := g.Relation("x", p, segs, NewFlow(nil, x, 4, 2))
	if g.Err != nil {
		t.Fatal(g.Err)
	}
	for i, v := range out.X {
		if math.Abs(v-want[i]) > 1e-9 {
			t.Fatalf("%v, want %v", out.X, want)
		}
	}
	// With an outer norm whose epsilon exceeds all else, the weight e itself shows: LN(a, b) is (a − b)/2 · (1, −1) / √ε.
	above := 1 + 1/(1+math.Exp(-4)) - 1/(1+math.Exp(4))
	p.Outer[0].Epsilon = 1e12
	out = g.Relation("x", p, segs, NewFlow(nil, x, 4, 2))
	if got := out.X[3] * 1e6; math.Abs(got-above) > 1e-9 {
		t.Errorf("row 1 of extraction is %v before its norm, want %v: are the products scaled?", got, above)
	}
}

// TestRelationRead: rows read in several calls have the same bits as rows read in one.
func TestRelationRead(t *testing.T) {
	f := &fixture{pass: &Pass[float64]{Pool: new(Pool[float64])}}
	p := f.relation()
	in, g := f.stream(2*rows), &Graph[float64]{Pass: f.pass}
	want := g.Relation("x", p, ownSegs, NewFlow(nil, in.X, 2*rows, width)).X
	read := Related[float64]{make([]float64, rows*width), make([]float64, rows*width)}
	// The last row, which is causal, after the others.
	for _, run := range []struct {
		lo, hi int
		segs   []kernel.Segment
	}{
		{0, 4, ownSegs[:1]},
		{4, 6, []kernel.Segment{{Q: kernel.Range{Lo: 0, Hi: 1}, K: kernel.Range{Lo: 4, Hi: 5}}, {Q: kernel.Range{Lo: 1, Hi: 2}, K: kernel.Range{Lo: 4, Hi: 6}}}},
		{6, 7, []kernel.Segment{{Q: kernel.Range{Lo: 0, Hi: 1}, K: kernel.Range{Lo: 4, Hi: 7}}}},
	} {
		x := slices.Concat(in.X[run.lo*width:run.hi*width], in.X[(rows+run.lo)*width:(rows+run.hi)*width])
		z := make([]float64, len(x))
		var at []int
		for i := run.lo; i < run.hi; i++ {
			at = append(at, i)
		}
		if err := p.Read(f.pass, z, x, read, at, run.segs); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(half(z, 0), want[run.lo*width:run.hi*width]) || !slices.Equal(half(z, 1), want[(rows+run.lo)*width:(rows+run.hi)*width]) {
			t.Errorf("rows %d to %d differ", run.lo, run.hi)
		}
	}
	if err := p.Read(f.pass, make([]float64, 4), make([]float64, 4), read, []int{0}, nil); err == nil {
		t.Error("rows of another width are accepted")
	}
}
