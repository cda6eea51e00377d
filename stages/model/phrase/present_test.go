package phrase

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// TestPresentAsInChoice: slots' own phrases and chosen candidates have one rule for present, that of the scorer: the stems are a
// run of those of title and body together. Titles without a final full stop put words across their end side by side.
func TestPresentAsInChoice(t *testing.T) {
	words := strings.Fields("graphs cutting fast nets . deep , learn")
	r := rand.New(rand.NewPCG(7, 8))
	some := func(n int) (tokens []string) {
		for range n {
			tokens = append(tokens, words[r.IntN(len(words))])
		}
		return tokens
	}
	stemmer, without := text.NewStemmer(), 0
	for range 500 {
		d := &schemas.Document{Title: some(r.IntN(4)), Body: some(r.IntN(6))}
		tokens := append(d.Title[:len(d.Title):len(d.Title)], d.Body...)
		said := some(1 + r.IntN(3))
		want := text.Find(stemmer.All(tokens), stemmer.All(said)) >= 0
		ranker := &Lister{Stemmer: stemmer, Unmarked: true}
		slot := ranker.List(d, []choose.Answer{{Words: said, Score: .5}})[0]
		if slot.Present != want {
			t.Fatalf("%v of %v, %v: the slot's phrase is present: %v", said, d.Title, d.Body, slot.Present)
		}
		if want && slot.Start == nil {
			without++
		}
		material := choose.Material{Tokens: tokens, Title: len(d.Title), Slots: []choose.Answer{{Said: true, Words: said, Probabilities: []float64{.5, .5, .5}[:len(said)]}}}
		for _, p := range ranker.Chosen(d, choose.Candidates(stemmer, material, 0)) {
			if p.Present != want {
				t.Fatalf("%v of %v, %v: the candidate is present: %v", said, d.Title, d.Body, p.Present)
			}
		}
	}
	if without == 0 {
		t.Error("no phrase runs across the end of a title")
	}
}
