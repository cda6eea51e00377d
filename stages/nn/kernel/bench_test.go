package kernel

import (
	"fmt"
	"sync"
	"testing"
)

// The shapes on which the network spends its time: rows, columns, inner.
var mulShapes = []struct {
	kind    string
	m, n, k int
}{
	{"NT", 2400, 512, 512}, {"NT", 2400, 2048, 512}, {"TN", 512, 2048, 2400}, {"NT", 372, 50002, 512}, {"NT", 240, 512, 512}, {"NT", 64, 512, 512},
	{"NN", 2400, 512, 512}, {"NN", 2400, 512, 2048}, {"NT", 2400, 512, 2048}, {"TN", 512, 512, 2400},
	{"Packed", 2400, 512, 512}, {"Packed", 372, 50002, 512}, {"Packed", 240, 512, 512}, {"Packed", 64, 512, 512},
}

// peaks are those of one thread and of two, measured once in a process.
var peaks = map[int]func() float64{
	1: sync.OnceValue(func() float64 { return Peak(1) }),
	2: sync.OnceValue(func() float64 { return Peak(2) }),
}

// reportShare also reports the share of the peak of as many threads.
func reportShare(b *testing.B, each float64, threads int) {
	b.ReportMetric(100*reportFlops(b, each)/peaks[threads](), "%peak")
}

// reportFlops reports and returns the GFLOP/s of rounds of that many operations.
func reportFlops(b *testing.B, each float64) float64 {
	rate := each * float64(b.N) / b.Elapsed().Seconds() / 1e9
	b.ReportMetric(rate, "GFLOP/s")
	return rate
}

// BenchmarkMul reports the operations per second of each shape and number of threads.
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
				reportShare(b, 2*float64(s.m)*float64(s.n)*float64(s.k), threads)
			})
		}
	}
}

// BenchmarkQuantised is the product of 8-bit forms, with and without the
// quantisation of the activations. The operands of the last shape stay in the
// caches, which shows the peak.
func BenchmarkQuantised(b *testing.B) {
	for _, s := range []struct{ m, n, k int }{{2400, 512, 512}, {2400, 2048, 512}, {2400, 512, 2048}, {372, 4096, 512}, {240, 512, 512}, {64, 512, 512}, {96, 128, 512}} {
		for _, threads := range []int{1, 2} {
			w := NewWorkers(threads)
			x, c := random[float32](s.m*s.k, 1), make([]float32, s.m*s.n)
			p := Quantise(w, random[float32](s.n*s.k, 2), s.n, s.k)
			b.Run(fmt.Sprintf("product/%dx%dx%d/%d", s.m, s.n, s.k, threads), func(b *testing.B) {
				a := w.TakeBytes(x, s.m, s.k)
				for b.Loop() {
					MulQuantised(w, c, a, p, Epilogue[float32]{})
				}
				w.GiveBytes(a)
				reportFlops(b, 2*float64(s.m)*float64(s.n)*float64(s.k))
			})
			b.Run(fmt.Sprintf("both/%dx%dx%d/%d", s.m, s.n, s.k, threads), func(b *testing.B) {
				for b.Loop() {
					a := w.TakeBytes(x, s.m, s.k)
					MulQuantised(w, c, a, p, Epilogue[float32]{})
					w.GiveBytes(a)
				}
				reportFlops(b, 2*float64(s.m)*float64(s.n)*float64(s.k))
			})
		}
	}
}

// BenchmarkBFloat16 is BenchmarkMul of operands that are rounded to bfloat16.
func BenchmarkBFloat16(b *testing.B) {
	if lacks := LackingBFloat16(); lacks != "" {
		b.Skip("this CPU lacks " + lacks)
	}
	for _, s := range mulShapes {
		f, threads := bfloat16Kinds[s.kind], []int{1, 2}
		if f == nil {
			continue
		}
		for _, n := range threads {
			b.Run(fmt.Sprintf("%s/%dx%dx%d/%d", s.kind, s.m, s.n, s.k, n), func(b *testing.B) {
				w := NewBFloat16Workers(n)
				x, y, c := random[float32](s.m*s.k, 1), random[float32](s.n*s.k, 2), make([]float32, s.m*s.n)
				f(w, c, x, y, s.m, s.n, s.k, Epilogue[float32]{})
				for b.Loop() {
					f(w, c, x, y, s.m, s.n, s.k, Epilogue[float32]{})
				}
				reportFlops(b, 2*float64(s.m)*float64(s.n)*float64(s.k))
			})
		}
	}
}

