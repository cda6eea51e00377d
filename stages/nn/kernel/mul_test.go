package kernel

import (
	"fmt"
	"sync"
	"testing"
)

type mulFunc[T Float] func(w *Workers, c, a, b []T, m, n, k int, e Epilogue[T])

func mulKinds[T Float]() map[string]mulFunc[T] {
	return map[string]mulFunc[T]{"NT": MulNT[T], "NN": MulNN[T], "TN": MulTN[T], "Packed": func(w *Workers, c, a, b []T, m, n, k int, e Epilogue[T]) {
		MulPacked(w, c, a, Pack(w, b, n, k), m, e)
	}}
}

// naive is the sum over k in float64.
func naive[T Float](kind string, a, b []T, m, n, k int) []float64 {
	x, y, out := widen(a), widen(b), make([]float64, m*n)
	ai, aq, bj, bq := k, 1, k, 1
	if kind == "TN" {
		ai, aq = 1, m
	}
	if kind == "TN" || kind == "NN" {
		bj, bq = 1, n
	}
	for i := range m {
		for j := range n {
			var s float64
			for q := range k {
				s += x[i*ai+q*aq] * y[j*bj+q*bq]
			}
			out[i*n+j] = s
		}
	}
	return out
}

// finished applies the epilogue to a sum.
func finished[T Float](sum []float64, c []T, n int, e Epilogue[T]) []float64 {
	out := make([]float64, len(sum))
	for i, v := range sum {
		if e.Accumulate {
			v += float64(c[i])
		}
		if e.Bias != nil {
			v += float64(e.Bias[i%n])
		}
		if e.ReLU {
			v = max(v, 0)
		}
		out[i] = v
	}
	return out
}

// shapes are [m n k] around the tile sizes of every path.
func shapes(short bool) [][3]int {
	s := [][3]int{{0, 3, 3}, {3, 0, 3}, {3, 3, 0}, {1, 1, 1}, {1, 50, 7}, {2, 33, 129}, {65, 1, 64}, {13, 97, 40}, {130, 70, 33}, {12, 32, 8}, {5, 200, 520}, {64, 130, 511}, {20, 1030, 70}}
	if !short {
		for i := range 40 {
			s = append(s, [3]int{1 + i, 1 + (i*37)%75, 1 + (i*53)%90})
		}
		s = append(s, [3]int{200, 64, 200}, [3]int{300, 257, 1025}, [3]int{7, 2500, 30})
	}
	return s
}

func testMul[T Float](t *testing.T, tol float64) {
	for kind, f := range mulKinds[T]() {
		for _, s := range shapes(testing.Short()) {
			m, n, k := s[0], s[1], s[2]
			a, b, c := random[T](m*k, 1), random[T](n*k, 2), random[T](m*n, 3)
			sum := naive(kind, a, b, m, n, k)
			for _, e := range []Epilogue[T]{{}, {Accumulate: true}, {Bias: random[T](n, 4)}, {Accumulate: true, Bias: random[T](n, 4), ReLU: true}} {
				what := fmt.Sprintf("%s %v accumulate %v bias %v", kind, s, e.Accumulate, e.Bias != nil)
				want := finished(sum, c, n, e)
				got := guarded(t, what, m*n, func(x []T) { copy(x, c); f(NewWorkers(2), x, a, b, m, n, k, e) })
				near(t, what, got, want, tol*float64(k+1))
			}
		}
	}
}

func TestMul(t *testing.T) {
	onPaths(t, func(t *testing.T) { testMul[float32](t, 1e-7) })
	t.Run("float64", func(t *testing.T) { testMul[float64](t, 1e-15) })
}

// A row of a product depends neither on the other rows nor on the threads.
func TestMulBits(t *testing.T) { onPaths(t, testMulBits) }

func testMulBits(t *testing.T) {
	const m, n, k = 67, 131, 300
	a, b, bias := random[float32](m*k, 1), random[float32](n*k, 2), random[float32](n, 3)
	e := Epilogue[float32]{Bias: bias, ReLU: true}
	want := make([]float32, m*n)
	MulNT(nil, want, a, b, m, n, k, e)
	for threads := 1; threads <= 3; threads++ {
		w := NewWorkers(threads)
		got := make([]float32, m*n)
		MulNT(w, got, a, b, m, n, k, e)
		same(t, "MulNT", got, want)
		MulPacked(w, got, a, Pack(w, b, n, k), m, e)
		same(t, "MulPacked", got, want)
		for _, rows := range []int{1, 5, 12, 30} {
			for i := 0; i+rows <= m; i += 9 {
				got := make([]float32, rows*n)
				MulNT(w, got, a[i*k:(i+rows)*k], b, rows, n, k, e)
				same(t, fmt.Sprintf("rows %d+%d", i, rows), got, want[i*n:(i+rows)*n])
			}
		}
	}
	bt := make([]float32, n*k)
	for j := range n {
		for q := range k {
			bt[q*n+j] = b[j*k+q]
		}
	}
	got := make([]float32, m*n)
	MulNN(nil, got, a, bt, m, n, k, e)
	same(t, "MulNN", got, want)
	at := make([]float32, m*k)
	for i := range m {
		for q := range k {
			at[q*m+i] = a[i*k+q]
		}
	}
	MulTN(nil, got, at, bt, m, n, k, e)
	same(t, "MulTN", got, want)
}

