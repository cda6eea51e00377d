package guard

import "github.com/apache/arrow/go/v15/arrow/memory"

// Memory is an Arrow allocator that panics instead of exceeding what was allowed; the panic is caught where every
// panic of Arrow's reader is. The zero Memory allows nothing.
type Memory struct {
	memory.GoAllocator
	left int
}

// Allow replaces what is left by what decoding a batch may take: its bytes twice, each buffer rounded up.
func (m *Memory) Allow(b Batch) { m.left = int(2*(b.meta+b.body)) + 64<<10 }

func (m *Memory) spend(n int) {
	if n > m.left {
		panic(Damaged("a buffer of %d bytes is larger than its batch", n))
	}
	m.left -= n
}

// Allocate spends n bytes.
func (m *Memory) Allocate(n int) []byte {
	m.spend(n)
	return m.GoAllocator.Allocate(n)
}

// Reallocate spends the whole new size.
func (m *Memory) Reallocate(n int, old []byte) []byte {
	m.spend(n)
	return m.GoAllocator.Reallocate(n, old)
}
