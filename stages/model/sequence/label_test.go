package sequence

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// TestPhrases: phrases of complete and incomplete sequences.
func TestPhrases(t *testing.T) {
	var rows []schemas.VocabRow
	for i, w := range append(slices.Clone(text.Specials), "w7", "w8", "w9") {
		rows = append(rows, schemas.VocabRow{ID: int32(i), Token: w})
	}
	v, err := text.NewVocabulary(rows, len(rows))
	if err != nil {
		t.Fatal(err)
	}
	d := phrase.Document{Tokens: []string{"deep", "zorgle", "nets"}, Example: schemas.Example{OOV: []string{"zorgle"}}}
	p := []float32{.5, .25, .75, .125, .5, .5, 1, .25}
	at := []int32{0, 1, 2, 0, 0, 0, 2, 0}
	for _, c := range []struct {
		name   string
		tokens []int32
		want   string
	}{
		{"whole", []int32{7, 8, 4, 9, 5, 7, 3}, "w7 w8 .375, w9 .125, w7 .5"},
		{"none", []int32{5, 3}, ""},
		{"<eos> at once", []int32{3, 7}, ""},
		{"nothing", nil, ""},
		{"only present", []int32{7, 5, 3}, "w7 .5"},
		{"only absent", []int32{5, 7, 4, 8, 3}, "w7 .25, w8 .125"},
		{"empty phrases", []int32{4, 7, 4, 4, 5, 4, 8, 3}, "w7 .25, w8 1"},
		{"no <peos>", []int32{7, 4, 8, 3}, "w7 .5, w8 .75"},
		{"<peos> again", []int32{7, 5, 8, 5, 9, 3}, "w7 .5, w8 .75, w9 .5"},
		{"cut in a phrase", []int32{7, 5, 8, 4, 9, 7}, "w7 .5, w8 .75, w9 w7 .5"},
		{"cut behind one", []int32{7, 4}, "w7 .5"},
		{"behind <eos>", []int32{7, 3, 8, 4, 9}, "w7 .5"},
		{"copied and looked up", []int32{10, 4, 1, 3}, "zorgle .5, nets .75"},
		{"looked up later", []int32{7, 4, 8, 4, 9, 4, 1, 3}, "w7 .5, w8 .75, w9 .5, nets 1"},
	} {
		var said []string
		for _, a := range phrases(v, d, phrase.Output[float32]{Tokens: c.tokens, Probabilities: p, Attended: at}) {
			said = append(said, fmt.Sprintf("%s %s", strings.Join(a.Words, " "), strings.TrimPrefix(fmt.Sprint(a.Score), "0")))
		}
		if got := strings.Join(said, ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestSearch: defaults of the beam search, and options that replace them.
func TestSearch(t *testing.T) {
	for _, c := range []struct {
		options phrase.Options
		system  string
		want    BeamOptions
	}{
		{phrase.Options{}, CatSeq, BeamOptions{Width: 1}},
		{phrase.Options{}, One2One, BeamOptions{Width: 50}},
		{phrase.Options{Beam: 7, BeamDepth: 8, BeamNorm: .5}, CatSeq, BeamOptions{Width: 7, Depth: 8, Norm: .5}},
	} {
		if got := fresh[float32](t, oneSlot(c.system)).Search(c.options); got != c.want {
			t.Errorf("%+v of %s: %+v, want %+v", c.options, c.system, got, c.want)
		}
	}
}

// TestOrder: phrases of CatSeq keep their order, those of One2One are sorted by score; both keep the top n of each kind.
func TestOrder(t *testing.T) {
	for _, system := range []string{CatSeq, One2One} {
		o := phrase.Options{Workers: kernel.NewWorkers(1), Rule: rank.Rule{Name: rank.Top, Top: 3}}
		r := NewLabeller(fresh[float32](t, oneSlot(system)), o).Lister
		if r.Written != (system == CatSeq) || r.Each != 3 {
			t.Errorf("%s: as written %v, %d of each kind", system, r.Written, r.Each)
		}
	}
}
