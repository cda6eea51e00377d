package fallback

import (
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/word"
)

// TestEvidence: each feature is of one kind of evidence.
func TestEvidence(t *testing.T) {
	seen, names := map[string]int{}, (&Lexicon{}).Names()
	for _, kind := range Evidence {
		for _, name := range kind.Features {
			if seen[name]++; !slices.Contains(names, name) {
				t.Errorf("%s: there is no feature %s", kind.Name, name)
			}
		}
	}
	for _, name := range names {
		if seen[name] != 1 {
			t.Errorf("%s is of %d kinds", name, seen[name])
		}
	}
}

// TestExplain: a phrase of the title that stands there three times is chosen for its place and its frequency.
func TestExplain(t *testing.T) {
	m, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	text := Find(word.NewCutter(), "de", "Ausleihe", "Die Ausleihe ändert sich. Wir zählen Bücher, Regale und Leser jeder Ausleihe.", unknown)
	m.Assess(text.Candidates)
	reasons := m.Explain(text.Candidates, text.Candidates[:1])
	if len(reasons) != 1 || reasons[0].Places != 3 || len(reasons[0].Effects) < 2 {
		t.Fatalf("%+v", reasons)
	}
	for _, e := range reasons[0].Effects[:2] {
		if (e.Evidence != "place" && e.Evidence != "frequency") || e.By <= 0 {
			t.Errorf("%+v", reasons[0].Effects)
		}
	}
}

// unknown is a rarity that is unknown.
func unknown(string, string) float64 { return -1 }
