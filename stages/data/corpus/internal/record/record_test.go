package record

import (
	"strings"
	"testing"
)

func TestStem(t *testing.T) {
	for path, want := range map[string]string{
		"a/b/test_src.txt": "test_src", "pool.jsonl.gz": "pool", "x.json.zst": "x", "plain": "plain", "v1.2.txt": "v1", ".hidden": ".hidden",
	} {
		if got := Stem(path); got != want {
			t.Errorf("Stem(%q) = %q, want %q", path, got, want)
		}
	}
}

// TestFindLong: a capital within a word begins another, and the cell of a table without a header, whatever its length, is no name.
func TestFindLong(t *testing.T) {
	names, err := DefaultColumns().Ready()
	if err != nil {
		t.Fatal(err)
	}
	for name, known := range map[string]bool{"abstractText": true, "authorSuppliedKeywords": true, "abstractTexts": false, strings.Repeat("roofLichen", 1<<17): false} {
		if n := names.Find(name); n >= 0 != known {
			t.Errorf("%.30q: %d", name, n)
		}
	}
}
