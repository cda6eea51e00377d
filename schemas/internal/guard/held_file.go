package guard

import (
	"io"

	"github.com/parquet-go/parquet-go/format"
)

// maxHeld is the largest row group or batch that is held in memory while it is checked and decoded. Our writer closes
// row groups at 16 MiB before compression.
const maxHeld = 16 << 20

// HeldFile is a file that keeps one row group or batch at a time in memory. The checks and the library both read that
// copy, so it is read from disk once and nobody can change it in between.
type HeldFile struct {
	file io.ReaderAt
	at   int64 // offset of the held bytes
	held []byte
}

// NewHeldFile returns a HeldFile that holds nothing yet.
func NewHeldFile(file io.ReaderAt) *HeldFile { return &HeldFile{file: file} }

// ReadAt reads from memory if the whole range is held, and otherwise from the file.
func (h *HeldFile) ReadAt(b []byte, at int64) (int, error) {
	if from := at - h.at; from >= 0 && from <= int64(len(h.held)-len(b)) {
		return copy(b, h.held[from:]), nil
	}
	return h.file.ReadAt(b, at)
}

// holdGroup reads a row group, whose column chunks are contiguous in the file.
func (h *HeldFile) holdGroup(g *format.RowGroup) error {
	if len(g.Columns) == 0 {
		return h.hold(0, 0)
	}
	last := &g.Columns[len(g.Columns)-1].MetaData
	at := g.Columns[0].MetaData.DataPageOffset
	return h.hold(at, last.DataPageOffset+last.TotalCompressedSize-at)
}

// hold reads a range of the file unless it exceeds maxHeld.
func (h *HeldFile) hold(at, size int64) error {
	h.held = h.held[:0]
	if size > maxHeld {
		return nil
	}
	if int64(cap(h.held)) < size {
		h.held = make([]byte, 0, size)
	}
	if _, err := h.file.ReadAt(h.held[:size], at); err != nil {
		return err
	}
	h.at, h.held = at, h.held[:size]
	return nil
}
