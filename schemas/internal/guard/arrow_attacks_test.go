package guard

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// seekable says where it stands.
type seekable struct{ bytes.Buffer }

func (s *seekable) Seek(int64, int) (int64, error) { return int64(s.Len()), nil }

// write writes a batch of rows, which are JSON, as a stream or as a file.
func write(t testing.TB, file bool, rows []string, options []ipc.Option, fields ...arrow.Field) []byte {
	t.Helper()
	schema := arrow.NewSchema(fields, nil)
	build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	for _, row := range rows {
		if err := build.UnmarshalJSON([]byte(row)); err != nil {
			t.Fatal(err)
		}
	}
	var b seekable
	options = append(options, ipc.WithSchema(schema))
	w, err := ipc.NewFileWriter(&b, options...)
	write, end := w.Write, w.Close
	if !file {
		b.Reset()
		w := ipc.NewWriter(&b, options...)
		write, end = w.Write, w.Close
	}
	if err := errors.Join(err, write(build.NewRecord()), end()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// column writes a stream of a batch of two rows with one column.
func column(of arrow.DataType, value string, options ...ipc.Option) func(testing.TB) []byte {
	return func(t testing.TB) []byte {
		row := `{"a":` + value + `}`
		meta := arrow.NewMetadata([]string{"key"}, []string{"value"})
		return write(t, false, []string{row, row}, options, arrow.Field{Name: "a", Type: of, Nullable: true, Metadata: meta})
	}
}

// kinds is a stream with a column of each kind that a claim could hide in.
func kinds(t testing.TB) []byte {
	text, number := arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int64
	var fields []arrow.Field
	row := "{"
	for i, c := range []struct {
		of    arrow.DataType
		value string
	}{{text, `"a"`}, {arrow.BinaryTypes.LargeString, `"b"`}, {arrow.ListOf(text), `["c","d"]`}, {arrow.LargeListOf(text), `["e"]`},
		{arrow.FixedSizeListOf(2, text), `["f","g"]`}, {arrow.StructOf(arrow.Field{Name: "y", Type: arrow.ListOf(number)}), `{"y":[1]}`},
		{arrow.FixedWidthTypes.Boolean, "true"}, {number, "7"}, {arrow.Null, "null"}, {arrow.MapOf(text, number), `[{"key":"h","value":1}]`},
		{&arrow.FixedSizeBinaryType{ByteWidth: 3}, `"QUJD"`}} {
		fields = append(fields, arrow.Field{Name: fmt.Sprint("c", i), Type: c.of, Nullable: true})
		row += fmt.Sprintf(`"c%d":%s,`, i, c.value)
	}
	row = strings.TrimSuffix(row, ",") + "}"
	return write(t, false, []string{row, row}, nil, fields...)
}

// within is a column of 2,000, the last of which has 2,000.
func within(t testing.TB) []byte {
	var of arrow.DataType = arrow.PrimitiveTypes.Int32
	for range 2 {
		fields := make([]arrow.Field, 2000)
		for i := range fields {
			fields[i] = arrow.Field{Name: fmt.Sprint(i), Type: arrow.PrimitiveTypes.Int32}
		}
		fields[1999].Type = of
		of = arrow.StructOf(fields...)
	}
	return schemaOnly(t, arrow.Field{Name: "id", Type: of})
}

// schemaOnly is a stream without batches.
func schemaOnly(t testing.TB, fields ...arrow.Field) []byte {
	var b bytes.Buffer
	if err := ipc.NewWriter(&b, ipc.WithSchema(arrow.NewSchema(fields, nil))).Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// table is a table of a message, which shares the memory of a stream.
type table struct {
	head flatbuffer
	at   int
}

// list returns the position of a list's length.
func (t table) list(slot int) int { return t.head.follow(t.head.field(t.at, slot)) }

// column is the table of a column, of those of a schema or of another column.
func (t table) column(slot, i int) table { return table{t.head, t.head.follow(t.list(slot) + 4 + 4*i)} }

func (t table) put32(at int, v uint32) { binary.LittleEndian.PutUint32(t.head[at:], v) }
func (t table) put64(at int, v uint64) { binary.LittleEndian.PutUint64(t.head[at:], v) }

// share makes all columns below one the last of them.
func (t table) share() {
	if t.head.field(t.at, fieldChildren) == 0 {
		return
	}
	at := t.list(fieldChildren)
	n := int(binary.LittleEndian.Uint32(t.head[at:]))
	if n == 0 {
		return
	}
	last := t.column(fieldChildren, n-1)
	for i := range n {
		t.put32(at+4+4*i, uint32(last.at-(at+4+4*i)))
	}
	last.share()
}

// message returns the first message of a stream, its table, and what follows its head.
func message(stream []byte) (root, header table, rest []byte) {
	size := 8 + binary.LittleEndian.Uint32(stream[4:])
	root = table{head: stream[8:size]}
	root.at = root.head.follow(0)
	return root, table{root.head, root.list(messageHeader)}, stream[size:]
}

// Slots of a batch: its rows, the lengths of its columns.
const batchRows, batchLengths = 0, 1

// onSchema forges the schema of a stream, onBatch its first batch, of which it is given the body too.
func onSchema(forge func(schema table)) func([]byte) {
	return func(stream []byte) { _, schema, _ := message(stream); forge(schema) }
}

func onBatch(forge func(root, batch table, body []byte)) func([]byte) {
	return func(stream []byte) {
		_, _, rest := message(stream)
		root, batch, body := message(rest)
		forge(root, batch, body)
	}
}

// backwards makes offsets go back, which would name one value in many rows.
func backwards(_, _ table, body []byte) {
	at := bytes.Index(body, []byte{2, 0, 0, 0, 4, 0, 0, 0})
	copy(body[at:], []byte{4, 0, 0, 0, 0, 0, 0, 0})
}

// claims forges the length of the first compressed buffer of a batch, which is the 12 bytes of the offsets of two texts.
func claims(length int64) func([]byte) {
	return onBatch(func(_, b table, body []byte) {
		for i := 0; ; i++ {
			entry := b.list(batchBuffers) + 4 + bufferSize*i
			if binary.LittleEndian.Uint64(b.head[entry+8:]) > 0 {
				binary.LittleEndian.PutUint64(body[binary.LittleEndian.Uint64(b.head[entry:]):], uint64(length))
				return
			}
		}
	})
}

// window puts a window of 512 MiB in the place of the length that a frame of zstd has.
func window(stream []byte) {
	at := bytes.Index(stream, []byte{0x28, 0xb5, 0x2f, 0xfd}) + 4
	stream[at], stream[at+1] = 0, 19<<3
}

// wide is a compressed batch of 600 columns, the first of which is 2 MiB of one letter.
func wide(t testing.TB) []byte {
	fields := make([]arrow.Field, 600)
	row := `{"c0":"` + strings.Repeat("a", 1<<20) + `"`
	for i := range fields {
		fields[i] = arrow.Field{Name: fmt.Sprint("c", i), Type: arrow.BinaryTypes.String, Nullable: true}
		row += fmt.Sprintf(`,"c%d":"b"`, i+1)
	}
	row = strings.TrimSuffix(row, `,"c600":"b"`) + "}"
	return write(t, false, []string{row, row}, []ipc.Option{ipc.WithZstd()}, fields...)
}

// bomb makes the buffers of all columns that of the first, 2 MiB, so that a few hundred bytes are more than a GiB.
func bomb(_, b table, _ []byte) {
	at := b.list(batchBuffers) + 4
	const text = 2 // behind validity and offsets
	for i := range 600 {
		copy(b.head[at+bufferSize*(3*i+text):], b.head[at+bufferSize*text:][:bufferSize])
	}
}

// TestArrowAttacks reads streams whose claims are not true, and some that are none. Each must be an error within bounded memory.
func TestArrowAttacks(t *testing.T) {
	text, number, none := arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int32, func([]byte) {}
	texts, list := column(text, `"ab"`), column(arrow.ListOf(text), `["a","b"]`)
	bytesOf := func(s string) func(testing.TB) []byte { return func(testing.TB) []byte { return []byte(s) } }
	deep := arrow.DataType(number)
	for range 40 {
		deep = arrow.ListOf(deep)
	}
	body := func(n int64) func([]byte) {
		return onBatch(func(root, _ table, _ []byte) { root.put64(root.head.field(root.at, messageBody), uint64(n)) })
	}
	for _, a := range []struct {
		name   string
		stream func(testing.TB) []byte
		forge  func([]byte)
		want   string // in the error; none: there is no error
	}{
		{"every kind of column", kinds, none, ""},
		{"nothing", bytesOf(""), none, "EOF"},
		{"2²⁶ columns", texts, onSchema(func(s table) { s.put32(s.list(schemaFields), 1<<26) }), "a list of"},
		{"2²⁷ keys of a column", list, onSchema(func(s table) { c := s.column(schemaFields, 0); c.put32(c.list(fieldMetadata), 1<<27) }), "a list of"},
		{"2²⁶ columns below a column", list, onSchema(func(s table) { c := s.column(schemaFields, 0); c.put32(c.list(fieldChildren), 1<<26) }), "a list of"},
		{"a column below itself", list, onSchema(func(s table) {
			c := s.column(schemaFields, 0)
			entry := c.list(fieldChildren) + 4
			c.put32(entry, uint32(c.at-entry))
		}), "past the end"},
		{"2,000 columns in each of 2,000, which are the same", within, onSchema(func(s table) { s.column(schemaFields, 0).share() }), "more than 65536 columns"},
		{"40 lists in each other", func(t testing.TB) []byte { return schemaOnly(t, arrow.Field{Name: "a", Type: deep}) }, none, "32 within each other"},
		{"65,537 columns", func(t testing.TB) []byte { return schemaOnly(t, make65537(number)...) }, none, "more than 65536 columns"},

		{"zstd", column(text, `"ab"`, ipc.WithZstd()), none, ""},
		{"lz4", column(text, `"ab"`, ipc.WithLZ4()), none, ""},
		{"zstd that claims 2⁴⁰ bytes", column(text, `"ab"`, ipc.WithZstd()), claims(1 << 40), "compressed bytes claim to be 1099511627776"},
		{"lz4 that claims 512 MiB", column(text, `"ab"`, ipc.WithLZ4()), claims(1 << 29), "compressed bytes claim to be 536870912"},
		{"zstd that claims less than nothing", column(text, `"ab"`, ipc.WithZstd()), claims(-2), "compressed bytes claim to be -2"},
		{"zstd of one byte more", column(text, `"ab"`, ipc.WithZstd()), claims(13), "compressed bytes: too few"},
		{"zstd of one byte less", column(text, `"ab"`, ipc.WithZstd()), claims(11), "compressed bytes: "},
		{"lz4 of one byte more", column(text, `"ab"`, ipc.WithLZ4()), claims(13), "compressed bytes: "},
		{"a window of 512 MiB and no length", column(text, `"ab"`, ipc.WithZstd()), window, "compressed bytes: "},
		{"a bomb of more than a GiB", wide, onBatch(bomb), "a batch of more than 1073741824 bytes when decompressed"},
		{"2⁴⁰ buffers of views", column(arrow.BinaryTypes.StringView, `"a text that is no short one"`), onBatch(func(_, b table, _ []byte) {
			b.put64(b.list(batchViews)+4, 1<<40)
		}), "a column of 1099511627776 buffers"},
		{"views of more bytes than there are", column(arrow.BinaryTypes.StringView, `"a text that is no short one"`), onBatch(func(_, _ table, body []byte) {
			at := bytes.Index(body, []byte("a te")) - 4
			binary.LittleEndian.PutUint32(body[at:], 1<<30)
			binary.LittleEndian.PutUint32(body[at+16:], 1<<30)
		}), "values of 2147483648 bytes in a batch"},
		{"categories", column(&arrow.DictionaryType{IndexType: number, ValueType: text}, `"x"`), none, ""},
		{"categories in zstd", column(&arrow.DictionaryType{IndexType: number, ValueType: text}, `"x"`, ipc.WithZstd()), none, ""},
		{"a value behind the dictionary", column(&arrow.DictionaryType{IndexType: number, ValueType: text}, `"x"`), func(stream []byte) {
			_, _, body := message(stream[bytes.LastIndex(stream[:len(stream)-8], []byte("\xff\xff\xff\xff")):])
			body[0] = 9
		}, "value 9 of a dictionary of 1"},
		{"list views", column(arrow.ListViewOf(text), `["x"]`), none, "it has list views: write them as plain lists"},
		{"a file", func(t testing.TB) []byte { return write(t, true, nil, nil) }, none, "it is an Arrow file, not a stream"},
		{"a body of 1 TiB", texts, body(1 << 40), "a batch of 1099511627776 bytes"},
		{"a body of less than nothing", texts, body(-8), "a batch of -8 bytes"},
		{"a head of 2 GiB", bytesOf("\xff\xff\xff\xff\xff\xff\xff\x7f"), none, "a message with a head of 2147483647 bytes"},
		{"text", bytesOf("{\"title\":1}\n"), none, "it is not an Arrow stream"},
		{"marks", bytesOf("\xff\xff\xff\xff\xff\xff\xff\xff"), none, "a message without a length"},
		{"a buffer of 512 MiB", texts, onBatch(func(_, b table, _ []byte) { b.put64(b.list(batchBuffers)+4+16+8, 1<<29) }), "damaged"},
		{"texts that go back", texts, onBatch(backwards), "an offset of"},
		{"lists that go back", list, onBatch(backwards), "an offset of"},
	} {
		t.Run(a.name, func(t *testing.T) {
			stream := a.stream(t)
			a.forge(stream)
			bounded(t, a.want, func() error { return drain(stream) })
		})
	}
}

func make65537(of arrow.DataType) []arrow.Field {
	fields := make([]arrow.Field, 1<<16+1)
	for i := range fields {
		fields[i] = arrow.Field{Name: "a", Type: of}
	}
	return fields
}

// drain reads a stream to its end.
func drain(stream []byte) error {
	s, err := NewStream(bytes.NewReader(stream))
	for err == nil {
		if _, err = s.Next(); err == io.EOF {
			return nil
		}
	}
	return err
}

// TestArrowClaims: no column of any kind may claim more rows than its buffers have, nor the batch more than its columns.
func TestArrowClaims(t *testing.T) {
	good := kinds(t)
	claim := func(rows, length uint64, columns ...int) {
		t.Helper()
		stream := bytes.Clone(good)
		onBatch(func(_, b table, _ []byte) {
			b.put64(b.head.field(b.at, batchRows), rows)
			for _, i := range columns {
				b.put64(b.list(batchLengths)+4+16*i, length)
			}
		})(stream)
		if err := drain(stream); !errors.Is(err, ErrDamaged) {
			t.Errorf("%d rows, %d in columns %d: %v", rows, length, columns, err)
		}
	}
	every := []int{}
	onBatch(func(_, b table, _ []byte) {
		for i := range binary.LittleEndian.Uint32(b.head[b.list(batchLengths):]) {
			every = append(every, int(i))
		}
	})(good)
	for _, n := range []uint64{1, 3, 100_000, 1 << 40, 1<<63 - 1} {
		claim(n, 0)
		if n == 1 {
			continue
		}
		claim(n, n, every...)
		for _, i := range every {
			claim(2, n, i)
			claim(2, -n, i)
		}
	}
	// Nulls take no bytes, so that the number of rows alone bounds what a batch of them comes to.
	nulls := column(arrow.Null, "null")(t)
	for n, want := range map[uint64]string{1 << 20: "", 1<<20 + 1: "write smaller batches"} {
		onBatch(func(_, b table, _ []byte) {
			b.put64(b.head.field(b.at, batchRows), n)
			b.put64(b.list(batchLengths)+4, n)
		})(nulls)
		bounded(t, want, func() error { return drain(nulls) })
	}
}

// TestSections: whatever a footer says of the batches, they are read within the bytes of the file.
func TestSections(t *testing.T) {
	good := write(t, true, []string{`{"a":"b"}`}, nil, arrow.Field{Name: "a", Type: arrow.BinaryTypes.String})
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
		bounded(t, "damaged", func() error { return read(bad) })
	}
	for _, bad := range [][]byte{nil, good[:17], good[:len(good)-1], good[len(good)/2:]} {
		bounded(t, "damaged", func() error { return read(bad) })
	}
}

// bounded demands that read fails with such an error, or succeeds without want, within 48 MiB.
func bounded(t *testing.T, want string, read func() error) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := read()
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc + after.StackSys - min(before.StackSys, after.StackSys); grown > 48<<20 {
		t.Errorf("%d MiB were allocated", grown>>20)
	}
	if (err == nil) != (want == "") || err != nil && err != io.EOF && !errors.Is(err, ErrDamaged) || err != nil && !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}
