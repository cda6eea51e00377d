package choose

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// scattering returns a text and known phrases, each a keyphrase of the neighbours too, but for those that end with "lone".
func scattering(t *testing.T, tokens string, phrases ...schemas.KnownPhrase) Material {
	t.Helper()
	slices.SortFunc(phrases, func(a, b schemas.KnownPhrase) int { return strings.Compare(a.Stems, b.Stems) })
	known := knownOf(t, phrases)
	near := []schemas.Neighbour{{Stems: "unrel", Found: 1, Documents: schemas.Gaps(9)}}
	for _, p := range phrases {
		if strings.Contains(p.Stems, " ") && !strings.HasSuffix(p.Stems, "lone") {
			near = append(near, schemas.Neighbour{Stems: p.Stems, Keyphrase: "the " + p.Stems, Documents: schemas.Gaps(1)})
		}
	}
	return Material{Tokens: strings.Fields(tokens), Known: known, Neighbours: labelled(near...), Scattered: true}
}

// TestScattered: known phrases of two to six words, which two documents have as a keyphrase, are candidates if the text has all of
// their words, but not in a row. They have the words of the labelled documents.
func TestScattered(t *testing.T) {
	d := scattering(t, "segment of an imag . net neural net a b c d e g",
		schemas.KnownPhrase{Stems: "imag segment", Targets: 2}, schemas.KnownPhrase{Stems: "net neural", Targets: 9}, schemas.KnownPhrase{Stems: "neural imag", Targets: 1},
		schemas.KnownPhrase{Stems: "imag", Targets: 7}, schemas.KnownPhrase{Stems: "imag other", Targets: 7}, schemas.KnownPhrase{Stems: "neural lone", Targets: 7},
		schemas.KnownPhrase{Stems: "net net", Targets: 3}, schemas.KnownPhrase{Stems: "g e d c b a", Targets: 2}, schemas.KnownPhrase{Stems: "g e d c b a imag", Targets: 2},
		schemas.KnownPhrase{Stems: "segment lone", Targets: 5}, schemas.KnownPhrase{Stems: "imag neural lone", Targets: 5})
	var got []string
	for _, c := range Candidates(text.NewStemmer(), d, 0) {
		if c.Present || c.Start != -1 || c.Slot != -1 || strings.Join(c.Words, " ") != "the "+strings.Join(c.Stems, " ") {
			t.Errorf("%+v", c)
		}
		got = append(got, strings.Join(c.Stems, " "))
	}
	slices.Sort(got)
	if want := []string{"g e d c b a", "imag segment", "net net"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if d.Scattered = false; len(Candidates(text.NewStemmer(), d, 0)) > 0 {
		t.Error("they are candidates unasked")
	}
	for name, lack := range map[string]func(*Material){"known phrases": func(d *Material) { d.Known = nil }, "neighbours": func(d *Material) { d.Neighbours = nil }} {
		own := d
		own.Scattered = true
		if lack(&own); len(Candidates(text.NewStemmer(), own, 0)) > 0 {
			t.Errorf("without %s there are some", name)
		}
	}
}

// TestScatteredBest: frequent keyphrases of rare words that the text often has come first, and there are 30 of them at most.
func TestScatteredBest(t *testing.T) {
	var phrases []schemas.KnownPhrase
	for i := range 40 {
		phrases = append(phrases, schemas.KnownPhrase{Stems: fmt.Sprintf("z%02d a", i), Targets: int64(2 + i)})
	}
	words := "a ."
	for i := range 40 {
		words += fmt.Sprintf(" z%02d", i)
	}
	phrases = append(phrases, schemas.KnownPhrase{Stems: "z00", Documents: 1}, schemas.KnownPhrase{Stems: "z39", Documents: 1 << 30})
	d := scattering(t, words+" z30 z30 z30 z30 z30 z30", phrases...)
	got := Candidates(text.NewStemmer(), d, 0)
	stems := func(i int) string { return strings.Join(got[i].Stems, " ") }
	if len(got) != mostScattered || stems(0) != "z30 a" || stems(1) != "z38 a" || stems(2) != "z37 a" {
		t.Fatalf("%d: %s, %s, %s", len(got), stems(0), stems(1), stems(2))
	}
	for i := range got {
		if stems(i) == "z39 a" {
			t.Error("a phrase of a word that all documents have is among the best")
		}
	}
}

// TestWindow: the window is the smallest part of the text with all words of an absent phrase.
func TestWindow(t *testing.T) {
	for phrase, want := range map[string]int{"a b": 0, "b a": 2, "a c": 3, "c a": 3, "d b a": 3, "a d": 2, "x a": 0, "c d a": 4, "a a": 1, "d c": 2} {
		d := Material{Tokens: strings.Fields("a b c . . . d a b c d")}
		d.Slots = []Answer{{Words: strings.Fields(phrase), Probabilities: []float64{.5, .5, .5}, Said: true}}
		c := Candidates(text.NewStemmer(), d, 0)
		if got := c[0].Features[featureOf("window")]; got != logCount(want) {
			t.Errorf("%s: %v, want the logarithm of 1 + %d", phrase, got, want)
		}
	}
}
