package answer

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"wrone2set/schemas"
	"wrone2set/stages/choose"
	"wrone2set/stages/nn/settrans"
	"wrone2set/stages/text"
)

// TestSlot: a slot is heard as unforced only where it wrote a phrase with ∅ allowed.
func TestSlot(t *testing.T) {
	w := settrans.Written[float32]{Scores: []float32{.5, .25}, Null: .125}
	for end, said := range map[End]bool{Phrase: true, Null: false, Empty: false} {
		got := slot(Answer{End: end}, Answer{End: Phrase, Words: []string{"a"}}, w)
		want := choose.Slot{Null: .125, Said: said, Words: []string{"a"}, Probabilities: []float64{.5, .25}}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v: %+v, want %+v", end, got, want)
		}
	}
}

// TestPrepare: the title's end reaches the candidates, and the network reads so many tokens as it has positions for.
func TestPrepare(t *testing.T) {
	var rows []schemas.VocabRow
	for i, w := range append(append([]string{}, text.Specials...), "graph", "cuts") {
		rows = append(rows, schemas.VocabRow{ID: int32(i), Token: w})
	}
	v, err := text.NewVocabulary(rows, len(rows))
	if err != nil {
		t.Fatal(err)
	}
	body := slices.Repeat([]string{"cuts"}, settrans.MaxSource)
	d := Prepare(v, &schemas.Document{ID: "x", Title: []string{"graph", "unheard"}, Body: body}, text.Encoding{MaxOOV: MaxOOV})
	if d.Title != 2 || len(d.Tokens) != len(body)+2 || len(d.Example.Source) != settrans.MaxSource || strings.Join(d.Example.OOV, " ") != "unheard" {
		t.Errorf("title %d, %d tokens, %d read, OOV %q", d.Title, len(d.Tokens), len(d.Example.Source), d.Example.OOV)
	}
	said := Said{Slots: []choose.Slot{{Words: []string{"graph"}, Probabilities: []float64{.5, .5}}, {Words: []string{"cuts"}, Probabilities: []float64{.5, .1}}}}
	i := slices.IndexFunc(choose.Features, func(f choose.Feature) bool { return f.Name == "title" })
	candidates := said.Candidates(text.NewStemmer(), d, 0)
	if len(candidates) != 2 || candidates[0].Features[i] != 1 || candidates[1].Features[i] != 0 {
		t.Errorf("%+v", candidates)
	}
	if n := len(said.Candidates(text.NewStemmer(), d, .1)); n != 1 {
		t.Errorf("%d candidates of at least .1", n)
	}
}
