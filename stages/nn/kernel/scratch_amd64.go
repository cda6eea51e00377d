//go:build amd64 && !purego

package kernel

import (
	"sync"
	"unsafe"
)

// scratch is the unused memory of the fast twins.
type scratch struct {
	mu        sync.Mutex // several products of one Workers may run at once, each with memory of its own
	free      [][]float32
	blockings []*blocking
}

// take returns n elements of scratch memory of any content, aligned to 64 bytes.
// Hand them back with give.
func (w *Workers) take(n int) []float32 {
	if n == 0 {
		return nil
	}
	if w != nil {
		w.mu.Lock()
		best := -1
		for i, b := range w.free {
			if cap(b) >= n && (best < 0 || cap(b) < cap(w.free[best])) {
				best = i
			}
		}
		if best >= 0 {
			b := w.free[best]
			last := len(w.free) - 1
			w.free[best], w.free[last] = w.free[last], nil
			w.free = w.free[:last]
			w.mu.Unlock()
			return b[:n]
		}
		w.mu.Unlock()
	}
	return aligned(n)
}

// give hands scratch memory back.
func (w *Workers) give(b []float32) {
	if w == nil || b == nil {
		return
	}
	w.mu.Lock()
	w.free = append(w.free, b)
	w.mu.Unlock()
}

// resize returns b with n elements of any content, in its own memory if that is
// large enough.
func resize(b []float32, n int) []float32 {
	if cap(b) >= n {
		return b[:n]
	}
	return aligned(n)
}

// aligned returns n new elements, aligned to 64 bytes.
func aligned(n int) []float32 {
	b := make([]float32, n+15)
	off := int(-(uintptr(unsafe.Pointer(&b[0])) / 4) & 15)
	return b[off : off+n : off+n]
}

// takeBlocking returns a blocking, with the memory of an earlier one if possible.
func (w *Workers) takeBlocking() *blocking {
	if w == nil {
		return new(blocking)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	last := len(w.blockings) - 1
	if last < 0 {
		return new(blocking)
	}
	g := w.blockings[last]
	w.blockings = w.blockings[:last]
	return g
}

// giveBlocking hands a blocking back without the slices of its product.
func (w *Workers) giveBlocking(g *blocking) {
	if w == nil {
		return
	}
	// Clear the slices: the blocking would keep them alive until the next product of this Workers.
	g.product, g.packedA, g.packedB, g.chunkB = product[float32]{}, nil, nil, [2][]float32{}
	w.mu.Lock()
	w.blockings = append(w.blockings, g)
	w.mu.Unlock()
}
