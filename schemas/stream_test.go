package schemas

import (
	"bytes"
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
		{Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true}, {Name: "x", Type: arrow.StructOf(arrow.Field{Name: "y", Type: arrow.ListOf(arrow.PrimitiveTypes.Float64)})},
		{Name: "kind", Type: &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}, Nullable: true}, {Name: "half", Type: arrow.FixedWidthTypes.Float16, Nullable: true}}, nil)
	var b bytes.Buffer
	w := ipc.NewWriter(&b, append(options, ipc.WithSchema(schema))...)
	build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	for range 2 {
		for _, row := range []string{`{"id":"18446744073709551615","title":"é","tags":["a",null],"x":{"y":[1]},"kind":"book","half":0.1}`, `{"id":2,"title":null,"tags":null,"x":{"y":[]}}`} {
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
	const batch = `id=18446744073709551615true title=étrue tags=["a" ""]true kind=booktrue half=0.1true id=2true title=false tags=[]false kind=false half=false `
	for name, options := range map[string][]ipc.Option{"plain": nil, "zstd": {ipc.WithZstd()}, "lz4": {ipc.WithLZ4()}} {
		if got, err := drain(bytes.NewReader(theirs(t, options...))); err != nil || got != batch+batch {
			t.Errorf("%s: %s, %v\nwant %s twice", name, got, err, batch)
		}
	}
	if got, err := drain(bytes.NewReader(nil)); err != nil || got != "" {
		t.Errorf("nothing: %q, %v", got, err)
	}
}

// TestStreamRefused: what is no stream is an error with place and remedy; package guard has the attacks.
func TestStreamRefused(t *testing.T) {
	const want = "S: schema: the file is damaged: it is an Arrow file, not a stream"
	_, err := drain(bytes.NewReader(writeExamples(t, nil)))
	var broken *FileError
	if !errors.As(err, &broken) || !strings.Contains(err.Error(), want) || !strings.Contains(broken.Remedy, "pyarrow.ipc.new_stream") {
		t.Errorf("%v, want %s", err, want)
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
	f.Add(theirs(f, ipc.WithZstd()))
	f.Add(theirs(f, ipc.WithLZ4()))
	f.Fuzz(func(t *testing.T, data []byte) {
		var broken *FileError
		if _, err := drain(bytes.NewReader(data)); err != nil && !errors.As(err, &broken) {
			t.Error(err)
		}
	})
}
