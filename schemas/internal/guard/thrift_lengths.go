package guard

import (
	"encoding/binary"
	"unsafe"

	"github.com/parquet-go/parquet-go/format"
)

// walker skips a value of thrift's compact protocol without storing it, and sums what the decoder would allocate for
// its lists: the decoder allocates a whole list before it reads the first entry. bad is set if a length or type does
// not fit the remaining bytes, or if a limit below is exceeded.
type walker struct {
	rest   []byte
	memory uint64
	wide   bool // a limit below is exceeded
	bad    bool
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
	id := int64(0)
	for depth < maxThriftDepth && !w.bad {
		head := w.byte()
		if head == 0 {
			return
		}
		if step := int64(head >> 4); step != 0 {
			id += step
		} else {
			v := w.varint()
			id = int64(v>>1) ^ -int64(v&1)
		}
		w.value(head&15, depth, true, depth == 0 && id == schemaList)
	}
	w.bad = true
}

// value skips a value of the given type. A boolean takes one byte in a list and none in a field.
func (w *walker) value(kind byte, depth int, field, schema bool) {
	switch kind {
	case thriftTrue, thriftFalse:
		if !field {
			w.skip(1)
		}
	case thriftByte:
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
		w.bad = true
	}
}

func (w *walker) list(depth int, schema bool) {
	head := w.byte()
	n := uint64(head >> 4)
	if n == 15 {
		n = w.varint()
	}
	size := uint64(unsafe.Sizeof(""))
	switch {
	case head&15 == thriftStruct && depth >= inColumn:
		size = smallStruct
	case head&15 == thriftStruct:
		size = structSize
	}
	if n > uint64(len(w.rest)) || depth >= maxThriftDepth { // an entry takes a byte at least
		w.bad = true
		return
	}
	w.memory += n * size
	if schema && n > maxSchema || w.memory > maxFooterLists {
		w.wide, w.bad = true, true
		return
	}
	for i := uint64(0); i < n && !w.bad; i++ {
		w.value(head&15, depth, false, false)
	}
}

func (w *walker) byte() byte {
	if len(w.rest) == 0 {
		w.bad = true
		return 0
	}
	b := w.rest[0]
	w.rest = w.rest[1:]
	return b
}

func (w *walker) varint() uint64 {
	v, n := binary.Uvarint(w.rest)
	if n <= 0 {
		w.bad = true
		return 0
	}
	w.rest = w.rest[n:]
	return v
}

// skip skips n bytes. It stops silently at the end, because the end mark of the structure is then missing.
func (w *walker) skip(n uint64) { w.rest = w.rest[min(n, uint64(len(w.rest))):] }
