package kernel

import (
	"fmt"
	"math"
	"testing"
)

// bytesAlike quantises a row by the definition and returns the integers and the scale.
func bytesAlike(x []float32) ([]int64, float32) {
	var top float32
	for _, v := range x {
		if v-v != 0 {
			return make([]int64, len(x)), float32(math.NaN())
		}
		top = max(top, v, -v)
	}
	y := make([]int64, len(x))
	if top < quantLeast {
		return y, 0
	}
	for i, v := range x {
		y[i] = int64(math.RoundToEven(float64(v * (127 / top))))
	}
	return y, top / 127
}

// quantNaive is a product of 8-bit forms by its definition.
func quantNaive(c, a, b []float32, m, n, k int, e Epilogue[float32]) {
	weights, scales := make([][]int64, n), make([]float32, n)
	for j := range n {
		weights[j], scales[j] = bytesAlike(b[j*k : (j+1)*k])
	}
	for i := range m {
		x, by := bytesAlike(a[i*k : (i+1)*k])
		for j := range n {
			var sum int64
			for q := range k {
				sum += x[q] * weights[j][q]
			}
			exact := float32(sum)
			v := float32(exact * float32(by*scales[j]))
			if e.Accumulate {
				v += c[i*n+j]
			}
			if e.Bias != nil {
				v += e.Bias[j]
			}
			if e.ReLU && v < 0 {
				v = 0
			}
			c[i*n+j] = v
		}
	}
}

// quantProduct quantises both operands and multiplies.
func quantProduct(w *Workers, c, a, b []float32, m, n, k int, e Epilogue[float32]) {
	x := w.TakeBytes(a, m, k)
	MulQuantised(w, c, x, Quantise(w, b, n, k), e)
	w.GiveBytes(x)
}

func quantEpilogues(n int) []Epilogue[float32] {
	bias := random[float32](n, 4)
	return []Epilogue[float32]{{}, {Accumulate: true}, {Bias: bias}, {ReLU: true}, {Accumulate: true, Bias: bias, ReLU: true}}
}

// A part of 8-bit rows gives the rows of the whole product.
func TestBytesPart(t *testing.T) {
	const m, n, k = 31, 40, 70
	a, b := random[float32](m*k, 1), Quantise(nil, random[float32](n*k, 2), n, k)
	var x Bytes
	x.Set(nil, a, m, k)
	all := make([]float32, m*n)
	MulQuantised(nil, all, &x, b, Epilogue[float32]{})
	for _, r := range []Range{{0, 0}, {0, m}, {3, 4}, {7, 30}, {30, m}} {
		got := make([]float32, r.Len()*n)
		MulQuantised(nil, got, x.Part(r.Lo, r.Hi), b, Epilogue[float32]{})
		same(t, fmt.Sprint("rows ", r), got, all[r.Lo*n:r.Hi*n])
	}
	if none := (*Bytes)(nil).Part(1, 2); none != nil {
		t.Errorf("a part of nothing is %v", none)
	}
}

// Every path gives the bits of the definition, writes nothing else, and does not depend on the number of threads.
func TestQuantised(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		w := NewWorkers(3)
		for _, s := range append(shapes(testing.Short()), [3]int{49, 96, 64}, [3]int{250, 33, 16}) {
			m, n, k := s[0], s[1], s[2]
			a, b, c := random[float32](m*k, 1), random[float32](n*k, 2), random[float32](m*n, 3)
			for _, e := range quantEpilogues(n) {
				what := fmt.Sprintf("%v accumulate %v bias %v relu %v", s, e.Accumulate, e.Bias != nil, e.ReLU)
				want := append([]float32(nil), c...)
				quantNaive(want, a, b, m, n, k, e)
				for _, w := range []*Workers{nil, w} {
					got := guarded(t, what, m*n, func(x []float32) { copy(x, c); quantProduct(w, x, a, b, m, n, k, e) })
					same(t, what, got, want)
				}
			}
		}
	})
}

