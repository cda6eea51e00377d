package guard

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// message is the first message of a stream, that of its schema.
type message struct {
	stream []byte
	head   flatbuffer // shares stream
	schema int
}

func (m *message) follow(table, slot int) int { return m.head.follow(m.head.field(table, slot)) }

// column is the table of a column.
func (m *message) column(i int) int { return m.head.follow(m.follow(m.schema, schemaFields) + 4 + 4*i) }

func open(stream []byte) *message {
	m := &message{stream: stream, head: stream[8 : 8+binary.LittleEndian.Uint32(stream[4:])]}
	m.schema = m.follow(m.head.follow(0), messageHeader)
	return m
}

// share makes all columns below one the last of them.
func (m *message) share(column int) {
	if m.head.field(column, fieldChildren) == 0 {
		return
	}
	at := m.follow(column, fieldChildren)
	n := int(binary.LittleEndian.Uint32(m.head[at:]))
	if n == 0 {
		return
	}
	last := m.head.follow(at + 4*n)
	for i := 1; i <= n; i++ {
		binary.LittleEndian.PutUint32(m.head[at+4*i:], uint32(last-(at+4*i)))
	}
	m.share(last)
}

// write writes one row, as a stream or as a file.
func write(t testing.TB, file bool, fields ...arrow.Field) []byte {
	t.Helper()
	schema := arrow.NewSchema(fields, nil)
	row := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	for i := range row.Fields() {
		row.Field(i).AppendEmptyValue()
	}
	var b seekable
	w, err := ipc.NewFileWriter(&b, ipc.WithSchema(schema))
	write, end := w.Write, w.Close
	if !file {
		w := ipc.NewWriter(&b, ipc.WithSchema(schema))
		write, end = w.Write, w.Close
	}
	if err := errors.Join(err, write(row.NewRecord()), end()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// seekable says where it stands.
type seekable struct{ bytes.Buffer }

func (s *seekable) Seek(int64, int) (int64, error) { return int64(s.Len()), nil }

func text(t testing.TB) []byte {
	return write(t, false, arrow.Field{Name: "a", Type: arrow.BinaryTypes.String})
}

// within2000 has a column of 2,000, the last of which has 2,000.
func within2000(t testing.TB) []byte {
	var column arrow.DataType = arrow.PrimitiveTypes.Int32
	for range 2 {
		fields := make([]arrow.Field, 2000)
		for i := range fields {
			fields[i] = arrow.Field{Name: fmt.Sprint(i), Type: arrow.PrimitiveTypes.Int32}
		}
		fields[1999].Type = column
		column = arrow.StructOf(fields...)
	}
	return write(t, false, arrow.Field{Name: "id", Type: column})
}

func list(t testing.TB) []byte {
	meta := arrow.NewMetadata([]string{"key"}, []string{"value"})
	return write(t, false, arrow.Field{Name: "a", Type: arrow.ListOf(arrow.BinaryTypes.String), Metadata: meta})
}

// TestArrowAttacks is TestParquetAttacks for the schema of a stream; package schemas has attacks on batches.
func TestArrowAttacks(t *testing.T) {
	put := binary.LittleEndian.PutUint32
	for _, a := range []struct {
		name   string
		stream func(testing.TB) []byte
		forge  func(*message)
	}{
		{"2²⁶ columns", text, func(m *message) { put(m.head[m.follow(m.schema, schemaFields):], 1<<26) }},
		{"2²⁷ keys of a column", list, func(m *message) { put(m.head[m.follow(m.column(0), fieldMetadata):], 1<<27) }},
		{"2²⁶ columns below a column", list, func(m *message) { put(m.head[m.follow(m.column(0), fieldChildren):], 1<<26) }},
		{"a column below itself", list, func(m *message) {
			entry := m.follow(m.column(0), fieldChildren) + 4
			put(m.head[entry:], uint32(m.column(0)-entry))
		}},
		{"2,000 columns in each of 2,000, which are the same", within2000, func(m *message) { m.share(m.column(0)) }},
	} {
		t.Run(a.name, func(t *testing.T) {
			m := open(a.stream(t))
			a.forge(m)
			bounded(t, func() error { _, err := NewStream(bytes.NewReader(m.stream)); return err })
		})
	}
}

// TestBufferClaim: a buffer of a batch may not claim 512 MiB.
func TestBufferClaim(t *testing.T) {
	stream := text(t)
	batch := open(stream[8+len(open(stream).head):])
	buffers, _ := batch.head.vector(batch.schema, 2, 8)
	binary.LittleEndian.PutUint64(batch.head[buffers+16+8:], 1<<29)
	bounded(t, func() error {
		s, err := NewStream(bytes.NewReader(stream))
		if err == nil {
			_, err = s.Next()
		}
		return err
	})
}

// TestSections: whatever a footer says of the batches, they are read within the bytes of the file.
func TestSections(t *testing.T) {
	good := write(t, true, arrow.Field{Name: "a", Type: arrow.BinaryTypes.String})
	read := func(file []byte) error {
		schema, batches, err := Sections(bytes.NewReader(file), int64(len(file)))
		var head bytes.Buffer
		if err == nil {
			_, err = NewStream(io.TeeReader(schema, &head))
		}
		for i := 0; err == nil && i < len(batches); i++ {
			var s *Stream
			if s, err = NewStream(io.MultiReader(bytes.NewReader(head.Bytes()), batches[i])); err == nil {
				_, err = s.Next()
			}
		}
		return err
	}
	end := len(good) - arrowTail - int(binary.LittleEndian.Uint32(good[len(good)-arrowTail:]))
	footer := flatbuffer(good[end:])
	at, _ := footer.vector(footer.follow(0), footerBatches, 1)
	if err := read(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ at, value int64 }{{-4, 1 << 26}, {0, 1 << 40}, {0, -8}, {8, 1 << 30}, {8, -8}, {16, 1 << 29}, {16, 1<<63 - 8}, {16, -8}} {
		bad := bytes.Clone(good)
		if c.at < 0 { // the number of batches
			binary.LittleEndian.PutUint32(bad[end+at-4:], uint32(c.value))
		} else {
			binary.LittleEndian.PutUint64(bad[end+at+int(c.at):], uint64(c.value))
		}
		bounded(t, func() error { return read(bad) })
	}
	for _, bad := range [][]byte{nil, good[:17], good[:len(good)-1], good[len(good)/2:]} {
		bounded(t, func() error { return read(bad) })
	}
}

// bounded demands that read fails for the file, within 48 MiB.
func bounded(t *testing.T, read func() error) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := read()
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc + after.StackSys - min(before.StackSys, after.StackSys); grown > 48<<20 || !errors.Is(err, ErrDamaged) {
		t.Errorf("%d MiB were allocated, %v", grown>>20, err)
	}
}
