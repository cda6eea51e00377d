//go:build amd64 && !purego

package kernel

import (
	"fmt"
	"slices"
	"testing"
)

// TestFitting: products of up to 16 columns take tiles of as many, which only AVX-512 has two widths of.
func TestFitting(t *testing.T) {
	for _, c := range []struct {
		i       isa
		columns int
		want    isa
	}{{avx512, 1, avx512Narrow}, {avx512, 16, avx512Narrow}, {avx512, 17, avx512}, {avx2, 16, avx2}, {avx512BFloat16, 16, avx512BFloat16}} {
		if got := c.i.fitting(c.columns); got != c.want {
			t.Errorf("%v for %d columns: %v, want %v", c.i, c.columns, got, c.want)
		}
	}
}

// TestNarrowTiles: narrow tiles compute the bits of wide ones, and nothing beside C.
func TestNarrowTiles(t *testing.T) {
	if path != avx512 {
		t.Skip("needs AVX-512")
	}
	for _, byK := range []bool{false, true} {
		for m := 1; m <= 26; m++ {
			for _, n := range []int{1, 5, 16} {
				for _, k := range []int{1, 3, 8, 61, 600} {
					for _, add := range []bool{false, true} {
						p := product[float32]{a: random[float32](m*k, 1), b: random[float32](n*k, 2), m: m, n: n, k: k, lda: k, ldb: n, ldc: n + 3, aByK: byK, bByK: true}
						if byK {
							p.lda = m
						}
						p.e = Epilogue[float32]{Accumulate: add}
						wide, narrow := serially(t, p, avx512), serially(t, p, avx512Narrow)
						if !slices.Equal(wide, narrow) {
							t.Fatalf("a by k %v, %d×%d×%d, accumulate %v: narrow tiles differ", byK, m, n, k, add)
						}
					}
				}
			}
		}
	}
}

func serially(t *testing.T, p product[float32], i isa) []float32 {
	return guarded(t, fmt.Sprint(i), p.m*p.ldc, func(c []float32) {
		copy(c, random[float32](len(c), 3))
		p.c = c
		g := blockingOf(p, i)
		g.packAllB(make([]float32, g.sizeB()))
		g.serial(make([]float32, sizeOf(p.m, p.n, p.k)))
	})
}
