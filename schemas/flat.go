package schemas

import (
	"encoding/binary"
)

// flat is a flatbuffer. Its methods read beyond the end only as far as Go's
// bounds checks let them: they panic.
type flat []byte

// Slots of the tables in an Arrow footer.
const (
	footerSchema, footerDictionaries, footerBatches = 1, 2, 3
	schemaFields, schemaMetadata, schemaFeatures    = 1, 2, 3
	fieldDictionary, fieldChildren, fieldMetadata   = 4, 5, 6
)

// blocks checks the footer; end is where the batches must end.
func (f flat) blocks(end int64) ([]block, error) {
	root := f.follow(0)
	schema := f.field(root, footerSchema)
	if schema == 0 {
		return nil, damaged("the footer has no schema")
	}
	f.checkFields(f.follow(schema), schemaFields, len(exampleFields()), 0)
	f.vector(f.follow(schema), schemaMetadata, 4, 64)
	f.vector(f.follow(schema), schemaFeatures, 8, 0)
	f.vector(root, footerDictionaries, 24, 0)
	at, n := f.vector(root, footerBatches, 24, len(f)/24)
	blocks := make([]block, n)
	for i := range blocks {
		b := f[at+24*i:]
		blocks[i] = block{
			offset: int64(binary.LittleEndian.Uint64(b)),
			meta:   int64(int32(binary.LittleEndian.Uint32(b[8:]))),
			body:   int64(binary.LittleEndian.Uint64(b[16:])),
		}
		k := blocks[i]
		if k.offset < 8 || k.meta < 16 || k.body < 0 || k.offset > end || k.body > end-k.offset || k.meta > end-k.offset-k.body {
			return nil, damaged("batch %d lies outside the file", i)
		}
	}
	return blocks, nil
}

// checkFields bounds the numbers of fields, children and annotations.
func (f flat) checkFields(table, slot, most, depth int) {
	at, n := f.vector(table, slot, 4, most)
	for i := range n {
		field := f.follow(at + 4*i)
		f.vector(field, fieldMetadata, 4, 0)
		if f.field(field, fieldDictionary) != 0 || depth > 2 {
			panic(damaged("a column of a kind that this program does not write"))
		}
		f.checkFields(field, fieldChildren, 1, depth+1)
	}
}

// follow returns the position that the offset at the given position points to.
func (f flat) follow(at int) int { return at + int(binary.LittleEndian.Uint32(f[at:])) }

// field returns the position of a table's field, 0 if the table lacks it.
func (f flat) field(table, slot int) int {
	at := table - int(int32(binary.LittleEndian.Uint32(f[table:])))
	if 4+2*slot >= int(binary.LittleEndian.Uint16(f[at:])) {
		return 0
	}
	if o := int(binary.LittleEndian.Uint16(f[at+4+2*slot:])); o != 0 {
		return table + o
	}
	return 0
}

// vector returns the position and length of a table's vector of elements of
// the given width. It panics if there are more than most or than the buffer has
// room for.
func (f flat) vector(table, slot, width, most int) (at, n int) {
	at = f.field(table, slot)
	if at == 0 {
		return 0, 0
	}
	at = f.follow(at)
	n = int(binary.LittleEndian.Uint32(f[at:]))
	if n > most || n > (len(f)-at-4)/width {
		panic(damaged("a list of %d entries in the footer", n))
	}
	return at + 4, n
}
