package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

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
	const csv = "id,title,abstract,keywords\n1,one title,,k\n2,two titles,,k\n"
	for name, data := range map[string][]byte{"csv": []byte(csv), "parquet": table.Bytes(), "zstd": zst.EncodeAll([]byte(csv), nil)} {
		stdin(t, data)
		out, _ := execute(t, 0, "--test", "x=-")
		if got := ids(t, out, "test.x"); !slices.Equal(got, []string{"1", "2"}) {
			t.Errorf("%s: %q", name, got)
		}
	}
	stdin(t, []byte("title,abstract,keywords\na b,,k\n"))
	out, _ := execute(t, 0, "--test", "x=-")
	if got := ids(t, out, "test.x"); !slices.Equal(got, []string{"stdin-2"}) {
		t.Errorf("a row without a name is called %q", got)
	}
	cut := zst.EncodeAll([]byte(csv), nil)
	for data, want := range map[string]string{"PAR1 but no more": "standard input: ", string(cut[:len(cut)-9]): "standard input: ", "id,title,abstract,keywords\nx,one,,k\nx,two,,k\n": `standard input: row 3: the id "x" is also that of an earlier row`} {
		stdin(t, []byte(data))
		if _, log := execute(t, stages.ExitInput, "--test", "x=-"); !strings.Contains(log, want) {
			t.Errorf("%q: %s", data, log)
		}
	}
}
