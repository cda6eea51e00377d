//go:build amd64 && !purego

package kernel

import (
	"fmt"
	"testing"
)

// BenchmarkPeakBytes measures the largest rate of products of bytes.
func BenchmarkPeakBytes(b *testing.B) {
	if path != avx512 || !vnni {
		b.Skip("needs AVX-512 VNNI")
	}
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("vnni/%d", threads), func(b *testing.B) {
			const n = 100000
			w := NewWorkers(threads)
			for b.Loop() {
				w.each(threads, func(int) { peakVNNI(n) })
			}
			reportFlops(b, float64(threads)*n*24*64*2)
		})
	}
}

// BenchmarkPeakBFloat16 measures the largest rate of products of bfloat16.
func BenchmarkPeakBFloat16(b *testing.B) {
	if lacks := LackingBFloat16(); lacks != "" {
		b.Skip("this CPU lacks " + lacks)
	}
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprint(threads), func(b *testing.B) {
			const n = 100000
			w := NewWorkers(threads)
			for b.Loop() {
				w.each(threads, func(int) { peakBFloat16(n) })
			}
			reportFlops(b, float64(threads)*n*24*32*2)
		})
	}
}

// BenchmarkPeak measures the largest rate of float32: fused multiply-adds on registers.
func BenchmarkPeak(b *testing.B) {
	run, flops := peakLoop()
	if run == nil {
		b.Skip("no vector instructions")
	}
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("fma/%d", threads), func(b *testing.B) {
			w := NewWorkers(threads)
			for b.Loop() {
				w.each(threads, func(int) { run() })
			}
			reportFlops(b, float64(threads)*flops)
		})
	}
}
