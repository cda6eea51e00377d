package kernel

import (
	"fmt"
	"math"
	"testing"
)

// nearest returns the bfloat16 nearest to a normal number, ties to even: the independent witness of the rounding.
func nearest(x float32) float64 {
	down := math.Float32bits(x) &^ 0xffff
	below, above := float64(math.Float32frombits(down)), float64(math.Float32frombits(down+1<<16))
	switch d := math.Abs(float64(x)-below) - math.Abs(float64(x)-above); {
	case d > 0 || d == 0 && down>>16&1 == 1:
		return above
	}
	return below
}

func nearestAll(x []float32) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = nearest(v)
	}
	return y
}

// bfloat16Kinds are the products that round.
var bfloat16Kinds = map[string]mulFunc[float32]{"NT": MulNT[float32], "NN": MulNN[float32], "TN": MulTN[float32]}

// plainBFloat16 is a product of bfloat16 by the plain loop.
func plainBFloat16(kind string, c, a, b []float32, m, n, k int, e Epilogue[float32]) {
	p := product[float32]{c: c, a: a, b: b, m: m, n: n, k: k, ldc: n, lda: k, ldb: k, e: e}
	if kind == "TN" {
		p.aByK, p.lda = true, m
	}
	if kind != "NT" {
		p.bByK, p.ldb = true, n
	}
	refMulBFloat16(nil, p)
}

// Products on each path equal the plain loop to the bit, and are as close to products of rounded operands as float32 sums
// can be. An operand that is cut off instead of rounded is off by 2⁻⁹.
func TestBFloat16(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		if path == avx512 && LackingBFloat16() != "" {
			t.Logf("this CPU lacks %s: the plain loop is held against the witness alone", LackingBFloat16())
		}
		for kind, f := range bfloat16Kinds {
			for _, s := range append(shapes(testing.Short()), [3]int{30, 40, 2051}, [3]int{250, 33, 1100}) {
				m, n, k := s[0], s[1], s[2]
				a, b, c := random[float32](m*k, 1), random[float32](n*k, 2), random[float32](m*n, 3)
				sum := naive(kind, nearestAll(a), nearestAll(b), m, n, k)
				for _, e := range []Epilogue[float32]{{}, {Accumulate: true, Bias: random[float32](n, 4), ReLU: true}} {
					what := fmt.Sprintf("%s %v accumulate %v", kind, s, e.Accumulate)
					want := append([]float32(nil), c...)
					plainBFloat16(kind, want, a, b, m, n, k, e)
					got := guarded(t, what, m*n, func(x []float32) { copy(x, c); f(NewBFloat16Workers(2), x, a, b, m, n, k, e) })
					same(t, what, got, want)
					near(t, what, got, finished(sum, c, n, e), 1e-7*float64(k+1))
				}
			}
		}
	})
}

// The rounding of operands: their product with 1, at each place of a vector.
func TestBFloat16Rounding(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, c := range [][2]uint32{ // bits of x, of its rounding
			{0x3f800000, 0x3f800000}, {0x3f807fff, 0x3f800000}, {0x3f808000, 0x3f800000}, {0x3f808001, 0x3f810000},
			{0x3f818000, 0x3f820000}, {0xbf818000, 0xbf820000}, {0x3f817fff, 0x3f810000}, {0x3fffffff, 0x40000000},
			{0x00800000, 0x00800000}, {0x007fffff, 0}, {1, 0}, {0, 0}, {0x7f7fffff, 0x7f800000}, {0x7f800000, 0x7f800000},
			{0xff800000, 0xff800000}, {0x7fc00000, 0x7fc00000}, {0x7f800001, 0x7fc00000},
		} {
			const n = 37
			x, ones, got := make([]float32, n), make([]float32, n), make([]float32, n)
			for i := range x {
				x[i], ones[i] = math.Float32frombits(c[0]), 1
			}
			MulNN(NewBFloat16Workers(1), got, ones[:1], x, 1, n, 1, Epilogue[float32]{})
			for i := range 2 {
				for j, v := range got {
					if w := math.Float32frombits(c[1]); math.Float32bits(v) != c[1] && (v == v || w == w) {
						t.Errorf("%#x in column %d is rounded to %#x, want %#x", c[0], j, math.Float32bits(v), c[1])
					}
				}
				if i == 0 {
					MulNT(NewBFloat16Workers(1), got, x, ones[:1], n, 1, 1, Epilogue[float32]{})
				}
			}
		}
	})
}

