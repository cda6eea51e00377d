package schemas

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// block is where a record batch lies in an Arrow file.
type block struct {
	offset     int64
	meta, body int64
}

// allowance is what decoding a block may allocate: its bytes, each buffer
// rounded up.
func (b block) allowance() int { return int(2*(b.meta+b.body)) + 64<<10 }

// budget is an Arrow allocator that panics instead of exceeding what is left;
// the panic is caught where every panic of the Arrow reader is.
type budget struct {
	memory.GoAllocator
	left int
}

func (b *budget) spend(n int) {
	if n < 0 || n > b.left {
		panic(damaged("a buffer of %d bytes is larger than its batch", n))
	}
	b.left -= n
}

// Allocate spends n bytes of the budget.
func (b *budget) Allocate(n int) []byte {
	b.spend(n)
	return b.GoAllocator.Allocate(n)
}

// Reallocate spends the whole new size.
func (b *budget) Reallocate(n int, old []byte) []byte {
	b.spend(n)
	return b.GoAllocator.Reallocate(n, old)
}

const (
	arrowTail      = 10 // footer length and magic bytes
	maxArrowFooter = 256 << 20
)

// exampleBlocks reads the footer of an Arrow file, holds every count that the
// Arrow reader would allocate for against the footer's own bytes, and returns
// the extents of the record batches, which lie within the file.
func exampleBlocks(disk *os.File) ([]block, error) {
	info, err := disk.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: not a regular file", ErrSchema)
	}
	size := info.Size()
	if size < 8+arrowTail {
		return nil, damaged("%d bytes are too few for an Arrow file", size)
	}
	head, tail := make([]byte, len(ipc.Magic)), make([]byte, arrowTail)
	if _, err := disk.ReadAt(head, 0); err != nil {
		return nil, err
	}
	if _, err := disk.ReadAt(tail, size-arrowTail); err != nil {
		return nil, err
	}
	if string(head) != string(ipc.Magic) {
		return nil, damaged("it does not begin as an Arrow file")
	}
	if string(tail[4:]) != string(ipc.Magic) {
		return nil, damaged("it does not end as an Arrow file (cut short?)")
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if length < 8 || length > maxArrowFooter || length > size-8-arrowTail {
		return nil, damaged("a footer of %d bytes in a file of %d", length, size)
	}
	footer := make(flat, length)
	if _, err := io.ReadFull(io.NewSectionReader(disk, size-arrowTail-length, length), footer); err != nil {
		return nil, err
	}
	return footer.blocks(size - arrowTail - length)
}
