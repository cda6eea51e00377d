package guard

import (
	"encoding/binary"
)

// flatbuffer holds tables that point to each other, in the format of Arrow's footer and messages. Reads beyond the end
// panic through Go's bounds checks. An offset that points back by wrapping around 32 bits, which Arrow's reader would
// follow, counts as beyond the end here.
type flatbuffer []byte

// follow returns the position that the offset at the given position points to.
func (f flatbuffer) follow(at int) int { return at + int(binary.LittleEndian.Uint32(f[at:])) }

// field returns the position of a table's field, or 0 if the table lacks it.
func (f flatbuffer) field(table, slot int) int {
	at := table - int(int32(binary.LittleEndian.Uint32(f[table:])))
	if 4+2*slot >= int(binary.LittleEndian.Uint16(f[at:])) {
		return 0
	}
	if o := int(binary.LittleEndian.Uint16(f[at+4+2*slot:])); o != 0 {
		return table + o
	}
	return 0
}

// drop makes a table lack a field.
func (f flatbuffer) drop(table, slot int) {
	at := table - int(int32(binary.LittleEndian.Uint32(f[table:])))
	binary.LittleEndian.PutUint16(f[at+4+2*slot:], 0)
}

// vector returns the position and length of a table's vector. It panics if the vector has more than most elements.
func (f flatbuffer) vector(table, slot, most int) (at, n int) {
	at = f.field(table, slot)
	if at == 0 {
		return 0, 0
	}
	at = f.follow(at)
	n = int(binary.LittleEndian.Uint32(f[at:]))
	if n > most {
		panic(Damaged("a list of %d entries", n))
	}
	return at + 4, n
}
