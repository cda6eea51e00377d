package text

import "encoding/binary"

// list holds words one after the other, each after its length. Millions of words are a few blocks without pointers, which
// the garbage collector does not have to scan.
type list struct {
	blocks [][]byte
	starts blocks[int64] // block·textBlock + offset
}

// textBlock is the size of a block; a larger word gets a block of its own.
const textBlock = 1 << 16

func (l *list) count() int32 { return l.starts.count }

// add appends a copy of word, which may be part of a large document.
func (l *list) add(word string) {
	size := binary.MaxVarintLen64 + len(word)
	last := len(l.blocks) - 1
	if last < 0 || len(l.blocks[last])+size > cap(l.blocks[last]) {
		l.blocks = append(l.blocks, make([]byte, 0, max(size, textBlock)))
		last++
	}
	b := l.blocks[last]
	l.starts.add(int64(last)*textBlock + int64(len(b)))
	l.blocks[last] = append(binary.AppendUvarint(b, uint64(len(word))), word...)
}

// bytes returns word n in the list's memory.
func (l *list) bytes(n int32) []byte {
	start := *l.starts.at(n)
	b := l.blocks[start/textBlock][start%textBlock:]
	size, at := binary.Uvarint(b)
	return b[at : at+int(size)]
}

// word returns a copy of word n.
func (l *list) word(n int32) string { return string(l.bytes(n)) }

// blocks is a slice that grows block by block, so that growing never holds a large slice in memory twice.
type blocks[T any] struct {
	blocks []*[valueBlock]T
	count  int32
}

const valueBlock = 4096

func (b *blocks[T]) add(v T) {
	if b.count%valueBlock == 0 {
		b.blocks = append(b.blocks, new([valueBlock]T))
	}
	b.count++
	*b.at(b.count - 1) = v
}

func (b *blocks[T]) at(n int32) *T { return &b.blocks[n/valueBlock][n%valueBlock] }
