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

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/stream"
)

// TestArrowFile: a file of Arrow, as Feather is, is read like the stream within it, to its end, plain and compressed. It is refused if its
// end is missing, even where a batch ends.
func TestArrowFile(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{{Name: "title", Type: arrow.BinaryTypes.String}, {Name: "abstract", Type: arrow.BinaryTypes.StringView}}, nil) // as Polars writes texts
	written := func(options ...ipc.Option) string {
		b := bytes.NewBufferString(stream.Begin)
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
		return b.String()
	}
	want := []string{"f: arrow; read title=title text=abstract", `1 f-1 "Moors" "Peat" [] missing [keywords]`, `2 f-2 "Bees\r" "Meadows" [] missing [keywords]`}
	whole := written()
	for _, text := range []string{whole, written(ipc.WithLZ4()), written(ipc.WithZstd())} {
		if got := said(t, write(t, "f.feather", []byte(text)), false); !slices.Equal(got, want) {
			t.Error(strings.Join(got, "\n"))
		}
	}
	refused := func(name, text, says string) {
		r, err := openFile(write(t, "f.feather", []byte(text)), "", DefaultSettings().Options(true, nil))
		if err != nil {
			t.Fatal(name, err)
		}
		defer r.Close()
		for err == nil {
			err = r.Next(new(Unparsed))
		}
		if !strings.Contains(err.Error(), "f.feather: ") || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	batch := strings.LastIndex(whole[:strings.LastIndex(whole, "\xff\xff\xff\xff")], "\xff\xff\xff\xff") // the last one begins here
	for name, text := range map[string]string{"without the last batch": whole[:batch], "without its last byte": whole[:len(whole)-1]} {
		refused(name, text, "its last bytes, ARROW1, are missing; copy or download it again")
	}
}
