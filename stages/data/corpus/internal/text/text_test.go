package text

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// TestPlain: every line is a document, even a blank one and a last one without a line end; bad lines are rejected alone.
func TestPlain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.txt")
	text := "Of graphs, and \"walks\"\r\n\n" + strings.Repeat("x", file.MaxLine+1) + "\n\xff\n  On trees"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := file.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := NewPlain(f)
	defer r.Close()
	var got []string
	var u record.Unparsed
	for err == nil {
		if err = r.Next(&u); err != nil {
			break
		}
		doc, bad := r.Parse(&u)
		got = append(got, fmt.Sprintf("%d %s %q %q %v %v %v", doc.Row, doc.ID, doc.Title, doc.Body, doc.Missing, doc.Tokenized, bad))
	}
	want := []string{
		`1 notes-1 "" "Of graphs, and \"walks\"" [title keywords] false <nil>`,
		`2 notes-2 "" "" [title keywords] false <nil>`,
		`3 notes-3 "" "" [title keywords] false the line has 8388610 bytes, more than the limit of 8388608`,
		`4 notes-4 "" "" [title keywords] false not valid UTF-8`,
		`5 notes-5 "" "  On trees" [title keywords] false <nil>`,
	}
	if err != io.EOF || !reflect.DeepEqual(got, want) {
		t.Errorf("%q, %v\nwant %q", got, err, want)
	}
}

// TestSplit: the first line of a text is its title if it looks like one.
func TestSplit(t *testing.T) {
	const long = "Moors were drained by ditches, and peat was burnt."
	for _, c := range []struct{ text, title, body string }{
		{"Drainage of moors\n\n" + long, "Drainage of moors", long},
		{"Drainage of moors\r\n\r\n" + long + "\r\nMore.\r\n", "Drainage of moors", long + "\r\nMore."},
		{"\n\n  Drainage of moors \n" + long, "Drainage of moors", long},
		{"Who drained the moors?\n" + long, "Who drained the moors?", long},
		{"泥炭沼泽的排水\n\n沼泽通过沟渠排水。", "泥炭沼泽的排水", "沼泽通过沟渠排水。"},
		{long + "\n" + long, "", long + "\n" + long},
		{long + "\n\n" + long + long, "", long + "\n\n" + long + long},
		{"Drainage of moors", "", "Drainage of moors"},
		{"Drainage of moors\nin the north", "", "Drainage of moors\nin the north"},
		{"Moors in the north were drai-\nned by ditches, and peat was burnt there.", "", "Moors in the north were drai-\nned by ditches, and peat was burnt there."},
		{strings.Repeat("word ", 50) + "\n\n" + long, "", strings.Repeat("word ", 50) + "\n\n" + long},
		{"12\n\n" + long, "", "12\n\n" + long},
		{"", "", ""},
	} {
		if title, body := Split(c.text); title != c.title || body != c.body {
			t.Errorf("%q: title %q, body %q", c.text, title, body)
		}
	}
}

// TestPasted: a title, a blank line and paragraphs are one document; anything that could be a document a line is not.
func TestPasted(t *testing.T) {
	const long = "Moors were drained by ditches, and peat was burnt."
	for text, want := range map[string]bool{
		"Drainage of moors\n\n" + long + "\n":                     true,
		"Drainage of moors\r\n\r\n" + long + "\r\n":               true,
		"Drainage of moors\n\n" + long + "\n" + long:              true,
		"Drainage of moors\n\n" + long + "\n\n" + long:            true,
		"Drainage of moors\n" + long:                              false,
		"Drainage of moors\n\nPeat and its uses\n\nForests":       false,
		"Drainage of moors\n\n" + long + "\n\nForests\n\n" + long: false,
		long + "\n\n" + long:                                      false,
		"Drainage of moors\n":                                     false,
	} {
		if got := Pasted(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestNameOf: the id of a file is its whole name without .txt, below the folder that was given.
func TestNameOf(t *testing.T) {
	for _, c := range [][3]string{
		{"texts/a.v2.txt", "texts", "a.v2"}, {"texts/sub/b.TXT.gz", "texts/", "sub/b"}, {"c.txt", "", "c"}, {"x/c.txt", "", "c"}, {"s3://k/t/u.txt.zst", "s3://k/t", "u"},
		{"standard input", "", "stdin"}, {"notes", "", "notes"},
	} {
		if got := nameOf(c[0], c[1]); got != c[2] {
			t.Errorf("%v: %q", c, got)
		}
	}
}