// The second of a pair comes first, each sum is rounded, and sums that are too small become zeros.
func TestBFloat16Order(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		tiny, small := float32(1)/(1<<24), math.Float32frombits(0x00800000)
		for _, c := range []struct {
			from, first, second, want float32
		}{
			{1, tiny * (1 + 1./128), tiny, 1 + 2*tiny}, // in the other order 1 + 4·tiny; rounded once 1 + 2·tiny
			{1, tiny, tiny * (1 + 1./128), 1 + 4*tiny}, // rounded once 1 + 2·tiny
			{small, -small * 1.5, 0, 0},
			{small / 2, 0, 0, 0},
			{0, 1.5 * small, -small, 0},
		} {
			got := []float32{c.from}
			MulNT(NewBFloat16Workers(1), got, []float32{c.first, c.second}, []float32{1, 1}, 1, 1, 2, Epilogue[float32]{Accumulate: true})
			if got[0] != c.want {
				t.Errorf("%g and the pair %g, %g are %g, want %g", c.from, c.first, c.second, got[0], c.want)
			}
		}
	})
}

// A row depends neither on the other rows nor on the threads.
func TestBFloat16Bits(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		const m, n, k = 67, 131, 301
		a, b, want, got := random[float32](m*k, 1), random[float32](n*k, 2), make([]float32, m*n), make([]float32, m*n)
		MulNT(NewBFloat16Workers(1), want, a, b, m, n, k, Epilogue[float32]{})
		MulNT(NewBFloat16Workers(1).Alone(), got, a, b, m, n, k, Epilogue[float32]{})
		same(t, "alone", got, want)
		for threads := 2; threads <= 3; threads++ {
			w := NewBFloat16Workers(threads)
			MulNT(w, got, a, b, m, n, k, Epilogue[float32]{})
			same(t, fmt.Sprint(threads, " threads"), got, want)
			MulNT(w.Alone(), got, a, b, m, n, k, Epilogue[float32]{})
			same(t, fmt.Sprint("alone of ", threads), got, want)
			for i := 0; i+5 <= m; i += 9 {
				part := make([]float32, 5*n)
				MulNT(w, part, a[i*k:(i+5)*k], b, 5, n, k, Epilogue[float32]{})
				same(t, fmt.Sprint("rows from ", i), part, want[i*n:(i+5)*n])
			}
		}
	})
}

// Everything except products of float32 matrices is the same as with other workers.
func TestBFloat16Else(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		const m, n, k = 20, 40, 30
		w := NewBFloat16Workers(2)
		a, b, got, want := random[float32](m*k, 1), random[float32](n*k, 2), make([]float32, m*n), make([]float32, m*n)
		MulPacked(w, got, a, Pack(w, b, n, k), m, Epilogue[float32]{})
		MulNT(NewWorkers(2), want, a, b, m, n, k, Epilogue[float32]{})
		same(t, "MulPacked", got, want)
		x, y, exact, wide := random[float64](m*k, 1), random[float64](n*k, 2), make([]float64, m*n), make([]float64, m*n)
		MulNT(w, wide, x, y, m, n, k, Epilogue[float64]{})
		MulNT(NewWorkers(2), exact, x, y, m, n, k, Epilogue[float64]{})
		same(t, "float64", wide, exact)
	})
}

func TestLackingBFloat16(t *testing.T) {
	for _, c := range []struct {
		isa  isa
		has  bool
		want string
	}{{plain, false, "AVX-512 (F, DQ, BW, VL)"}, {avx2, true, "AVX-512 (F, DQ, BW, VL)"}, {avx512, false, "AVX512_BF16"}, {avx512, true, ""}} {
		if got := lackingBFloat16(c.isa, c.has); got != c.want {
			t.Errorf("%s, %v: %q is lacking, want %q", c.isa, c.has, got, c.want)
		}
	}
}
