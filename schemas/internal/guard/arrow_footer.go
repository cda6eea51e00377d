package guard

import (
	"encoding/binary"
	"io"

	"github.com/apache/arrow/go/v15/arrow/ipc"
)

const (
	arrowHead = 8  // magic bytes, padded
	arrowTail = 10 // footer length and magic bytes
	blockSize = 24 // bytes of a batch's entry in the footer

	footerBatches = 3 // slot of the footer's table
)

// Sections returns the parts of an Arrow file of size bytes that a Stream reads: that of the schema, and one of each
// record batch. It takes only the places of the batches from the footer; whatever they claim, a Stream allocates no more
// than the bytes that are there.
func Sections(file io.ReaderAt, size int64) (schema *io.SectionReader, batches []*io.SectionReader, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = Caught(p)
		}
	}()
	if size < arrowHead+arrowTail {
		return nil, nil, Damaged("%d bytes are too few for an Arrow file", size)
	}
	tail := make([]byte, arrowTail)
	if _, err := file.ReadAt(tail, size-arrowTail); err != nil {
		return nil, nil, err
	}
	if string(tail[4:]) != string(ipc.Magic) {
		return nil, nil, Damaged("it does not end as an Arrow file (cut short?)")
	}
	end := size - arrowTail - int64(binary.LittleEndian.Uint32(tail))
	if end < arrowHead {
		return nil, nil, Damaged("a footer of %d bytes in a file of %d", size-arrowTail-end, size)
	}
	footer := make(flatbuffer, size-arrowTail-end)
	if _, err := file.ReadAt(footer, end); err != nil {
		return nil, nil, err
	}
	at, n := footer.vector(footer.follow(0), footerBatches, len(footer)/blockSize)
	for i := range n {
		block := footer[at+blockSize*i:]
		offset, meta, body := binary.LittleEndian.Uint64(block), binary.LittleEndian.Uint32(block[8:]), binary.LittleEndian.Uint64(block[16:])
		length := uint64(meta) + body
		if whole := uint64(end); offset > whole || body > whole || length > whole-offset {
			return nil, nil, Damaged("batch %d lies outside the file", i)
		}
		batches = append(batches, io.NewSectionReader(file, int64(offset), int64(length)))
	}
	return io.NewSectionReader(file, arrowHead, end-arrowHead), batches, nil
}
