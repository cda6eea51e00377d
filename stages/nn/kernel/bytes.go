package kernel

import (
	"fmt"
	"math"
	"sync"
)

// Bytes is a matrix a[m,k] of activations quantised to 8 bits, with one scale per
// row that depends on that row alone (dynamic quantisation). The zero value is
// ready for Set.
type Bytes struct {
	m, k  int
	data  []uint8   // [m][bytesOf(k)], 128 stands for 0
	scale []float32 // [m]
}

// Set quantises a[m,k]. A row of a that is not finite gives products that are NaN.
func (x *Bytes) Set(w *Workers, a []float32, m, k int) {
	if m < 0 || k < 0 || len(a) != m*k {
		panic(fmt.Sprintf("kernel: Bytes: a has %d elements, m=%d k=%d", len(a), m, k))
	}
	x.m, x.k = m, k
	ld := bytesOf(k)
	if cap(x.data) < m*ld {
		x.data = alignedBytes[uint8](m * ld)
	}
	if cap(x.scale) < m {
		x.scale = make([]float32, m)
	}
	x.data, x.scale = x.data[:m*ld], x.scale[:m]
	w.Split(m, 32, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			x.scale[i] = quantiseRow(x.data[i*ld:(i+1)*ld], a[i*k:(i+1)*k])
		}
	})
}

// Part returns rows [lo,hi) of x in the same memory, valid until the next Set of x. Part of nil is nil.
func (x *Bytes) Part(lo, hi int) *Bytes {
	if x == nil {
		return nil
	}
	ld := bytesOf(x.k)
	return &Bytes{m: hi - lo, k: x.k, data: x.data[lo*ld : hi*ld], scale: x.scale[lo:hi]}
}

// TakeBytes quantises a[m,k] into memory of the workers; hand it back with
// GiveBytes.
func (w *Workers) TakeBytes(a []float32, m, k int) *Bytes {
	x := new(Bytes)
	if w != nil {
		w.bytes.mu.Lock()
		if last := len(w.bytes.free) - 1; last >= 0 {
			x, w.bytes.free = w.bytes.free[last], w.bytes.free[:last]
		}
		w.bytes.mu.Unlock()
	}
	x.Set(w, a, m, k)
	return x
}

// GiveBytes hands x back; nil is ignored.
func (w *Workers) GiveBytes(x *Bytes) {
	if w == nil || x == nil {
		return
	}
	w.bytes.mu.Lock()
	w.bytes.free = append(w.bytes.free, x)
	w.bytes.mu.Unlock()
}

// freeBytes are the Bytes that nobody uses at the moment.
type freeBytes struct {
	mu   sync.Mutex
	free []*Bytes
}

// bytesOf returns the distance of rows of Bytes: whole cache lines, and an odd
// number of them, so that consecutive rows fall on different sets of the cache.
func bytesOf(k int) int { return (k+63)/64*64 | 64 }

// quantiseRow writes the 8-bit form of x to y, of bytesOf(len(x)) elements, and
// returns the scale.
func quantiseRow(y []uint8, x []float32) float32 {
	top := absMax(x)
	if top >= infinity {
		quantiseBy(y, x, 0)
		return float32(math.NaN())
	}
	if top := math.Float32frombits(top); top >= quantLeast {
		quantiseBy(y, x, byteMax/top)
		return top / byteMax
	}
	quantiseBy(y, x, 0)
	return 0
}

// absMax returns the bits of the largest |x[i]|.
func absMax(x []float32) uint32 {
	if fast[float32]() {
		return fastAbsMax(x)
	}
	return refAbsMax(x)
}

// quantiseBy computes y[i] = 128 + round(x[i]·inverse), 128 where inverse is 0.
func quantiseBy(y []uint8, x []float32, inverse float32) {
	switch {
	case inverse == 0:
		for i := range x {
			y[i] = byteZero
		}
	case fast[float32]():
		fastQuantise(y, x, inverse)
	default:
		refQuantise(y, x, inverse)
	}
}
