package choose

import (
	"math"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// placed returns the candidate with these stems in a text without slots.
func placed(t *testing.T, tokens string, title int, stems string) Candidate {
	t.Helper()
	known := knownOf(t, []schemas.KnownPhrase{{Stems: "b", Targets: 5, Documents: 80}, {Stems: "b c", Targets: 8}, {Stems: "c b", Targets: 2}})
	for _, c := range Candidates(text.NewStemmer(), Material{Tokens: strings.Fields(tokens), Title: title, Known: known, Runs: true}, 0) {
		if strings.Join(c.Stems, " ") == stems {
			return c
		}
	}
	t.Fatalf("%q: no candidate %q", tokens, stems)
	return Candidate{}
}

// TestFree: occurrences within a longer candidate do not count; of several longer ones, those of the most frequent.
func TestFree(t *testing.T) {
	for _, c := range []struct {
		tokens, phrase string
		free           float64
	}{
		{"x", "x", 1}, {"x . x . x", "x", 3}, {"x y . x", "x", 1}, {"x y . x y", "x", 0}, {"x y . z x . x y . x", "x", 2},
		{"z x y . x y", "x y", 1}, {"z x y . x y", "y", 0}, {"x x x", "x", 1}, {"x x x", "x x", 1}, {"u v w x y", "u v w x y", 1},
	} {
		if got, want := feature(t, placed(t, c.tokens, 0, c.phrase), "free"), math.Log(1+c.free); math.Abs(got-want) > 1e-12 {
			t.Errorf("%q in %q: %v runs alone, want %v", c.phrase, c.tokens, math.Exp(got)-1, c.free)
		}
	}
}

// TestBeside: how often the word before begins keyphrases and the word after ends them, not across punctuation or the end of
// title or body.
func TestBeside(t *testing.T) {
	begins, ends := math.Log(13.5/100), math.Log(7.5/100) // of "b"
	for _, c := range []struct {
		tokens        string
		title         int
		before, after float64
	}{
		{"x", 0, edge, edge}, {"b x b", 0, begins, ends}, {"b x b", 3, begins, ends}, {"b x b", 1, edge, ends}, {"b x b", 2, begins, edge},
		{"b , x ( b", 0, edge, edge}, {"b x . x b", 0, (begins + edge) / 2, (edge + ends) / 2}, {"x b x", 0, (edge + begins) / 2, (ends + edge) / 2},
	} {
		of := placed(t, c.tokens, c.title, "x")
		for name, want := range map[string]float64{"before": c.before, "after": c.after} {
			if got := feature(t, of, name); math.Abs(got-want) > 1e-12 {
				t.Errorf("%q with %d words of title: %s %v, want %v", c.tokens, c.title, name, got, want)
			}
		}
	}
}
