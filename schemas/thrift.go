package schemas

import (
	"encoding/binary"
)

// walker steps over one value of thrift's compact protocol without storing it.
// bad is set once a length or a type does not fit the bytes that are left.
type walker struct {
	rest []byte
	bad  bool
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

const maxThriftDepth = 32

func (w *walker) structure(depth int) {
	for depth < maxThriftDepth && !w.bad {
		head := w.byte()
		if head == 0 {
			return
		}
		if head>>4 == 0 {
			w.varint() // the field's number, when it is not given as a step
		}
		w.value(head&15, depth, true)
	}
	w.bad = true
}

// value steps over a value of the given type; a boolean takes a byte in a list
// and none in a field.
func (w *walker) value(kind byte, depth int, field bool) {
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
		w.list(depth)
	case thriftStruct:
		w.structure(depth + 1)
	default: // Parquet has no maps
		w.bad = true
	}
}

func (w *walker) list(depth int) {
	head := w.byte()
	n := uint64(head >> 4)
	if n == 15 {
		n = w.varint()
	}
	least := uint64(1)
	if head&15 == thriftStruct {
		least = 3 // the smallest struct of a Parquet footer, a column order
	}
	if n > uint64(len(w.rest))/least {
		w.bad = true
	}
	for i := uint64(0); i < n && !w.bad; i++ {
		w.value(head&15, depth, false)
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

func (w *walker) skip(n uint64) {
	if n > uint64(len(w.rest)) {
		w.bad = true
		return
	}
	w.rest = w.rest[n:]
}
