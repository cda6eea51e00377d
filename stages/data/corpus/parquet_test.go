package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/wrone2set/wrone2set/schemas"
)

func parquetOf[R any](t testing.TB, rows []R, o ...parquet.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[R](&b, o...)
	for i := range rows {
		if _, err := w.Write(rows[i : i+1]); err != nil {
			t.Fatal(err)
		}
		if i == len(rows)/2 { // two row groups
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

type paper struct {
	Year     int32    `parquet:"year"`
	Key      int64    `parquet:"_id,delta"`
	Title    *string  `parquet:"TITLE,optional,dict"`
	Abstract string   `parquet:"abstract"`
	Tags     []string `parquet:"keywords,list"`
	Other    []struct {
		A string `parquet:"a"`
	} `parquet:"other,list"`
}

// TestParquetOfAnyone reads files as other programs write them: optional columns,
// dictionaries, lists, numbers as ids, every compression, beside columns of
// types that are not read.
func TestParquetOfAnyone(t *testing.T) {
	title := "A title"
	rows := []paper{
		{1, 7, &title, "text", []string{"a; b", "c"}, nil},
		{2, 8, nil, "", nil, nil},
		{3, 9, &title, "\xff", nil, nil},
		{4, 10, &title, strings.Repeat("w", 1000), make([]string, 200), nil},
	}
	want := []string{
		`1 7 "A title" "text" ["a; b" "c"] missing []`,
		`2 8 "" "" [] missing []`,
		"3 reject not valid UTF-8",
	}
	for name, o := range map[string]parquet.WriterOption{
		"snappy": parquet.Compression(&parquet.Snappy), "gzip": parquet.Compression(&parquet.Gzip), "zstd": parquet.Compression(&parquet.Zstd),
		"none": parquet.Compression(&parquet.Uncompressed), "brotli": parquet.Compression(&parquet.Brotli), "version 1": parquet.DataPageVersion(1), "small pages": parquet.PageBufferSize(64),
	} {
		data := parquetOf(t, rows, o)
		for end, data := range map[string][]byte{"": data, ".gz": zipped(t, data), ".zst": zstded(t, data)} {
			got, err := read(t, write(t, "p.parquet"+end, data), "", Auto)
			if err != nil || len(got) != 4 || !reflect.DeepEqual(got[:3], want) || len(got[3]) < 1400 {
				t.Errorf("%s%s: got %.300q, %v\nwant %q", name, end, got, err, want)
			}
		}
	}
	type joined struct {
		Text     string `parquet:"text"`
		Keywords string `parquet:"Keywords"`
	}
	got, err := read(t, write(t, "j.parquet", parquetOf(t, []joined{{"a", "k;l"}, {"b", ""}, {"c", "['k']"}})), "", Auto)
	want = []string{
		`1 j-1 "" "a" ["k" "l"] missing [title]`, `2 j-2 "" "b" [] missing [title]`,
		`3 j-3 "" "c" ["k"] missing [title]`,
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
}

// TestParquetIDs: ids can be integers that are stored as floats because some are missing. Fractions are bad rows.
func TestParquetIDs(t *testing.T) {
	type double struct {
		ID    float64 `parquet:"id"`
		Title string  `parquet:"title"`
	}
	type float struct {
		ID    float32 `parquet:"id"`
		Title string  `parquet:"title"`
	}
	type half struct {
		ID    [2]byte `parquet:"id"`
		Title string  `parquet:"title"`
	}
	halves := refooted(t, parquetOf(t, []half{{[2]byte{0, 0x47}, "a"}, {[2]byte{0, 0x38}, "a"}}), func(f *format.FileMetaData) {
		f.Schema[1].LogicalType = format.LogicalType{Value: &format.Float16Type{}}
	})
	for name, c := range map[string]struct {
		data []byte
		want []string
	}{
		"half": {halves, []string{"1 7", "2 reject id must be a text or a whole number, it is 0.5"}},
		"double": {parquetOf(t, []double{{7, "a"}, {-9007199254740991, "a"}, {math.NaN(), "a"}, {1.5, "a"}, {math.Inf(1), "a"}}),
			[]string{"1 7", "2 -9007199254740991", "3 x-3", "4 reject id must be a text or a whole number, it is 1.5", "5 reject id must be a text or a whole number, it is +Inf"}},
		"float": {parquetOf(t, []float{{7, "a"}, {0.5, "a"}}), []string{"1 7", "2 reject id must be a text or a whole number, it is 0.5"}},
	} {
		got, err := read(t, write(t, "x.parquet", c.data), "", Auto)
		for i, row := range got {
			got[i], _, _ = strings.Cut(row, ` "a" `)
		}
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, %v\nwant %q", name, got, err, c.want)
		}
	}
}

// TestParquetNotRead checks the errors about columns that are missing or of
// another type, about our own files with another schema, and about damage.
func TestParquetNotRead(t *testing.T) {
	type unknown struct {
		Heading string `parquet:"heading"`
	}
	type number struct {
		Title int64 `parquet:"title"`
	}
	type listed struct {
		Abstract []string `parquet:"abstract,list"`
	}
	type grouped struct {
		Title struct{ A, B string } `parquet:"title"`
	}
	type decimal struct {
		Title int64 `parquet:"title,decimal(2:18)"`
	}
	var ours bytes.Buffer
	w := schemas.Predictions.NewWriter(&ours, nil)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	title := "A title"
	good := parquetOf(t, []paper{{1, 7, &title, strings.Repeat("text", 100), []string{"a"}, nil}, {1, 7, &title, "text", []string{"a"}, nil}})
	damaged := bytes.Clone(good)
	at := bytes.Index(damaged, []byte("textte"))
	for i := range 30 {
		damaged[at-40+i] ^= 0x55
	}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"unknown", parquetOf(t, []unknown{{"a"}}), `columns: no column of the 1, "heading", is called title, abstract`},
		{"number", parquetOf(t, []number{{1}}), "column title: is of type INT"},
		{"list", parquetOf(t, []listed{{nil}}), "column abstract: is a list"},
		{"group", parquetOf(t, []grouped{{}}), "column title: is a group"},
		{"decimal", parquetOf(t, []decimal{{}}), "column title: is of type DECIMAL(18,2), not a text; name another column by --columns title=NAME"},
		{"predictions", ours.Bytes(), "the file holds predictions, want documents"},
		{"cut", good[:len(good)-5], "does not end as a Parquet file"},
		{"damaged", damaged, "row group 0"},
	} {
		for end, data := range map[string][]byte{"": c.data, ".gz": zipped(t, c.data), ".zst": zstded(t, c.data)} {
			path := write(t, c.name+end, data)
			_, err := read(t, path, "", Auto)
			var file *schemas.FileError
			if !errors.As(err, &file) || file.File != path || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.name+end, err, c.want)
			}
		}
	}
}