// Rows of a are read as they are stored where they lie close together, otherwise packed; MulTN always packs its
// transposed a. The bits are equal for tiles of every height.
func TestMulStored(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		const n = 70
		for _, k := range []int{1, 3, 4, 37, 600, 1023, 1024, 1100} {
			for m := 1; m <= 25; m++ {
				a, b, c := random[float32](m*k, 1), random[float32](n*k, 2), random[float32](m*n, 3)
				at, bt := make([]float32, m*k), make([]float32, n*k)
				for q := range k {
					for i := range m {
						at[q*m+i] = a[i*k+q]
					}
					for j := range n {
						bt[q*n+j] = b[j*k+q]
					}
				}
				e := Epilogue[float32]{Accumulate: m%2 > 0}
				want, got := append([]float32(nil), c...), append([]float32(nil), c...)
				MulTN(nil, want, at, bt, m, n, k, e)
				MulNT(NewWorkers(1+m%3), got, a, b, m, n, k, e)
				same(t, fmt.Sprintf("MulNT of %d×%d×%d", m, n, k), got, want)
			}
		}
	})
}

func TestMulPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a wrong shape did not panic")
		}
	}()
	MulNT(nil, make([]float32, 6), make([]float32, 4), make([]float32, 6), 2, 3, 3, Epilogue[float32]{})
}

func TestMulVectorBits(t *testing.T) {
	for kind, f := range mulKinds[float32]() {
		for _, s := range shapes(true) {
			m, n, k := s[0], s[1], s[2]
			vectorBits(t, fmt.Sprint(kind, s), func() [][]float32 {
				c := random[float32](m*n, 3)
				f(NewWorkers(2), c, random[float32](m*k, 1), random[float32](n*k, 2), m, n, k, Epilogue[float32]{Accumulate: true, Bias: random[float32](n, 4)})
				return [][]float32{c}
			})
		}
	}
}

func FuzzMul(f *testing.F) {
	f.Add(uint16(3), uint16(5), uint16(7), uint8(0))
	f.Add(uint16(64), uint16(130), uint16(520), uint8(7))
	f.Add(uint16(13), uint16(33), uint16(0), uint8(2))
	f.Fuzz(func(t *testing.T, m16, n16, k16 uint16, bits uint8) {
		m, n, k := int(m16%150), int(n16%150), int(k16%700)
		a, b, c := random[float32](m*k, 1), random[float32](n*k, 2), random[float32](m*n, 3)
		e := Epilogue[float32]{Accumulate: bits&1 != 0, ReLU: bits&2 != 0}
		if bits&4 != 0 {
			e.Bias = random[float32](n, 4)
		}
		kind := []string{"NT", "NN", "TN", "Packed"}[bits>>3&3]
		want := finished(naive(kind, a, b, m, n, k), c, n, e)
		got := guarded(t, kind, m*n, func(x []float32) {
			copy(x, c)
			mulKinds[float32]()[kind](NewWorkers(1+int(bits>>5)), x, a, b, m, n, k, e)
		})
		near(t, fmt.Sprint(kind, m, n, k, bits), got, want, 1e-7*float64(k+1))
	})
}

// Several products of one Workers may run at once.
func TestMulConcurrent(t *testing.T) {
	w := NewWorkers(3)
	const m, n, k = 70, 90, 110
	a, b, want := random[float32](m*k, 1), random[float32](n*k, 2), make([]float32, m*n)
	MulNT(nil, want, a, b, m, n, k, Epilogue[float32]{})
	var g sync.WaitGroup
	got := make([][]float32, 8)
	for i := range got {
		g.Go(func() {
			for range 10 {
				got[i] = make([]float32, m*n)
				MulNT(w, got[i], a, b, m, n, k, Epilogue[float32]{})
			}
		})
	}
	g.Wait()
	for i := range got {
		same(t, fmt.Sprint("goroutine ", i), got[i], want)
	}
}
