package corpus

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
)

// named returns settings that name a column.
func named() Settings {
	s := DefaultSettings()
	s.Columns = []string{"title=name"}
	return s
}

// suitable writes a file of every kind and returns them by a word each; a pair is "pair".
func suitable(t *testing.T) map[string]string {
	t.Helper()
	type row struct {
		Name string `parquet:"name"`
	}
	theirs := filepath.Join(t.TempDir(), "theirs.parquet")
	if err := parquet.WriteFile(theirs, []row{{"a"}}); err != nil {
		t.Fatal(err)
	}
	_, mixed := mixedSet(t) // its second file is a documents file
	return map[string]string{
		"csv": write(t, "a.csv", []byte("name,year\na,1\n")), "tsv": write(t, "a.tsv", []byte("name\tyear\na\t1\n")),
		"jsonl": write(t, "a.jsonl", []byte(`{"name":"a"}`+"\n")), "json": write(t, "a.json", []byte(`[{"name":"a"}]`)),
		"theirs": theirs, "ours": mixed[1], "empty": write(t, "a", nil), "blank": write(t, "b.csv", []byte("\n \n")),
		"plain": write(t, "a.txt", []byte("Some words.\n")), "text": write(t, "b.txt", []byte("a <eos> b\n")),
		"gone": filepath.Join(t.TempDir(), "gone.csv"),
	}
}

// TestSuit: --columns is refused if no file has columns, with the kind of the first file. One file that has columns, or that
// may have them, is enough.
func TestSuit(t *testing.T) {
	files := suitable(t)
	for _, c := range []struct {
		kinds, want string
	}{
		{"csv", ""}, {"tsv", ""}, {"jsonl", ""}, {"json", ""}, {"theirs", ""}, {"empty", ""}, {"blank", ""},
		{"text csv", ""}, {"ours jsonl", ""}, {"plain text ours theirs", ""}, {"pair csv", ""}, {"pipe", ""}, {"plain pipe", ""}, {"made", ""}, {"", ""},
		{"plain", "a.txt: is plain and has no columns that --columns could name"},
		{"text", "b.txt: is text and has no columns"},
		{"ours", "label.parquet: is a documents file of preprocess and has no columns"},
		{"pair", "b.txt: is text and has no columns that --columns could name; leave out --columns"},
		{"plain text ours", "a.txt: is plain and has no columns that --columns could name, nor has any of the other 2"},
		{"plain gone", "gone.csv"},
	} {
		s, told := named(), 0
		o := s.Options(true, func(string) { told++ })
		var set Set
		for _, kind := range strings.Fields(c.kinds) {
			switch kind {
			case "pair":
				set = append(set, Files([]string{files["text"], files["text"]}, true, o)...)
			case "pipe":
				set = append(set, Files([]string{"-"}, false, o)...)
			case "made":
				set = append(set, Member{})
			default:
				set = append(set, Files([]string{files[kind]}, false, o)...)
			}
		}
		err := s.Suit(set)
		var file *schemas.FileError
		if (err == nil) != (c.want == "") || err != nil && (!errors.As(err, &file) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.kinds, err, c.want)
		}
		if told > 0 {
			t.Errorf("%s: what is read was said before it is", c.kinds)
		}
		if _, looked := s.NewIndex(t.Context(), set, 0, 0, 1, nil, nil); !strings.Contains(c.kinds, "made") && !strings.Contains(c.kinds, "gone") && fmt.Sprint(looked) != fmt.Sprint(err) {
			t.Errorf("%s: %v, and for an index %v", c.kinds, err, looked)
		}
		if err := DefaultSettings().Suit(set); err != nil {
			t.Errorf("%s, no column named: %v", c.kinds, err)
		}
	}
}
