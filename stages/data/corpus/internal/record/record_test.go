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

// TestTitled: a subtitle follows a colon, or the mark that ends the title; one that the title has is not repeated.
func TestTitled(t *testing.T) {
	for _, c := range [][3]string{
		{"Moss", "A survey", "Moss: A survey"}, {"Moss ", " A survey ", "Moss: A survey"}, {"Moss", " ", "Moss"}, {"", "A survey", "A survey"},
		{"Moss?", "A survey", "Moss? A survey"}, {"Moss:", "A survey", "Moss: A survey"}, {"Moss –", "A survey", "Moss – A survey"}, {"苔藓：", "调查", "苔藓： 调查"},
		{"Moss: a survey.", "A Survey", "Moss: a survey."}, {"Moss (a survey)", "a survey", "Moss (a survey): a survey"}, {"A resurvey", "survey", "A resurvey: survey"}, {"Survey", "survey", "Survey"},
	} {
		if got := Titled(c[0], c[1]); got != c[2] {
			t.Errorf("%q: %q", c, got)
		}
	}
}

// TestNothing: what programs write for a missing value is no keyphrase.
func TestNothing(t *testing.T) {
	for cell, want := range map[string]int{"nan": 0, " None ": 0, "N/A": 0, "none": 1, "nan;x": 2, "Nan": 1} {
		var r Record
		if err := r.SetKeyphrases(cell, ";"); err != nil || len(r.Keyphrases) != want {
			t.Errorf("%q: %q, %v", cell, r.Keyphrases, err)
		}
	}
}