// Numbers that are hard to round or to scale: halves, extremes, zeros, the smallest and largest numbers, NaN and infinity.
func TestQuantisedExtremes(t *testing.T) {
	const k = 37
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	var a []float32
	rows := [][]float32{{127, .5, 1.5, -2.5, -126.5}, {}, {1e-38}, {-1e-45}, {3e38, -3e38, 1e30}, {1, nan}, {nan}, {-nan, inf}, {inf}, {-inf, 1}, {1e-30, -1e-30}, {-1}}
	for _, row := range rows {
		a = append(a, append(row, make([]float32, k-len(row))...)...)
	}
	m := len(rows)
	onPaths(t, func(t *testing.T) {
		for _, e := range quantEpilogues(m) {
			want, got := make([]float32, m*m), make([]float32, m*m)
			quantNaive(want, a, a, m, m, k, e)
			quantProduct(nil, got, a, a, m, m, k, e)
			for i := range want {
				if want[i] != want[i] && got[i] != got[i] {
					want[i], got[i] = 0, 0 // any NaN will do
				}
			}
			same(t, "extremes", got, want)
		}
	})
}

// The largest possible sums are exact.
func TestQuantisedLargest(t *testing.T) {
	const k = quantInner
	a, b := make([]float32, 3*k), make([]float32, 33*k)
	for i := range a {
		a[i] = 1
	}
	for i := range b {
		b[i] = float32(1 - 2*(i/k%2))
	}
	onPaths(t, func(t *testing.T) {
		got := make([]float32, 3*33)
		quantProduct(nil, got, a, b, 3, 33, k, Epilogue[float32]{})
		for i, v := range got {
			if want := float32(k * (1 - 2*(i%33%2))); math.Abs(float64(v-want)) > .01 {
				t.Fatalf("element %d is %v, want %v", i, v, want)
			}
		}
	})
}

// A row of a product does not depend on the other rows.
func TestQuantisedRows(t *testing.T) {
	const m, n, k = 67, 131, 300
	a, b := random[float32](m*k, 1), random[float32](n*k, 2)
	onPaths(t, func(t *testing.T) {
		p, want := Quantise(nil, b, n, k), make([]float32, m*n)
		var x Bytes
		x.Set(nil, a, m, k)
		MulQuantised(nil, want, &x, p, Epilogue[float32]{})
		for threads := 1; threads <= 3; threads++ {
			w := NewWorkers(threads)
			for _, rows := range []int{1, 5, 12, 30, m} {
				for i := 0; i+rows <= m; i += 9 {
					x, got := w.TakeBytes(a[i*k:(i+rows)*k], rows, k), make([]float32, rows*n)
					MulQuantised(w, got, x, p, Epilogue[float32]{})
					w.GiveBytes(x)
					same(t, fmt.Sprintf("rows %d+%d, %d threads", i, rows, threads), got, want[i*n:(i+rows)*n])
				}
			}
		}
	})
}

// Products of 8-bit forms are close to those of the floats.
func TestQuantisedError(t *testing.T) {
	const m, n, k = 20, 70, 512
	a, b, got := random[float32](m*k, 1), random[float32](n*k, 2), make([]float32, m*n)
	quantProduct(nil, got, a, b, m, n, k, Epilogue[float32]{})
	for i, want := range naive("NT", a, b, m, n, k) {
		// Each factor is off by at most 1/254, uniformly: √512·(1/254)/3 is the standard deviation of the sum.
		if math.Abs(float64(got[i])-want) > 6*math.Sqrt(k)/254/3 {
			t.Errorf("element %d is %v, want %v", i, got[i], want)
		}
	}
}

func TestQuantisedPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"inner": func() {
			quantProduct(nil, make([]float32, 4), make([]float32, 6), make([]float32, 8), 2, 2, 3, Epilogue[float32]{})
		},
		"long": func() { Quantise(nil, make([]float32, quantInner+1), 1, quantInner+1) },
		"other": func() {
			MulQuantised(nil, make([]float32, 1), new(Workers).TakeBytes(make([]float32, 3), 1, 3), Quantise(nil, make([]float32, 4), 1, 4), Epilogue[float32]{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func FuzzQuantised(f *testing.F) {
	f.Add(uint16(3), uint16(5), uint16(7), uint8(0))
	f.Add(uint16(64), uint16(130), uint16(520), uint8(7))
	f.Fuzz(func(t *testing.T, m16, n16, k16 uint16, bits uint8) {
		m, n, k := int(m16%150), int(n16%150), int(k16%700)
		a, b, c := random[float32](m*k, 1), random[float32](n*k, 2), random[float32](m*n, 3)
		e := quantEpilogues(n)[bits%5]
		want := append([]float32(nil), c...)
		quantNaive(want, a, b, m, n, k, e)
		got := guarded(t, "product", m*n, func(x []float32) { copy(x, c); quantProduct(NewWorkers(1+int(bits>>5)), x, a, b, m, n, k, e) })
		same(t, fmt.Sprint(m, n, k, bits), got, want)
	})
}
