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
