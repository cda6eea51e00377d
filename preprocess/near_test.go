package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// abstract returns a record with the words from first on, 40 of them, as its text.
func abstract(id, title string, first int) string {
	var words []string
	for i := range 40 {
		n := first + i
		words = append(words, "word"+string([]rune{rune('a' + n/26), rune('a' + n%26)}))
	}
	b, _ := json.Marshal(map[string]any{"id": id, "title": title, "abstract": strings.Join(words, " "), "keywords": []string{words[3]}})
	return string(b)
}

// TestNearDuplicates: validation documents that repeat a test document, or nearly do, are left out, and training documents that
// do so of either. Documents of the same set do not count as near.
func TestNearDuplicates(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, lines ...string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	args := []string{
		"--test", "t=" + file("t.jsonl", abstract("t1", "one", 0)),
		"--valid", file("v.jsonl", abstract("v1", "two", 3), abstract("v2", "ONE", 100), abstract("v3", "three", 200), abstract("v4", "three", 203)),
		"--train", file("r.jsonl", abstract("r1", "four", 4), abstract("r2", "five", 198), abstract("r3", "six", 300), abstract("r4", "seven", 302)),
	}
	out, _ := execute(t, 0, args[:4]...) // without training documents
	if rows := readTable(t, schemas.FilteredRows, out, "filtered.parquet"); len(rows) != 2 {
		t.Errorf("without training documents %+v are left out", rows)
	}
	equal := []string{"v2: duplicate title in test.t t1"}
	for _, c := range []struct {
		flags []string
		want  []string
	}{
		{nil, []string{"v1: near duplicate in test.t t1", equal[0], "r1: near duplicate in test.t t1", "r2: near duplicate in valid v3"}},
		{[]string{"--near-duplicates", "0.82"}, []string{"v1: near duplicate in test.t t1", equal[0], "r2: near duplicate in valid v3"}},
		{[]string{"--near-duplicates", "0"}, equal},
		{[]string{"--duplicates", "keep"}, nil},
	} {
		out, _ := execute(t, 0, append(slices.Clone(args), c.flags...)...)
		var causes []string
		for _, f := range readTable(t, schemas.FilteredRows, out, "filtered.parquet") {
			causes = append(causes, fmt.Sprintf("%s: %s %s", f.ID, f.Cause, f.Of))
		}
		if !slices.Equal(causes, c.want) {
			t.Errorf("%v: %q, want %q", c.flags, causes, c.want)
		}
	}
}
