package schemas

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

// theirs is a stream of two batches with a column of each kind that is read, and one that is not.
func theirs(t testing.TB, options ...ipc.Option) []byte {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: arrow.PrimitiveTypes.Uint64}, {Name: "title", Type: arrow.BinaryTypes.LargeString, Nullable: true},
		{Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true}, {Name: "x", Type: arrow.StructOf(arrow.Field{Name: "y", Type: arrow.ListOf(arrow.PrimitiveTypes.Float64)})}}, nil)
	var b bytes.Buffer
	w := ipc.NewWriter(&b, append(options, ipc.WithSchema(schema))...)
	build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	for range 2 {
		for _, row := range []string{`{"id":"18446744073709551615","title":"é","tags":["a",null],"x":{"y":[1]}}`, `{"id":2,"title":null,"tags":null,"x":{"y":[]}}`} {
			if err := build.UnmarshalJSON([]byte(row)); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Write(build.NewRecord()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// drain reads a stream as corpora do and shows its rows.
func drain(r io.Reader) (shown string, err error) {
	s, err := NewStreamReader("S", r)
	if err != nil {
		return "", err
	}
	for {
		b, err := s.Next()
		if err == io.EOF {
			return shown, nil
		}
		if err != nil {
			return shown, err
		}
		if err := func() (err error) {
			defer func() {
				if p := recover(); p != nil {
					err = s.Fail(Caught(p))
				}
			}()
			for i := range b.Rows() {
				for c, name := range s.Columns() {
					switch {
					case s.Identifies(c):
						text, ok := b.Text(c, i)
						shown += fmt.Sprint(name, "=", text, ok, " ")
					case s.Texts(c, true):
						texts, ok := b.List(c, i)
						shown += fmt.Sprintf("%s=%q%v ", name, texts, ok)
					}
				}
			}
			return nil
		}(); err != nil {
			return shown, err
		}
	}
}

// TestStreamReader: the columns of a stream come as texts, numbers and lists of texts, and nulls are told apart.
func TestStreamReader(t *testing.T) {
	const batch = `id=18446744073709551615true title=étrue tags=["a" ""]true id=2true title=false tags=[]false `
	if got, err := drain(bytes.NewReader(theirs(t))); err != nil || got != batch+batch {
		t.Errorf("%s, %v\nwant %s twice", got, err, batch)
	}
	if got, err := drain(bytes.NewReader(nil)); err != nil || got != "" {
		t.Errorf("nothing: %q, %v", got, err)
	}
}

// claimed is theirs, the first batch of which claims a body of so many bytes.
func claimed(t *testing.T, body int64) []byte {
	data := theirs(t)
	schema := 8 + int(binary.LittleEndian.Uint32(data[4:])) // its message has no body
	length := int(binary.LittleEndian.Uint32(data[schema+4:]))
	meta := data[schema+8 : schema+8+length]
	root := int(binary.LittleEndian.Uint32(meta))
	table := root - int(int32(binary.LittleEndian.Uint32(meta[root:])))
	binary.LittleEndian.PutUint64(meta[root+int(binary.LittleEndian.Uint16(meta[table+4+2*3:])):], uint64(body))
	return data
}

// TestStreamRefused: what is no stream of plain columns is an error with a remedy.
func TestStreamRefused(t *testing.T) {
	categories := arrow.NewSchema([]arrow.Field{{Name: "a", Type: &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}}}, nil)
	var dictionary, file bytes.Buffer
	w := ipc.NewWriter(&dictionary, ipc.WithSchema(categories))
	build := array.NewRecordBuilder(memory.NewGoAllocator(), categories)
	if err := build.Field(0).AppendValueFromString("x"); err != nil {
		t.Fatal(err)
	}
	if err := w.Write(build.NewRecord()); err != nil {
		t.Fatal(err)
	}
	deep := arrow.DataType(arrow.PrimitiveTypes.Int8)
	for range 40 {
		deep = arrow.ListOf(deep)
	}
	var nested bytes.Buffer
	if err := ipc.NewWriter(&nested, ipc.WithSchema(arrow.NewSchema([]arrow.Field{{Name: "a", Type: deep}}, nil))).Close(); err != nil {
		t.Fatal(err)
	}
	examples, err := NewExampleWriter(&file, ExampleHeader{})
	if err != nil || examples.Close() != nil {
		t.Fatal(err)
	}
	wide := make([]arrow.Field, 1<<16+1)
	for i := range wide {
		wide[i] = arrow.Field{Name: "a", Type: arrow.PrimitiveTypes.Int8}
	}
	var columns bytes.Buffer
	if err := ipc.NewWriter(&columns, ipc.WithSchema(arrow.NewSchema(wide, nil))).Close(); err != nil {
		t.Fatal(err)
	}
	head := binary.LittleEndian.AppendUint32([]byte("\xff\xff\xff\xff"), 1<<31-1)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"compressed": {theirs(t, ipc.WithZstd()), "S: batch 0: the file is damaged: its batches are compressed: write the stream without compression"},
		"lz4":        {theirs(t, ipc.WithLZ4()), "its batches are compressed"},
		"categories": {dictionary.Bytes(), "it has dictionary columns: write them as plain values"},
		"a file":     {file.Bytes(), "S: schema: the file is damaged: it is an Arrow file, not a stream"},
		"deep":       {nested.Bytes(), "32 within each other"},
		"columns":    {columns.Bytes(), "more than 65536 columns"},
		"a body":     {claimed(t, 1<<40), "batch 0: the file is damaged: a batch of 1099511627776 bytes"},
		"no body":    {claimed(t, -8), "batch 0: the file is damaged: a batch of -8 bytes"},
		"a head":     {head, "a message with a head of 2147483647 bytes"},
		"text":       {[]byte("{\"title\":1}\n"), "it is not an Arrow stream"},
		"marks":      {[]byte("\xff\xff\xff\xff\xff\xff\xff\xff"), "a message without a length"},
	} {
		_, err := drain(bytes.NewReader(c.data))
		var broken *FileError
		if !errors.As(err, &broken) || !strings.Contains(err.Error(), c.want) || !strings.Contains(broken.Remedy, "pyarrow.ipc.new_stream") {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// TestStreamDamage: no byte of a stream can be cut or changed so that reading it panics, or takes more than a little memory.
func TestStreamDamage(t *testing.T) {
	whole := theirs(t)
	want, err := drain(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	reads := uint64(0)
	for i := range whole {
		got, err := drain(bytes.NewReader(whole[:i]))
		var broken *FileError
		if reads++; err != nil && !errors.As(err, &broken) || !strings.HasPrefix(want, got) {
			t.Errorf("cut at %d: %q, %v", i, got, err)
		}
		for _, flip := range []byte{0x01, 0x80, 0xff} {
			data := bytes.Clone(whole)
			data[i] ^= flip
			if _, err := drain(bytes.NewReader(data)); err != nil && !errors.As(err, &broken) {
				t.Errorf("byte %d flipped by %x: %v", i, flip, err)
			}
			reads++
		}
	}
	runtime.ReadMemStats(&after)
	if each := (after.TotalAlloc - before.TotalAlloc) / reads; each > 4<<20 {
		t.Errorf("%d bytes for each of %d readings of %d bytes", each, reads, len(whole))
	}
}

// FuzzStream reads anything at all.
func FuzzStream(f *testing.F) {
	f.Add(theirs(f))
	f.Add(kinds(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		var broken *FileError
		if _, err := drain(bytes.NewReader(data)); err != nil && !errors.As(err, &broken) {
			t.Error(err)
		}
	})
}
