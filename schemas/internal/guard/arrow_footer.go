package guard

import (
	"encoding/binary"
	"io"

	"github.com/apache/arrow/go/v15/arrow/ipc"
)

// Batch is the extent of a record batch in an Arrow file.
type Batch struct {
	offset, meta, body int64
}

func (b Batch) end() int64 { return b.offset + b.meta + b.body }

const (
	arrowTail   = 10 // footer length and magic bytes
	maxMetadata = 64 // most metadata keys of a file
	maxDepth    = 2  // deepest nesting of a column: a list of lists
	batchSize   = 24 // bytes of a batch's entry in the footer
)

// Slots of the tables in an Arrow footer and message.
const (
	footerSchema, footerBatches  = 1, 3
	schemaFields, schemaMetadata = 1, 2
	fieldChildren, fieldMetadata = 5, 6
	messageHeader                = 2
	batchCompression             = 3
)

// Batches reads the footer of an Arrow file of size bytes and returns the extents of the record batches, which must be
// contiguous. It checks every count that Arrow's reader would allocate for against a limit. It panics where offsets of
// the footer point outside it.
func Batches(file io.ReaderAt, size int64) ([]Batch, error) {
	if size < 8+arrowTail {
		return nil, Damaged("%d bytes are too few for an Arrow file", size)
	}
	tail := make([]byte, arrowTail)
	if _, err := file.ReadAt(tail, size-arrowTail); err != nil {
		return nil, err
	}
	if string(tail[4:]) != string(ipc.Magic) {
		return nil, Damaged("it does not end as an Arrow file (cut short?)")
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if length > size-8-arrowTail {
		return nil, Damaged("a footer of %d bytes in a file of %d", length, size)
	}
	end := size - arrowTail - length
	footer := make(flatbuffer, length)
	if _, err := file.ReadAt(footer, end); err != nil {
		return nil, err
	}
	root := footer.follow(0)
	schema := footer.follow(footer.field(root, footerSchema))
	footer.checkFields(schema, schemaFields, len(footer), 0)
	footer.vector(schema, schemaMetadata, maxMetadata)
	return footer.batches(root, end)
}

// checkFields bounds the numbers of fields, children and annotations and their depth. Arrow's reader recurses into
// each child, and several children may be the same one.
func (f flatbuffer) checkFields(table, slot, most, depth int) {
	at, n := f.vector(table, slot, most)
	for i := range n {
		field := f.follow(at + 4*i)
		f.vector(field, fieldMetadata, 0)
		if depth > maxDepth {
			panic(Damaged("a column of a kind that this program never writes"))
		}
		f.checkFields(field, fieldChildren, 1, depth+1)
	}
}

// batches reads the extents in the footer. The last batch must end at end.
func (f flatbuffer) batches(root int, end int64) ([]Batch, error) {
	at, n := f.vector(root, footerBatches, len(f)/batchSize)
	batches := make([]Batch, n)
	for i := range batches {
		line := f[at+batchSize*i:]
		b := Batch{
			offset: int64(binary.LittleEndian.Uint64(line)),
			meta:   int64(int32(binary.LittleEndian.Uint32(line[8:]))),
			body:   int64(binary.LittleEndian.Uint64(line[16:])),
		}
		if min(b.offset, b.meta, b.body) < 0 || max(b.meta, b.body) > end || b.offset > end-b.meta-b.body {
			return nil, Damaged("batch %d lies outside the file", i)
		}
		if i > 0 && b.offset != batches[i-1].end() {
			return nil, Damaged("batch %d does not begin where the one before it ends", i)
		}
		batches[i] = b
	}
	return batches, nil
}

// CheckBatch refuses a batch with compressed buffers, which our files never have. The decoder's window is as large as
// the compressed bytes claim, and the decoder does not allocate it from Memory.
func CheckBatch(file io.ReaderAt, b Batch) error {
	message := make(flatbuffer, b.meta)
	if _, err := file.ReadAt(message, b.offset); err != nil {
		return err
	}
	// The metadata follow a mark and their length; before Arrow 0.15 they follow the length alone.
	if binary.LittleEndian.Uint32(message) == 0xffffffff {
		message = message[4:]
	}
	message = message[4:]
	header := message.field(message.follow(0), messageHeader)
	if message.field(message.follow(header), batchCompression) != 0 {
		return Damaged("a batch of a kind that this program never writes")
	}
	return nil
}