// BenchmarkAttendBytes is the attention of 12 documents to themselves in a network 128 wide with 4 heads, in float32
// and in 8-bit forms, including the quantisation.
func BenchmarkAttendBytes(b *testing.B) {
	const heads, d, rows = 4, 128, 2400
	q, k, v, out := random[float32](rows*d, 1), random[float32](rows*d, 2), random[float32](rows*d, 3), make([]float32, rows*d)
	segs, w := attendShapes()["encoder"], NewWorkers(1)
	flops := 4 * float64(WeightsLen(segs, heads)) * d / heads
	b.Run("float32", func(b *testing.B) {
		for b.Loop() {
			Attend(w, out, nil, q, k, v, segs, heads, d, Drop{})
		}
		reportFlops(b, flops)
	})
	b.Run("bytes", func(b *testing.B) {
		for b.Loop() {
			q, k, v := w.TakeBytes(q, rows, d), w.TakeBytes(k, rows, d), w.TakeBytes(v, rows, d)
			AttendBytes(w, out, q, k, v, segs, heads)
			w.GiveBytes(q)
			w.GiveBytes(k)
			w.GiveBytes(v)
		}
		reportFlops(b, flops)
	})
}

// attendShapes are the attentions of a batch of 12 documents.
func attendShapes() map[string][]Segment {
	shapes := map[string][]Segment{}
	for i := range 12 {
		shapes["encoder"] = append(shapes["encoder"], Segment{Q: Range{200 * i, 200*i + 200}, K: Range{200 * i, 200*i + 200}})
		shapes["cross"] = append(shapes["cross"], Segment{Q: Range{31 * i, 31*i + 31}, K: Range{200 * i, 200*i + 200}})
	}
	for i := range 240 {
		n := 1 + i%2*i%6
		shapes["slots"] = append(shapes["slots"], Segment{Q: Range{6 * i, 6*i + n}, K: Range{6 * i, 6*i + n}, Causal: true})
		shapes["step"] = append(shapes["step"], Segment{Q: Range{i, i + 1}, K: Range{6 * i, 6*i + 5}})
	}
	return shapes
}

func BenchmarkAttend(b *testing.B) {
	const heads, d, rows = 8, 512, 2400
	q, k, v, out := random[float32](rows*d, 1), random[float32](rows*d, 2), random[float32](rows*d, 3), make([]float32, rows*d)
	dq, dk, dv := make([]float32, rows*d), make([]float32, rows*d), make([]float32, rows*d)
	for name, segs := range attendShapes() {
		flops := 4 * float64(WeightsLen(segs, heads)) * d / heads
		weights := make([]float32, WeightsLen(segs, heads))
		w := NewWorkers(1)
		b.Run(name+"/infer", func(b *testing.B) {
			for b.Loop() {
				Attend(w, out, nil, q, k, v, segs, heads, d, Drop{})
			}
			reportShare(b, flops, 1)
		})
		drop := Drop{Rate: 0.1, Key: 1}
		b.Run(name+"/train", func(b *testing.B) {
			for b.Loop() {
				Attend(w, out, weights, q, k, v, segs, heads, d, drop)
			}
			reportShare(b, flops, 1)
		})
		b.Run(name+"/grad", func(b *testing.B) {
			for b.Loop() {
				AttendGrad(w, dq, dk, dv, out, weights, q, k, v, segs, heads, d, drop)
			}
			reportShare(b, 2*flops, 1)
		})
	}
}

// BenchmarkRows are the kernels that memory bounds, on 2400 rows of 512.
func BenchmarkRows(b *testing.B) {
	const rows, d = 2400, 512
	x, y, z := random[float32](rows*d, 1), random[float32](rows*d, 2), random[float32](rows*d, 3)
	v := make([]float32, rows*d)
	gain, bias, dgain, dbias := random[float32](d, 4), random[float32](d, 5), make([]float32, d), make([]float32, d)
	mean, rstd := make([]float32, rows), make([]float32, rows)
	w := NewWorkers(1)
	LayerNorm(w, z, x, gain, bias, mean, rstd, rows, d, 1e-5)
	for _, f := range []struct {
		name string
		run  func()
	}{
		{"Exp", func() { copy(y, x); Exp(y) }},
		{"Softmax", func() {
			for i := range rows {
				softmax(y[i*d : (i+1)*d])
			}
		}},
		{"LogSumExp", func() { LogSumExp(x) }},
		{"ArgMax", func() { ArgMax(x) }},
		{"LayerNorm", func() { LayerNorm(w, z, x, gain, bias, mean, rstd, rows, d, 1e-5) }},
		{"LayerNormGrad", func() { LayerNormGrad(w, z, y, x, gain, mean, rstd, dgain, dbias, rows, d) }},
		{"Dropout", func() { Dropout(w, z, x, Drop{Rate: 0.1, Key: 1}, 0) }},
		{"Adam", func() { Adam(w, y, z, v, x, 1, AdamStep{1e-9, 0.9, 0.998, 1e-9, 1}) }},
		{"SumSquares", func() { SumSquares(w, x) }},
		{"Add", func() { Add(w, z, x) }},
		{"AddRows", func() { AddRows(w, dgain, x, rows, d) }},
		{"ReLUGrad", func() { ReLUGrad(w, z, x, y) }},
		{"GELU", func() { GELU(w, z, x) }},
		{"GELUGrad", func() { GELUGrad(w, z, x, y) }},
	} {
		b.Run(f.name, func(b *testing.B) {
			for b.Loop() {
				f.run()
			}
			b.ReportMetric(float64(b.N)*rows*d/b.Elapsed().Seconds()/1e9, "Gelem/s")
		})
	}
}
