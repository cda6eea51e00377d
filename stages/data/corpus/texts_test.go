package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
)

// folderOf writes texts into a folder and returns its files that are texts.
func folderOf(t *testing.T, files [][2]string) (dir string, texts []string) {
	t.Helper()
	dir = t.TempDir()
	for _, f := range files {
		path := filepath.Join(dir, f[0])
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(f[1]), 0o666); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(path, ".key") {
			texts = append(texts, path)
		}
	}
	return dir, texts
}

// TestFolderOfTexts: each text of a folder is one document, named by its file, with the keyphrases of the .key file beside it. The
// log says how many.
func TestFolderOfTexts(t *testing.T) {
	dir, texts := folderOf(t, [][2]string{
		{"a.v2.txt", "Drainage of moors\n\nMoors were drained by ditches.\nPeat was burnt.\n"}, {"a.v2.key", "peat\n moors \n\n"},
		{"c.txt", "A long sentence that is no title.\n"}, {"empty.txt", ""},
		{"sub/b.txt", "Wälder\n\nÜber Wälder und Flüsse.\n"}, {"sub/b.key", "W\xe4lder\n"},
		{"tokens.txt", "a title <eos> a text\nb title <eos> b text\n"}, {"table.csv", "title,abstract\nA,b\n"},
	})
	read := func(label bool, format string) (got []string, said []string) {
		s := DefaultSettings()
		s.Format = format
		o := s.Options(label, func(line string) { said = append(said, line) })
		o.Folder = dir
		for _, m := range Files(texts, false, o) {
			if err := m.each(func(r *Record) error {
				got = append(got, fmt.Sprintf("%s|%s|%s|%q", r.ID, r.Title, r.Body, r.Keyphrases))
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		return got, said
	}
	want := []string{
		"a.v2|Drainage of moors|Moors were drained by ditches.\nPeat was burnt.|[\"peat\" \"moors\"]", "c||A long sentence that is no title.|[]", "empty|||[]",
		"sub/b|Wälder|Über Wälder und Flüsse.|[\"Wälder\"]", "tokens-1|||[]", "tokens-2|||[]", "table-2|A|b|[]",
	}
	if got, _ := read(false, "auto"); !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	got, said := read(true, "auto")
	if len(got) != len(want) || got[0] != "a.v2|Drainage of moors|Moors were drained by ditches.\nPeat was burnt.|[]" {
		t.Errorf("to label: %q", got)
	}
	if !strings.Contains(said[0], "file; 5 files, one document each (--format lines: one a line)") {
		t.Errorf("said %q", said)
	}
	texts = texts[:2]
	got, said = read(true, "lines")
	if len(got) != 5 || got[0] != "a-1||Drainage of moors|[]" || !strings.Contains(said[0], "one document a line (--format file: one a file)") {
		t.Errorf("by lines: %q, said %q", got, said)
	}
}

// TestPastedText: a title and an abstract in one file are one document, and --format says otherwise. Long files are bounded.
func TestPastedText(t *testing.T) {
	const pasted = "Drainage of moors\n\nMoors were drained by ditches, and peat was burnt.\n"
	const lines = "Moors were drained.\nPeat was burnt.\n"
	for _, c := range []struct {
		text, format string
		want         int
	}{{pasted, "auto", 1}, {pasted, "lines", 3}, {pasted, "plain", 3}, {pasted, "file", 1}, {lines, "auto", 2}, {lines, "file", 1}} {
		s := DefaultSettings()
		s.Format = c.format
		r, err := Open(write(t, "t.txt", []byte(c.text)), "", s.Options(true, nil))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := outcome(r); len(got) != c.want || err != nil {
			t.Errorf("%q as %s: %q, %v", c.text, c.format, got, err)
		}
	}
	s := DefaultSettings()
	s.Format = "file"
	_, err := lastOf(write(t, "long.txt", []byte(strings.Repeat("peat ", file.MaxLine/5+1))), s.Options(true, nil))
	if err == nil || !strings.Contains(err.Error(), "the file has more than the limit of") {
		t.Errorf("a long file: %v", err)
	}
}
