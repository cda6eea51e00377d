package schemas

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// ExampleWriter writes an examples file: Arrow IPC with uncompressed record batches of 64 rows, so that one short read
// fetches any row. It holds one batch in memory. It is not safe for concurrent use.
type ExampleWriter struct {
	out     *ipc.FileWriter
	builder *array.RecordBuilder
	open    int // rows in the builder
	rows    int64
	err     error
}

// NewExampleWriter starts an examples file on w. The caller closes the writer first, then w.
func NewExampleWriter(w io.Writer, h ExampleHeader) (*ExampleWriter, error) {
	meta := arrow.NewMetadata(
		[]string{schemaKey, versionKey, stageKey, vocabSizeKey, vocabDigestKey},
		[]string{exampleName, exampleVersion, exampleStage, strconv.Itoa(h.VocabSize), h.VocabDigest})
	schema := arrow.NewSchema(exampleFields(), &meta)
	out, err := ipc.NewFileWriter(&counted{out: w}, ipc.WithSchema(schema))
	if err != nil {
		return nil, fmt.Errorf("write examples: %w", err)
	}
	return &ExampleWriter{out: out, builder: array.NewRecordBuilder(memory.NewGoAllocator(), schema)}, nil
}

// Write appends examples and keeps no reference to them. It refuses an example whose Source and Extended differ in
// length, or which exceeds 4 MiB. After an error the file is useless and Write keeps failing.
func (w *ExampleWriter) Write(examples ...Example) error {
	for i := range examples {
		if w.err == nil {
			w.err = w.write(&examples[i])
		}
	}
	return w.err
}

func (w *ExampleWriter) write(e *Example) error {
	if len(e.Source) != len(e.Extended) {
		return fmt.Errorf("write examples row %d (%s): %d source ids, %d extended ids", w.rows+1, e.ID, len(e.Source), len(e.Extended))
	}
	if n := weighExample(e); n > maxExampleWeight {
		return fmt.Errorf("write examples row %d (%s): the row takes %d bytes, more than the limit of %d", w.rows+1, e.ID, n, maxExampleWeight)
	}
	for i, v := range []any{e.ID, e.Source, e.Extended, e.OOV, e.Targets} {
		appendValue(w.builder.Field(i), v)
	}
	w.rows, w.open = w.rows+1, w.open+1
	if w.open == batchRows {
		return w.flush()
	}
	return nil
}

func (w *ExampleWriter) flush() error {
	record := w.builder.NewRecord()
	defer record.Release()
	w.open = 0
	if err := w.out.Write(record); err != nil {
		return fmt.Errorf("write examples: %w", err)
	}
	return nil
}

// Rows returns the number of rows written so far.
func (w *ExampleWriter) Rows() int64 { return w.rows }

// Close writes the last batch and the footer. It does not close the underlying writer. It returns the
// error of an earlier Write, if any.
func (w *ExampleWriter) Close() error {
	defer w.builder.Release()
	if w.err == nil && w.open > 0 {
		w.err = w.flush()
	}
	if w.err != nil {
		return w.err
	}
	w.err = errors.New("write examples: the writer is closed")
	if err := w.out.Close(); err != nil {
		return fmt.Errorf("write examples: %w", err)
	}
	return nil
}

// counted gives a plain writer the only form of Seek that the Arrow writer uses: asking for the position.
type counted struct {
	out  io.Writer
	size int64
}

func (c *counted) Write(b []byte) (int, error) {
	n, err := c.out.Write(b)
	c.size += int64(n)
	return n, err
}

func (c *counted) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, errors.New("cannot seek in an output stream")
	}
	return c.size, nil
}
