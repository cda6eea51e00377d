package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

// stdin makes data the standard input of the test.
func stdin(t *testing.T, data []byte) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	was := os.Stdin
	os.Stdin = r
	t.Cleanup(func() { os.Stdin = was; r.Close() })
	go func() { w.Write(data); w.Close() }()
}

// TestStandardInput: every format, packed or not, gives from a pipe what it gives from a file.
func TestStandardInput(t *testing.T) {
	var table bytes.Buffer
	type row struct {
		ID    string `parquet:"id"`
		Title string `parquet:"title"`
		Body  string `parquet:"abstract"`
		Keys  string `parquet:"keywords"`
	}
	if err := parquet.Write(&table, []row{{"1", "one title", "", "k"}, {"2", "two titles", "", "k"}}); err != nil {
		t.Fatal(err)
	}
	zst, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	for format, data := range map[string]string{
		"jsonl": `{"id":1,"title":"one title","abstract":"","keywords":"k"}
{"id":2,"title":"two titles","abstract":"","keywords":"k"}`, "csv": "id,title,abstract,keywords\n1,one title,,k\n2,two titles,,k\n",
		"json": `[{"id":1,"title":"one title","abstract":"","keywords":"k"},{"id":2,"title":"two titles","abstract":"","keywords":"k"}]`, "parquet": table.String(),
	} {
		var gz bytes.Buffer
		w := gzip.NewWriter(&gz)
		w.Write([]byte(data))
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		for kind, packed := range map[string][]byte{"plain": []byte(data), "gzip": gz.Bytes(), "zstd": zst.EncodeAll([]byte(data), nil)} {
			stdin(t, packed)
			out, _ := execute(t, 0, "--test", "x=-")
			var got []string
			for _, d := range readTable(t, schemas.Documents, out, "test.x-00000-of-00001.parquet") {
				got = append(got, d.ID+" "+strings.Join(d.Title, " "))
			}
			if want := []string{"1 one title .", "2 two titles ."}; !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: %q, want %q", format, kind, got, want)
			}
		}
	}
	stdin(t, []byte("title,abstract,keywords\na b,,k\n"))
	out, _ := execute(t, 0, "--test", "x=-")
	if d := readTable(t, schemas.Documents, out, "test.x-00000-of-00001.parquet"); len(d) != 1 || d[0].ID != "stdin-2" {
		t.Errorf("a row without a name is called %+v", d)
	}
	stdin(t, []byte("PAR1 but no more"))
	if _, log := execute(t, stages.ExitInput, "--test", "x=-"); !strings.Contains(log, "standard input: ") {
		t.Errorf("what is wrong with standard input: %s", log)
	}
	stdin(t, nil)
	if _, log := execute(t, stages.ExitUsage, "--test", "x=-", "--shards", "2"); !strings.Contains(log, "--shards reads test.x twice") {
		t.Error(log)
	}
}

// TestFolderBelow: a folder is read with those below it, in any of the formats, and what is no corpus there is named.
func TestFolderBelow(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string]string{
		"b/part-0": `{"id":"b","title":"x","abstract":"","keywords":"k"}`, "a/one.csv": "id,title,abstract,keywords\na,x,,k\n", "README.md": "# About\n\nA corpus.\n", "c/fig.png": "\x89PNG\r\n\x1a\n\x00\x00",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, log := execute(t, 0, "--test", "x="+dir)
	var ids []string
	for _, d := range readTable(t, schemas.Documents, out, "test.x-00000-of-00001.parquet") {
		ids = append(ids, d.ID)
	}
	if !reflect.DeepEqual(ids, []string{"a", "b"}) {
		t.Errorf("%q", ids)
	}
	if !strings.Contains(log, "skipped 2 files that are not in a corpus format") || !strings.Contains(log, "README.md, ") || !strings.Contains(log, "fig.png") {
		t.Error(log)
	}
}
