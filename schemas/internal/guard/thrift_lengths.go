package guard

import (
	"encoding/binary"
	"fmt"
	"unsafe"

	"github.com/parquet-go/parquet-go/format"
)

// walker skips a value of thrift's compact protocol without storing it, and sums what the decoder would allocate for
// its lists: the decoder allocates a whole list before it reads the first entry. It panics, through Go's bounds checks or
// with an error, where a length or type does not fit the remaining bytes, or a limit below is exceeded.
type walker struct {
	rest   []byte
	memory uint64
}

// Types of the compact protocol.
const (
	thriftTrue = iota + 1
	thriftFalse
	thriftByte
	thriftI16
	thriftI32
	thriftI64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStruct
)

const (
	maxThriftDepth = 32        // the decoder recurses per level, and a stack overflow ends the program
	maxFooterLists = 128 << 20 // decoded size in bytes of all lists in a footer
	maxSchema      = 64 << 10  // columns and groups

	structSize = uint64(unsafe.Sizeof(format.ColumnChunk{})) // the largest struct in a list

	inColumn    = 6  // depth of the lists of a column's metadata: in a struct in a list in a struct in a list
	smallStruct = 64 // no struct in such a list is larger
	schemaList  = 2  // field of the file's metadata
)

func (w *walker) structure(depth int) {
	if depth >= maxThriftDepth {
		panic(Damaged("more than %d structures within each other", maxThriftDepth))
	}
	id := int64(0)
	for head := w.byte(); head != 0; head = w.byte() {
		if step := int64(head >> 4); step != 0 {
			id += step
		} else {
			v := w.varint()
			id = int64(v>>1) ^ -int64(v&1)
		}
		if kind := head & 15; kind != thriftTrue && kind != thriftFalse { // a boolean is in its head
			w.value(kind, depth, depth == 0 && id == schemaList)
		}
	}
}

// value skips a value of the given type.
func (w *walker) value(kind byte, depth int, schema bool) {
	switch kind {
	case thriftTrue, thriftFalse, thriftByte: // a boolean of a list
		w.skip(1)
	case thriftI16, thriftI32, thriftI64:
		w.varint()
	case thriftDouble:
		w.skip(8)
	case thriftBinary:
		w.skip(w.varint())
	case thriftList, thriftSet:
		w.list(depth+1, schema)
	case thriftStruct:
		w.structure(depth + 1)
	default: // Parquet has no maps
		panic(Damaged("a value of type %d", kind))
	}
}

func (w *walker) list(depth int, schema bool) {
	head := w.byte()
	kind, n := head&15, uint64(head>>4)
	if n == 15 {
		n = w.varint()
	}
	size := uint64(unsafe.Sizeof(""))
	switch {
	case kind == thriftStruct && depth >= inColumn:
		size = smallStruct
	case kind == thriftStruct:
		size = structSize
	}
	if n > uint64(len(w.rest)) || depth >= maxThriftDepth { // an entry takes a byte at least
		panic(Damaged("a list of %d entries", n))
	}
	if w.memory += n * size; schema && n > maxSchema || w.memory > maxFooterLists {
		panic(fmt.Errorf("%w: it has more than %d columns, or too many row groups for its columns", ErrLarge, maxSchema))
	}
	for range n {
		w.value(kind, depth, false)
	}
}

func (w *walker) byte() byte {
	b := w.rest[0]
	w.rest = w.rest[1:]
	return b
}

func (w *walker) varint() uint64 {
	v, n := binary.Uvarint(w.rest)
	w.skip(uint64(max(n, 1)))
	return v
}

func (w *walker) skip(n uint64) { w.rest = w.rest[n:] }
