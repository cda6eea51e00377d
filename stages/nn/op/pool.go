package op

import (
	"sync"
	"unsafe"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Pool lends scratch slices. It cuts them from a few large slabs, first fit, and merges free neighbours. Steps of changing
// shapes therefore settle at the memory of the largest step and allocate no more. The zero value is ready to use;
// goroutines may share a Pool.
type Pool[T kernel.Float] struct {
	mu    sync.Mutex
	slabs [][]T
	free  []span      // by slab, then offset; no two touch
	lent  map[*T]span // by address of the first element
}

// span is length elements of a slab from offset.
type span struct{ slab, offset, length int }

const (
	alignment = 16      // elements: 64 bytes of float32
	slabSize  = 1 << 20 // elements, smallest
)

// Get lends a slice of n elements with arbitrary content. Return it with Put; a slice that is never returned is lost to
// the pool, with no other harm.
func (p *Pool[T]) Get(n int) []T {
	if n == 0 {
		return nil
	}
	// Several batches may be decoded at once with one model and its pool; without the lock two could get the same span.
	p.mu.Lock()
	defer p.mu.Unlock()
	size := (n + alignment - 1) &^ (alignment - 1)
	i := p.fit(size)
	if i < 0 {
		i = p.grow(size)
	}
	s := p.free[i]
	if s.length == size {
		p.free = append(p.free[:i], p.free[i+1:]...)
	} else {
		p.free[i] = span{s.slab, s.offset + size, s.length - size}
	}
	out := p.slabs[s.slab][s.offset : s.offset+n : s.offset+size]
	if p.lent == nil {
		p.lent = make(map[*T]span)
	}
	p.lent[&out[0]] = span{s.slab, s.offset, size}
	return out
}

// Zeros is Get with every element set to 0.
func (p *Pool[T]) Zeros(n int) []T {
	x := p.Get(n)
	clear(x)
	return x
}

// Put takes back slices that Get lent. It ignores empty slices and slices that are not, or no longer, lent.
func (p *Pool[T]) Put(xs ...[]T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, x := range xs {
		first := unsafe.SliceData(x)
		if s, ok := p.lent[first]; ok {
			delete(p.lent, first)
			p.release(s)
		}
	}
}

// Lent returns the number of slices lent at the moment.
func (p *Pool[T]) Lent() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.lent)
}

// Cap returns the number of elements of all slabs.
func (p *Pool[T]) Cap() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, s := range p.slabs {
		n += len(s)
	}
	return n
}

// fit returns the index of the first free span that holds size elements, -1 if none does.
func (p *Pool[T]) fit(size int) int {
	for i, s := range p.free {
		if s.length >= size {
			return i
		}
	}
	return -1
}

// grow adds a slab of at least a quarter of the present total and returns the index of its free span, the last.
func (p *Pool[T]) grow(size int) int {
	n := max(size, slabSize)
	all := 0
	for _, s := range p.slabs {
		all += len(s)
	}
	n = max(n, all/4) // slabs that grow in proportion stay few, however large the largest step is
	p.slabs = append(p.slabs, make([]T, n))
	p.free = append(p.free, span{len(p.slabs) - 1, 0, n})
	return len(p.free) - 1
}

// release adds s to the free spans and joins it with its neighbours.
func (p *Pool[T]) release(s span) {
	i := 0
	for i < len(p.free) && (p.free[i].slab < s.slab || p.free[i].slab == s.slab && p.free[i].offset < s.offset) {
		i++
	}
	p.free = append(p.free, span{})
	copy(p.free[i+1:], p.free[i:])
	p.free[i] = s
	p.absorb(i) // before its left neighbour absorbs it
	if i > 0 {
		p.absorb(i - 1)
	}
}

// absorb joins free span i with the one after it if they touch.
func (p *Pool[T]) absorb(i int) {
	if i+1 >= len(p.free) {
		return
	}
	a, b := p.free[i], p.free[i+1]
	if a.slab == b.slab && a.offset+a.length == b.offset {
		p.free[i].length += b.length
		p.free = append(p.free[:i+1], p.free[i+2:]...)
	}
}
