package kernel

import "testing"

func TestRows(t *testing.T) { onPaths(t, checkRows) }

func checkRows(t *testing.T) {
	for _, d := range lengths() {
		const rows = 3
		x, y := random[float32](rows*d, 1), random[float32](d, 2)
		want := widen(y)
		for i := range rows {
			for j := range d {
				want[j] += float64(x[i*d+j])
			}
		}
		near(t, "AddRows", guarded(t, "AddRows", d, func(s []float32) { copy(s, y); AddRows(NewWorkers(2), s, x, rows, d) }), want, 1e-6)
		z := guarded(t, "Add", d, func(s []float32) { copy(s, y); Add(nil, s, x[:d]) })
		g := guarded(t, "ReLUGrad", d, func(s []float32) { ReLUGrad(nil, s, x[:d], y) })
		for i := range z {
			if z[i] != x[i]+y[i] || y[i] > 0 && g[i] != x[i] || y[i] <= 0 && g[i] != 0 {
				t.Fatalf("element %d of %d: %v, %v", i, d, z[i], g[i])
			}
		}
	}
}

func TestSplit(t *testing.T) {
	for _, n := range []int{0, 1, 5, 16, 17, 1000} {
		for threads := range 5 {
			for _, grain := range []int{0, 1, 7, 100} {
				hit := make([]int32, n)
				NewWorkers(threads).Split(n, grain, func(lo, hi int) {
					for i := lo; i < hi; i++ {
						hit[i]++
					}
				})
				for i, h := range hit {
					if h != 1 {
						t.Fatalf("n=%d threads=%d grain=%d: element %d was visited %d times", n, threads, grain, i, h)
					}
				}
			}
		}
	}
}
