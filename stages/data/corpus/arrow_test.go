package corpus

import (
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/stream"
)

// arrowOf is a stream of batches of a row each.
func arrowOf(t *testing.T, schema *arrow.Schema, rows []string, options ...ipc.Option) string {
	var b strings.Builder
	w := ipc.NewWriter(&b, append(options, ipc.WithSchema(schema))...)
	build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	for _, row := range rows {
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
	return b.String()
}

// TestArrowRows: floating-point ids are whole numbers or missing, and a row lacks title and text only if both are null.
func TestArrowRows(t *testing.T) {
	text := arrow.BinaryTypes.String
	rows := []string{`{"id":7,"title":"a","keywords":"k;l"}`, `{"title":"a","abstract":""}`, `{"id":1.5,"abstract":"b"}`, `{"id":8}`}
	want := []string{"f: arrow; read id=id title=title text=abstract keywords=keywords", `1 7 "a" "" ["k" "l"] missing []`, `2 f-2 "a" "" [] missing []`,
		`3 reject id must be a text or a whole number, it is 1.5`, `4 8 "" "" [] missing [title abstract]`}
	for _, id := range []arrow.DataType{arrow.FixedWidthTypes.Float16, arrow.PrimitiveTypes.Float64} {
		schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: id, Nullable: true}, {Name: "title", Type: text, Nullable: true},
			{Name: "abstract", Type: text, Nullable: true}, {Name: "keywords", Type: text, Nullable: true}}, nil)
		if got := said(t, write(t, "f", []byte(arrowOf(t, schema, rows))), false); !slices.Equal(got, want) {
			t.Errorf("%s: %s", id, strings.Join(got, "\n"))
		}
	}
}

// TestArrowFile: a file of Arrow, as Feather is, is read like the stream within it, to its end, plain and compressed, with its columns. It is
// refused if its end is missing, even where a batch ends.
func TestArrowFile(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{{Name: "title", Type: arrow.BinaryTypes.String}, {Name: "abstract", Type: arrow.BinaryTypes.StringView}, // as Polars writes texts
		{Name: "kind", Type: &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint32, ValueType: arrow.BinaryTypes.String}}, {Name: "n", Type: arrow.PrimitiveTypes.Uint8},
		{Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String)}, {Name: "seen", Type: arrow.FixedWidthTypes.Timestamp_ms}, {Name: "x", Type: arrow.StructOf()}}, nil)
	written := func(options ...ipc.Option) string {
		return stream.Begin + arrowOf(t, schema, []string{`{"title":"Moors","abstract":"Peat","kind":"book","n":7,"tags":["a"],"seen":"2020-03-01T12:00:00"}`, `{"title":"Bees\r","abstract":"Meadows"}`}, options...) +
			"the footer" + "ARROW1"
	}
	want := []string{"f: arrow; read title=title text=abstract; not read: kind, n, tags, seen, x; not in exports with columns, because they are nested or of a rare type: x",
		`1 f-1 "Moors" "Peat" [] missing [keywords] cells 0:"Moors"|0:"Peat"|0:"book"|2:"7"|6:"[\"a\"]"|5:"2020-03-01 12:00:00"| 0 beyond`,
		`2 f-2 "Bees\r" "Meadows" [] missing [keywords] cells 0:"Bees\r"|0:"Meadows"|1:""|1:""|1:""|1:""| 0 beyond`}
	whole := written()
	unframed := whole[:len(stream.Begin)] + whole[len(stream.Begin)+8:] // as Polars writes the schema
	for _, text := range []string{whole, written(ipc.WithLZ4()), written(ipc.WithZstd()), unframed} {
		if got := said(t, write(t, "f.feather", []byte(text)), true); !slices.Equal(got, want) {
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
