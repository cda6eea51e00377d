package corpus

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// TestArrowFile: a file of Arrow, as Feather is, is read like the stream within it, to its end, and refused like one if it is compressed.
func TestArrowFile(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{{Name: "title", Type: arrow.BinaryTypes.String}, {Name: "abstract", Type: arrow.BinaryTypes.String}}, nil)
	written := func(options ...ipc.Option) string {
		b := bytes.NewBufferString(arrowFile)
		w := ipc.NewWriter(b, append(options, ipc.WithSchema(schema))...)
		build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
		for _, row := range []string{`{"title":"Moors","abstract":"Peat"}`, `{"title":"Bees\r","abstract":"Meadows"}`} {
			if err := build.UnmarshalJSON([]byte(row)); err != nil {
				t.Fatal(err)
			}
			if err := w.Write(build.NewRecord()); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		b.WriteString("the footer" + "ARROW1")
		return write(t, "f.feather", b.Bytes())
	}
	want := []string{"f: arrow; read title=title text=abstract", `1 f-1 "Moors" "Peat" [] missing [keywords]`, `2 f-2 "Bees\r" "Meadows" [] missing [keywords]`}
	if got := said(t, written(), false); !slices.Equal(got, want) {
		t.Error(strings.Join(got, "\n"))
	}
	r, err := Open(written(ipc.WithLZ4()), "", DefaultSettings().Options(true, nil))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Next(new(Unparsed)); err == nil || !strings.Contains(err.Error(), "write the stream without compression") {
		t.Errorf("compressed: %v", err)
	}
}
