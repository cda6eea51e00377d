package schemas

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// kinds is a stream of one batch of two rows with a column of each kind that a claim could hide in.
func kinds(t testing.TB) []byte {
	t.Helper()
	text := arrow.BinaryTypes.String
	var fields []arrow.Field
	for _, f := range []struct {
		name string
		of   arrow.DataType
	}{{"text", text}, {"large", arrow.BinaryTypes.LargeString}, {"list", arrow.ListOf(text)}, {"large list", arrow.LargeListOf(text)},
		{"fixed", arrow.FixedSizeListOf(2, text)}, {"struct", arrow.StructOf(arrow.Field{Name: "y", Type: arrow.ListOf(arrow.PrimitiveTypes.Float64)})},
		{"bool", arrow.FixedWidthTypes.Boolean}, {"number", arrow.PrimitiveTypes.Int64}, {"null", arrow.Null}, {"map", arrow.MapOf(text, arrow.PrimitiveTypes.Int8)},
		{"bytes", &arrow.FixedSizeBinaryType{ByteWidth: 3}}, {"view", arrow.ListViewOf(text)}} {
		fields = append(fields, arrow.Field{Name: f.name, Type: f.of, Nullable: true})
	}
	schema := arrow.NewSchema(fields, nil)
	row := `{"text":"a","large":"b","list":["c","d"],"large list":["e"],"fixed":["f","g"],"struct":{"y":[1]},"bool":true,"number":7,"null":null,` +
		`"map":[{"key":"h","value":1}],"bytes":"QUJD","view":["i"]}`
	build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	for range 2 {
		if err := build.UnmarshalJSON([]byte(row)); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	w := ipc.NewWriter(&b, ipc.WithSchema(schema))
	if err := errors.Join(w.Write(build.NewRecord()), w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// batchOf finds the head of the first batch of a stream, the table of its lengths in it, and its body.
func batchOf(data []byte) (head []byte, table int, body []byte) {
	word := func(b []byte, at int) int { return int(int32(binary.LittleEndian.Uint32(b[at:]))) }
	schema := 8 + word(data, 4)
	end := schema + 8 + word(data, schema+4)
	head = data[schema+8 : end]
	root := word(head, 0)
	at := fieldOf(head, root, 2)
	return head, at + word(head, at), data[end:]
}

// fieldOf is where a table of a flatbuffer has a field.
func fieldOf(b []byte, table, slot int) int {
	slots := table - int(int32(binary.LittleEndian.Uint32(b[table:])))
	return table + int(binary.LittleEndian.Uint16(b[slots+4+2*slot:]))
}

// lengthsOf is where the lengths of all columns of a batch stand, those below others behind them.
func lengthsOf(head []byte, table int) (at []int) {
	list := fieldOf(head, table, 1)
	list += int(binary.LittleEndian.Uint32(head[list:]))
	for i := range int(binary.LittleEndian.Uint32(head[list:])) {
		at = append(at, list+4+16*i)
	}
	return at
}

// TestStreamClaims: no column of any kind may claim more rows than its buffers have, nor the batch more than its columns.
func TestStreamClaims(t *testing.T) {
	good := kinds(t)
	if _, err := drain(bytes.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	head, table, _ := batchOf(good)
	put := func(rows, length uint64, columns ...int) []byte {
		data := bytes.Clone(good)
		head, table, _ := batchOf(data)
		if rows > 0 {
			binary.LittleEndian.PutUint64(head[fieldOf(head, table, 0):], rows)
		}
		all := lengthsOf(head, table)
		for _, i := range columns {
			binary.LittleEndian.PutUint64(head[all[i]:], length)
		}
		return data
	}
	every := []int{}
	for i := range lengthsOf(head, table) {
		every = append(every, i)
	}
	for _, n := range []uint64{3, 100_000, 1 << 40, 1<<63 - 1} {
		refuse(t, "rows of the batch", put(n, 0), n)
		refuse(t, "all lengths", put(n, n, every...), n)
		for _, i := range every {
			refuse(t, "a column", put(0, n, i), n)
			refuse(t, "a column, below none", put(0, -n, i), -n)
		}
	}
	refuse(t, "rows of the batch", put(1, 0), 1)
}

func refuse(t *testing.T, name string, data []byte, n uint64) {
	t.Helper()
	s, err := NewStreamReader("S", bytes.NewReader(data))
	if err == nil {
		_, err = s.Next()
	}
	var broken *FileError
	if !errors.As(err, &broken) || !strings.HasPrefix(err.Error(), "S: batch 0: ") || !strings.Contains(err.Error(), "the file is damaged") {
		t.Errorf("%s is %d: %v", name, int64(n), err)
	}
}

// TestStreamOffsets: offsets that go back would name one value in many rows.
func TestStreamOffsets(t *testing.T) {
	for _, of := range []arrow.DataType{arrow.BinaryTypes.String, arrow.ListOf(arrow.BinaryTypes.String)} {
		schema := arrow.NewSchema([]arrow.Field{{Name: "a", Type: of}}, nil)
		build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
		for range 4 {
			row := `{"a":"abcd"}`
			if of.ID() == arrow.LIST {
				row = `{"a":["a","b","c","d"]}`
			}
			if err := build.UnmarshalJSON([]byte(row)); err != nil {
				t.Fatal(err)
			}
		}
		var b bytes.Buffer
		w := ipc.NewWriter(&b, ipc.WithSchema(schema))
		if err := errors.Join(w.Write(build.NewRecord()), w.Close()); err != nil {
			t.Fatal(err)
		}
		if shown, err := drain(bytes.NewReader(b.Bytes())); err != nil || strings.Count(shown, "true") != 4 {
			t.Fatal(shown, err)
		}
		_, _, body := batchOf(b.Bytes())
		from := bytes.Index(body, []byte{4, 0, 0, 0, 8, 0, 0, 0, 12, 0, 0, 0, 16, 0, 0, 0}) // the buffer of offsets
		for i, at := range []byte{16, 0, 16, 0} {
			body[from+4*i] = at
		}
		if shown, err := drain(bytes.NewReader(b.Bytes())); err == nil || err == io.EOF {
			t.Errorf("%v: %s", of, shown)
		}
	}
}

// TestStreamRows: nulls take no bytes, so that the number of rows alone bounds what a batch of them comes to.
func TestStreamRows(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{{Name: "a", Type: arrow.Null, Nullable: true}}, nil)
	for rows, taken := range map[int]bool{1 << 20: true, 1<<20 + 1: false} {
		nulls := array.NewNull(rows)
		var b bytes.Buffer
		w := ipc.NewWriter(&b, ipc.WithSchema(schema))
		if err := errors.Join(w.Write(array.NewRecord(schema, []arrow.Array{nulls}, int64(rows))), w.Close()); err != nil {
			t.Fatal(err)
		}
		s, err := NewStreamReader("S", &b)
		if err == nil {
			_, err = s.Next()
		}
		if (err == nil) != taken || !taken && !strings.Contains(err.Error(), "write smaller batches") {
			t.Errorf("%d rows: %v", rows, err)
		}
	}
}
