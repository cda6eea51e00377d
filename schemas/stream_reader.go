package schemas

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"

	"wrone2set/schemas/internal/guard"
)

// StreamReader reads an Arrow stream of anyone's, record batch by record batch: as it comes through a pipe, or behind the
// first bytes of an Arrow file, which are followed by the same. It is not for concurrent use.
type StreamReader struct {
	name     string // of the stream, for errors
	messages *guard.Messages
	from     *ipc.Reader // nil: the stream has nothing, not even a schema
	batches  int
}

// NewStreamReader reads the schema of a stream; a stream of no byte is one without columns and batches. Damage is a
// *FileError.
func NewStreamReader(name string, from io.Reader) (r *StreamReader, err error) {
	memory := &guard.Memory{}
	r = &StreamReader{name: name, messages: &guard.Messages{From: from, Memory: memory}}
	defer r.caught("schema", &err)
	r.from, err = ipc.NewReaderFromMessageReader(r.messages, ipc.WithAllocator(memory))
	if err != nil && !r.messages.Begun && errors.Is(err, io.EOF) {
		r.from, err = nil, nil
	}
	return r, err
}

// Columns are the names of the columns.
func (r *StreamReader) Columns() (names []string) {
	if r.from != nil {
		for _, f := range r.from.Schema().Fields() {
			names = append(names, f.Name)
		}
	}
	return names
}

// Texts reports whether a column is of texts or, with lists, of lists of texts.
func (r *StreamReader) Texts(column int, lists bool) bool {
	of := r.from.Schema().Field(column).Type
	if list, ok := of.(arrow.ListLikeType); ok && lists {
		of = list.Elem()
	}
	return of.ID() == arrow.STRING || of.ID() == arrow.LARGE_STRING
}

// Numbers reports whether a column is of whole numbers.
func (r *StreamReader) Numbers(column int) bool {
	return arrow.IsInteger(r.from.Schema().Field(column).Type.ID())
}

// Type names the type of a column.
func (r *StreamReader) Type(column int) string { return r.from.Schema().Field(column).Type.String() }

// Kind is a column of no rows: what the rows of that column are, for NewAnswerWriter. A column below 0 has texts.
func (r *StreamReader) Kind(column int) Column {
	if column < 0 || r.from == nil {
		return Column{}
	}
	f := r.from.Schema().Field(column)
	return Column{name: f.Name, of: f.Type}
}

// Next returns the next record batch, which is valid until the next call, and io.EOF after the last. Damage is a
// *FileError that names the batch.
func (r *StreamReader) Next() (b *RecordBatch, err error) {
	if r.from == nil {
		return nil, io.EOF
	}
	defer r.caught(fmt.Sprintf("batch %d", r.batches), &err)
	if !r.from.Next() {
		if err := r.from.Err(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
	if err := guard.CheckRecord(r.from.Record()); err != nil {
		return nil, err
	}
	r.batches++
	return &RecordBatch{r.from.Record()}, nil
}

// Fail is err about the batch that was given last.
func (r *StreamReader) Fail(err error) error {
	return r.fail(fmt.Sprintf("batch %d", r.batches-1), err)
}

// caught makes a *FileError of a panic and of an error of the library.
func (r *StreamReader) caught(place string, err *error) {
	if p := recover(); p != nil {
		*err = guard.Caught(p)
	}
	if r.messages.Err != nil {
		*err = r.messages.Err
	}
	if *err != nil && *err != io.EOF {
		*err = r.fail(place, *err)
	}
}

func (r *StreamReader) fail(place string, err error) error {
	var broken *FileError
	if errors.As(err, &broken) {
		return err
	}
	return &FileError{File: r.name, Place: place, Err: guard.DamagedBy(err), Remedy: "write an Arrow stream (pyarrow.ipc.new_stream) to its end"}
}

// RecordBatch is a run of rows of a stream.
type RecordBatch struct{ record arrow.Record }

// Rows is their number.
func (b *RecordBatch) Rows() int { return int(b.record.NumRows()) }

// Text is the text, or the whole number, of a row in a column that has such; ok is false for null.
func (b *RecordBatch) Text(column, row int) (text string, ok bool) {
	values := b.record.Column(column)
	if values.IsNull(row) {
		return "", false
	}
	return textAt(values, row), true
}

// List is the list of texts of a row, with a null of its own for "". As Text it panics where values point out of their
// buffers; see Fail and Caught.
func (b *RecordBatch) List(column, row int) (texts []string, ok bool) {
	list := b.record.Column(column).(array.ListLike)
	if list.IsNull(row) {
		return nil, false
	}
	lo, hi := list.ValueOffsets(row)
	for i := lo; i < hi; i++ {
		text := ""
		if !list.ListValues().IsNull(int(i)) {
			text = textAt(list.ListValues(), int(i))
		}
		texts = append(texts, text)
	}
	return texts, true
}

// Column is a column, which stays valid. Below 0 it is one of nulls.
func (b *RecordBatch) Column(column int) Column {
	if column < 0 {
		return Column{rows: b.Rows()}
	}
	values := b.record.Column(column)
	values.Retain() // the answer is written when later batches have been read
	return Column{name: b.record.ColumnName(column), of: values.DataType(), values: values, rows: b.Rows()}
}

// textAt copies a value, since the memory of the batch is used again.
func textAt(values arrow.Array, i int) string {
	switch v := values.(type) {
	case *array.String:
		return string([]byte(v.Value(i)))
	case *array.LargeString:
		return string([]byte(v.Value(i)))
	case *array.Uint64:
		return strconv.FormatUint(v.Value(i), 10)
	}
	return values.ValueStr(i)
}

// Column is a column of a stream as it came, to be written back unchanged.
type Column struct {
	name   string
	of     arrow.DataType
	values arrow.Array // nil: nulls
	rows   int
}
