package schemas

import (
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// StreamReader reads a foreign Arrow stream, record batch by record batch. The stream comes through a pipe, or follows
// the first bytes of an Arrow file. StreamReader is not safe for concurrent use.
type StreamReader struct {
	name    string        // name of the stream in errors
	from    *guard.Stream // nil: the stream is empty and has no schema
	batches int
}

// NewStreamReader reads the schema of a stream. An empty stream has no columns and no batches. Damage is a *FileError.
func NewStreamReader(name string, from io.Reader) (*StreamReader, error) {
	r := &StreamReader{name: name}
	stream, err := guard.NewStream(from)
	if err == io.EOF {
		return r, nil
	}
	if err != nil {
		return nil, r.fail("schema", err)
	}
	r.from = stream
	return r, nil
}

// Columns returns the names of the columns.
func (r *StreamReader) Columns() (names []string) {
	if r.from != nil {
		for _, f := range r.from.Schema().Fields() {
			names = append(names, f.Name)
		}
	}
	return names
}

// Texts reports whether a column holds texts, no values at all or, with lists, lists of texts.
func (r *StreamReader) Texts(column int, lists bool) bool {
	of := r.column(column).Type
	if list, ok := of.(arrow.ListLikeType); ok && lists {
		of = list.Elem()
	}
	switch plainType(of).ID() {
	case arrow.STRING, arrow.LARGE_STRING, arrow.STRING_VIEW, arrow.NULL:
		return true
	}
	return false
}

// Identifies reports whether the values of a column can be ids: numbers, texts, dates and times, and bytes.
func (r *StreamReader) Identifies(column int) bool {
	return valueText(r.column(column)) != nil
}

// Floats reports whether a column holds floating-point numbers.
func (r *StreamReader) Floats(column int) bool {
	return arrow.IsFloating(r.column(column).Type.ID())
}

// Type names the type of a column, or of the values of its dictionary.
func (r *StreamReader) Type(column int) string { return r.column(column).Type.String() }

// column describes a column, with the type of its values.
func (r *StreamReader) column(i int) arrow.Field {
	f := r.from.Schema().Field(i)
	f.Type = plainType(f.Type)
	return f
}

// Kind returns an empty column of the same type, for NewAnswerWriter. A column below 0 holds texts.
func (r *StreamReader) Kind(column int) Column {
	if column < 0 || r.from == nil {
		return Column{}
	}
	f := r.column(column)
	return Column{name: f.Name, of: f.Type}
}

// Next returns the next record batch, which is valid until the next call, and io.EOF after the last. Damage is a
// *FileError that names the batch.
func (r *StreamReader) Next() (*RecordBatch, error) {
	if r.from == nil {
		return nil, io.EOF
	}
	record, err := r.from.Next()
	if err == io.EOF {
		return nil, err
	}
	if err != nil {
		return nil, r.fail(fmt.Sprintf("batch %d", r.batches), err)
	}
	r.batches++
	return &RecordBatch{record}, nil
}

// Fail wraps err with the place of the last batch that Next gave.
func (r *StreamReader) Fail(err error) error {
	return r.fail(fmt.Sprintf("batch %d", r.batches-1), err)
}

func (r *StreamReader) fail(place string, err error) error {
	return &FileError{File: r.name, Place: place, Err: guard.DamagedBy(err), Remedy: "write an Arrow stream (pyarrow.ipc.new_stream) to its end"}
}

// RecordBatch is one batch of rows of a stream.
type RecordBatch struct{ record arrow.Record }

// Rows returns the number of rows.
func (b *RecordBatch) Rows() int { return int(b.record.NumRows()) }

// Text returns a value as text, in a row of a column for which Texts or Identifies is true. ok is false for null.
func (b *RecordBatch) Text(column, row int) (text string, ok bool) {
	values := b.record.Column(column)
	if values.IsNull(row) {
		return "", false
	}
	return valueText(b.record.Schema().Field(column))(values, row), true
}

// List returns the list of texts in a row; a null entry is "". Like Text, it panics where values point outside their
// buffers; see Fail and Caught.
func (b *RecordBatch) List(column, row int) (texts []string, ok bool) {
	list := b.record.Column(column).(array.ListLike)
	if list.IsNull(row) {
		return nil, false
	}
	lo, hi := list.ValueOffsets(row)
	return textsAt(list.ListValues(), lo, hi), true
}

// Column returns a column, which stays valid. A column below 0 holds nulls.
func (b *RecordBatch) Column(column int) Column {
	if column < 0 {
		return Column{rows: b.Rows()}
	}
	values := decoded(b.record.Column(column))
	return Column{name: b.record.ColumnName(column), of: values.DataType(), values: values, rows: b.Rows()}
}

// Column is a column of a stream, kept to be written back unchanged.
type Column struct {
	name   string
	of     arrow.DataType
	values arrow.Array // nil: nulls
	rows   int
}