// TestUnpackedIsNameless: a compressed Parquet file, ours or not, is unpacked into a file without a name, so that a kill
// leaves nothing behind.
func TestUnpackedIsNameless(t *testing.T) {
	dir := t.TempDir()
	title := "A title"
	foreign := parquetOf(t, []paper{{1, 7, &title, "text", []string{"a"}, nil}})
	for name, data := range map[string][]byte{"ours.parquet.gz": zipped(t, documentsFile(t)), "theirs.parquet.zst": zstded(t, foreign)} {
		path := write(t, name, data)
		t.Setenv("TMPDIR", dir)
		r, err := openFile(path, "", Options{})
		if err != nil {
			t.Fatal(err)
		}
		if names, err := os.ReadDir(dir); err != nil || len(names) > 0 {
			t.Errorf("%s: a kill would leave %v, %v", name, names, err)
		}
		if rows, err := outcome(r); err != nil || len(rows) == 0 {
			t.Errorf("%s: %d rows, %v", name, len(rows), err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestReturnsInData: in a file that is not text, a byte that would be a carriage return in text stays what it is.
func TestReturnsInData(t *testing.T) {
	type row struct{ Title string }
	for n := 1; ; n++ {
		var data bytes.Buffer
		title := strings.Repeat("r", n)
		if err := parquet.Write(&data, []row{{title}}); err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(data.Bytes(), '\r') < 0 || bytes.IndexByte(data.Bytes(), '\n') >= 0 {
			continue
		}
		got, err := read(t, write(t, "a.parquet.gz", zipped(t, data.Bytes())), "", Auto)
		if err != nil || len(got) != 1 || !strings.Contains(got[0], title) {
			t.Errorf("title of %d letters: %q, %v", n, got, err)
		}
		return
	}
}

// TestNullLists: a row without a list has an empty cell, one with an empty list has [].
func TestNullLists(t *testing.T) {
	schema := parquet.NewSchema("rows", parquet.Group{"text": parquet.String(), "tags": parquet.Optional(parquet.List(parquet.Optional(parquet.String())))})
	var b bytes.Buffer
	w := parquet.NewWriter(&b, schema)
	leaf := func(value any, repetition, definition, column int) parquet.Value {
		return parquet.ValueOf(value).Level(repetition, definition, column)
	}
	for i, tags := range []parquet.Value{leaf(nil, 0, 0, 0), leaf(nil, 0, 1, 0), leaf(nil, 0, 2, 0), leaf("a", 0, 3, 0)} {
		if _, err := w.WriteRows([]parquet.Row{{tags, leaf(fmt.Sprint(i), 0, 0, 1)}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got := said(t, write(t, "f", b.Bytes()), true)[1:]
	for i, want := range []string{`1:""`, `6:"[]"`, `6:"[null]"`, `6:"[\"a\"]"`} {
		if i >= len(got) || !strings.Contains(got[i], "cells "+want+"|") {
			t.Errorf("row %d: want %s: %q", i, want, got)
		}
	}
}
