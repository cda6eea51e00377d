package assigned

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestUnmatchedSpelling: a phrase is compared with labels as it is written, whatever its first place has.
func TestUnmatchedSpelling(t *testing.T) {
	b, err := os.ReadFile("../../testdata/harbour.ttl")
	if err != nil {
		t.Fatal(err)
	}
	vocabulary := stagetest.Write(t, t.TempDir(), "harbour.ttl", string(b))
	v, err := thesaurus.Open(t.Context(), vocabulary, "en")
	if err != nil {
		t.Fatal(err)
	}
	var p schemas.Prediction
	for _, k := range [][2]string{{"tugboats", ""}, {"tug boats", "tugboats"}, {"ferry", "Ferries"}, {"dredging", "oyster beds"}, {"oyster beds", ""}, {"mussels", "mussel"}} {
		p.Phrases = append(p.Phrases, schemas.Phrase{Phrase: k[0], Tokens: strings.Fields(k[0]), Surface: k[1], Score: .5, Present: k[1] != ""})
	}
	var got []string
	for _, k := range unmatched(concept.NewNames(v), "en", p) {
		got = append(got, k.Phrase)
	}
	if want := []string{"tug boats", "oyster beds", "mussels"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
