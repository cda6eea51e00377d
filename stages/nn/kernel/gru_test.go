package kernel

import (
	"math"
	"testing"
)

func TestSigmoidTanh(t *testing.T) {
	onPaths(t, func(t *testing.T) { testSigmoidTanh[float32](t, 3e-7) })
	t.Run("float64", func(t *testing.T) { testSigmoidTanh[float64](t, 1e-15) })
}

func testSigmoidTanh[T Float](t *testing.T, tol float64) {
	inf := T(math.Inf(1))
	x := append(wide[T](1000), 100, -100, 1e4, -1e4, inf, -inf)
	s, h := append([]T(nil), x...), append([]T(nil), x...)
	Sigmoid(s)
	Tanh(h)
	for i, v := range x {
		if want := 1 / (1 + math.Exp(-float64(v))); !(math.Abs(float64(s[i])-want) <= tol) {
			t.Errorf("σ(%v) is %v, want %v", v, s[i], want)
		}
		if want := math.Tanh(float64(v)); !(math.Abs(float64(h[i])-want) <= tol) {
			t.Errorf("tanh(%v) is %v, want %v", v, h[i], want)
		}
	}
}

// unit is a step of some rows with its inputs.
type unit[T Float] struct {
	rows, d int
	a, b, h []T
}

func newUnit[T Float](rows, d int) unit[T] {
	u := unit[T]{rows, d, random[T](rows*3*d, 1), random[T](rows*3*d, 2), random[T](rows*d, 3)}
	for i := range u.a {
		u.a[i] *= 3
	}
	return u
}

// step runs GRU and returns y and the gates that it leaves in a.
func (u unit[T]) step(t *testing.T, w *Workers) (y, gates []T) {
	gates = append([]T(nil), u.a...)
	y = guarded(t, "GRU", u.rows*u.d, func(y []T) { GRU(w, y, gates, u.b, u.h, u.rows, u.d) })
	return y, gates
}

// TestGRU compares a step with the formula of PyTorch's documentation (torch.nn.GRU), in float64.
func TestGRU(t *testing.T) {
	onPaths(t, func(t *testing.T) { testGRU[float32](t, 2e-6) })
	t.Run("float64", func(t *testing.T) { testGRU[float64](t, 1e-14) })
}

func testGRU[T Float](t *testing.T, tol float64) {
	sigmoid := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for _, d := range []int{0, 1, 2, 5, 15, 16, 17, 33, 64, 131} {
		u := newUnit[T](7, d)
		y, gates := u.step(t, NewWorkers(2))
		a, b, h := widen(u.a), widen(u.b), widen(u.h)
		var want, wantGates []float64
		for i := range u.rows {
			row := make([]float64, 3*d)
			for j := range d {
				at := i * 3 * d
				r, z := sigmoid(a[at+j]+b[at+j]), sigmoid(a[at+d+j]+b[at+d+j])
				n := math.Tanh(a[at+2*d+j] + r*b[at+2*d+j])
				row[j], row[d+j], row[2*d+j] = r, z, n
				want = append(want, (1-z)*n+z*h[i*d+j])
			}
			wantGates = append(wantGates, row...)
		}
		near(t, "y", y, want, tol)
		near(t, "gates", gates, wantGates, tol)
	}
}

// A row has the same bits alone, among other rows, and for any number of threads.
func TestGRURows(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		u := newUnit[float32](300, 37)
		y, gates := u.step(t, nil)
		for _, n := range []int{2, 3} {
			other, _ := u.step(t, NewWorkers(n))
			same(t, "y of threads", other, y)
		}
		for i := range u.rows {
			one := unit[float32]{1, u.d, u.a[i*111 : (i+1)*111], u.b[i*111 : (i+1)*111], u.h[i*37 : (i+1)*37]}
			alone, g := one.step(t, nil)
			same(t, "y alone", alone, y[i*37:(i+1)*37])
			same(t, "gates alone", g, gates[i*111:(i+1)*111])
		}
	})
}

func TestGRUGradient(t *testing.T) {
	const rows, d = 3, 5
	u := newUnit[float64](rows, d)
	dy := random[float64](rows*d, 4)
	_, da := u.step(t, nil)
	db := append([]float64(nil), u.b...)
	dh := guarded(t, "GRUGrad", rows*d, func(dh []float64) { GRUGrad(NewWorkers(2), dh, da, db, dy, u.h, rows, d) })
	value := func() (s float64) {
		y, _ := u.step(t, nil)
		for i, v := range y {
			s += v * dy[i]
		}
		return s
	}
	gradient(t, "da", u.a, da, value)
	gradient(t, "db", u.b, db, value)
	gradient(t, "dh", u.h, dh, value)
}

func TestGRUChecks(t *testing.T) {
	for name, f := range map[string]func(){
		"a": func() { GRU(nil, make([]float64, 2), make([]float64, 5), make([]float64, 6), make([]float64, 2), 1, 2) },
		"dh": func() {
			GRUGrad(nil, make([]float64, 1), make([]float64, 6), make([]float64, 6), make([]float64, 2), make([]float64, 2), 1, 2)
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a wrong %s is taken", name)
				}
			}()
			f()
		}()
	}
}
