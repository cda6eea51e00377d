package stream

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// TestRows: floating-point ids are whole numbers or missing, and a row lacks title and text only if both are null.
func TestRows(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{{Name: "id", Type: arrow.PrimitiveTypes.Float64, Nullable: true}, {Name: "title", Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: "abstract", Type: arrow.BinaryTypes.String, Nullable: true}, {Name: "keywords", Type: arrow.BinaryTypes.String, Nullable: true}}, nil)
	var b bytes.Buffer
	w := ipc.NewWriter(&b, ipc.WithSchema(schema))
	build := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	for _, row := range []string{`{"id":7,"title":"a","keywords":"k;l"}`, `{"title":"a","abstract":""}`, `{"id":1.5,"abstract":"b"}`, `{"id":8}`} {
		if err := build.UnmarshalJSON([]byte(row)); err != nil {
			t.Fatal(err)
		}
	}
	if w.Write(build.NewRecord()) != nil || w.Close() != nil {
		t.Fatal("not written")
	}
	path := filepath.Join(t.TempDir(), "f.arrows")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	names, err := record.DefaultColumns().Ready()
	if err != nil {
		t.Fatal(err)
	}
	in, err := file.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(in, names)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var got []string
	for u := new(record.Unparsed); s.Next(u) == nil; {
		r, bad := s.Parse(u)
		got = append(got, fmt.Sprintf("%s %q %q %q %q %v", r.ID, r.Title, r.Body, r.Keyphrases, r.Missing, bad))
	}
	want := []string{`7 "a" "" ["k" "l"] [] <nil>`, `f-2 "a" "" [] [] <nil>`, ` "" "" [] [] id must be a text or a whole number, it is 1.5`,
		`8 "" "" [] ["title" "abstract"] <nil>`}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}
