package guard

import "github.com/apache/arrow/go/v15/arrow/memory"

// Memory is an Arrow allocator that panics instead of exceeding its allowance. The panic is recovered with all other
// panics of Arrow's reader. The zero Memory allows nothing.
type Memory struct {
	memory.GoAllocator
	left int
}

// Allow resets the allowance to what decoding a batch may take: twice its bytes, each buffer rounded up.
func (m *Memory) Allow(b Batch) { m.left = int(2*(b.meta+b.body)) + 64<<10 }

func (m *Memory) spend(n int) {
	if n > m.left {
		panic(Damaged("a buffer of %d bytes is larger than its batch", n))
	}
	m.left -= n
}

// Allocate spends n bytes of the allowance.
func (m *Memory) Allocate(n int) []byte {
	m.spend(n)
	return m.GoAllocator.Allocate(n)
}

// Reallocate spends the whole new size.
func (m *Memory) Reallocate(n int, old []byte) []byte {
	m.spend(n)
	return m.GoAllocator.Reallocate(n, old)
}
