package known

import (
	"context"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// spelt are documents that spell keyphrases in several ways.
var spelt = []schemas.Document{
	{ID: "1", Present: [][]string{{"x", "ray"}}, Absent: [][]string{{"dna", "repair"}}, Spellings: []string{"X-ray", "DNA repair"}},
	{ID: "2", Absent: [][]string{{"dna", "repair"}, {"x", "rays"}}, Spellings: []string{"DNA Repair", "X-rays"}},
	{ID: "3", Present: [][]string{{"x", "rays"}}, Spellings: []string{"X-rays"}},
	{ID: "4", Present: [][]string{{"x", "ray"}}}, // of a corpus of tokens
}

// TestSpellings: each keyphrase has its most frequent spelling, counted by stems.
func TestSpellings(t *testing.T) {
	paths := []string{saved(t, spelt)}
	want := []schemas.KnownPhrase{{Stems: "dna repair", Targets: 2, Spelling: "DNA repair"}, {Stems: "x ray", Targets: 4, Spelling: "X-rays"}}
	got, err := Count(context.Background(), paths, 1, func() {})
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}
