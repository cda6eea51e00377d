package kernel

import (
	"fmt"
	"testing"
)

// The shapes that the network spends its time in: rows, columns, inner.
var mulShapes = []struct {
	kind    string
	m, n, k int
}{
	{"NT", 2400, 512, 512}, {"NT", 2400, 2048, 512}, {"TN", 512, 2048, 2400}, {"NT", 372, 50002, 512}, {"NT", 240, 512, 512}, {"NT", 64, 512, 512},
	{"NN", 2400, 512, 512}, {"NN", 2400, 512, 2048}, {"NT", 2400, 512, 2048}, {"TN", 512, 512, 2400},
	{"Packed", 2400, 512, 512}, {"Packed", 372, 50002, 512}, {"Packed", 240, 512, 512}, {"Packed", 64, 512, 512},
}

// BenchmarkMul reports the operations a second of each shape and number of
// threads. BenchmarkPeak, run beside it, is what they are measured against.
func BenchmarkMul(b *testing.B) {
	for _, s := range mulShapes {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/%dx%dx%d/%d", s.kind, s.m, s.n, s.k, threads), func(b *testing.B) {
				w := NewWorkers(threads)
				x, y, c := random[float32](s.m*s.k, 1), random[float32](s.n*s.k, 2), make([]float32, s.m*s.n)
				f := mulKinds[float32]()[s.kind]
				if s.kind == "Packed" {
					p := Pack(w, y, s.n, s.k)
					f = func(w *Workers, c, a, b []float32, m, n, k int, e Epilogue[float32]) { MulPacked(w, c, a, p, m, e) }
				}
				f(w, c, x, y, s.m, s.n, s.k, Epilogue[float32]{})
				for b.Loop() {
					f(w, c, x, y, s.m, s.n, s.k, Epilogue[float32]{})
				}
				reportFlops(b, 2*float64(s.m)*float64(s.n)*float64(s.k))
			})
		}
	}
}

func reportFlops(b *testing.B, each float64) {
	b.ReportMetric(each*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}
