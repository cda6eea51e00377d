package choice

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

// TestSpellings: each keyphrase has its most frequent spelling, counted by stems, whether it is counted with its phrases or
// added to those of an older model.
func TestSpellings(t *testing.T) {
	paths := []string{saved(t, spelt)}
	want := []schemas.KnownPhrase{{Stems: "dna repair", Targets: 2, Spelling: "DNA repair"}, {Stems: "x ray", Targets: 4, Spelling: "X-rays"}}
	got, err := Count(context.Background(), paths, 1, func() {})
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	older := []schemas.KnownPhrase{{Stems: "dna repair", Targets: 2}, {Stems: "of", Documents: 9}, {Stems: "x ray", Targets: 4}}
	if err := SpellKnown(context.Background(), paths, older); err != nil || older[0] != want[0] || older[1].Spelling != "" || older[2] != want[1] {
		t.Errorf("%v, %v", older, err)
	}
	near := []schemas.Neighbour{{Stems: "dna repair"}, {Stems: "dna repair", Keyphrase: "dna repair"}, {Stems: "x ray", Keyphrase: "x ray"}}
	if err := SpellNeighbours(context.Background(), paths, near); err != nil || near[0].Spelling != "" || near[1].Spelling != "DNA repair" || near[2].Spelling != "X-rays" {
		t.Errorf("%v, %v", near, err)
	}
	own := []schemas.KnownPhrase{{Stems: "dna repair", Spelling: "Dna repair"}, {Stems: "x ray"}}
	if err := SpellKnown(context.Background(), paths, own); err != nil || own[1].Spelling != "" {
		t.Errorf("spellings of a model are changed: %v, %v", own, err)
	}
}
