package phrase

import (
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// TestSensible: stop words, numbers and marks alone are no phrases, nor is what stands in the text only across a break or in an address.
func TestSensible(t *testing.T) {
	catalogue := read("The comet : ice and dust / by Ann Doe", "What melts? Ice melts. Dust is left; the U.S. <b>economy</b>: not. Ice, dust! Snow - rain")
	twice := read("Comet: dust", "The comet dust of the comet: dust")
	tokens := &schemas.Document{Title: strings.Fields("comet dust"), Body: strings.Fields("ice peer - to - peer , snow")}
	linked := read("Comet tools", "Code at https://dust.org and http://ice.org/snow, by ann@rain.org. Dust and rain, dust.org, melt.")
	german := read("Staub der Kometen", "Die Arbeit untersucht, wie sich Kometen in der Nähe der Sonne verhalten, und welche Stoffe dabei frei werden.")
	for _, c := range []struct {
		d       *schemas.Document
		yes, no string
	}{
		{d: catalogue, yes: "comet|ice and dust|ann doe|ice melts|u.s. economy|dust|snow storm|the comet", no: "comet ice|dust by|melts ice|left the|dust snow|snow rain|economy not"},
		{d: catalogue, no: "the|what|of the|<digit>|%|is|and|<unk>|<digit> and|who|whether"},
		{d: twice, yes: "comet dust|dust the"},
		{d: tokens, yes: "comet dust|peer - to - peer", no: "dust ice"},
		{d: linked, yes: "comet|dust|rain|code", no: "https|snow|ann"},
		{d: german, yes: "staub|kometen", no: "der|und|the|of|wie sich|dabei"},
	} {
		for want, phrases := range map[bool]string{true: c.yes, false: c.no} {
			for phrase := range strings.SplitSeq(phrases, "|") {
				if phrase == "" {
					continue
				}
				r := &Lister{Stemmer: text.NewStemmer()}
				words := strings.Fields(phrase)
				of := choose.Candidate{Words: words, Stems: r.Stemmer.All(words)}
				of.Start = text.Find(r.page(c.d).stems, of.Stems)
				of.Present = of.Start >= 0
				if got := len(r.Sensible(Document{Given: c.d}, []choose.Candidate{of})) == 1; got != want {
					t.Errorf("%q of %q is sensible: %v", phrase, c.d.TitleText, got)
				}
				answers := []choose.Answer{{Words: words, Score: .5}}
				if got := len(r.List(c.d, answers)) == 1; got != want {
					t.Errorf("%q of %q is ranked: %v", phrase, c.d.TitleText, got)
				}
				r.Unmarked = true
				if len(r.List(c.d, answers)) != 1 || len(r.Sensible(Document{Given: c.d}, []choose.Candidate{of})) != 1 {
					t.Errorf("%q is left out of the released output", phrase)
				}
			}
		}
	}
}

// TestSensibleIn: the stop words are those of the language that the document is known to be in, without a look at its text.
func TestSensibleIn(t *testing.T) {
	d := &schemas.Document{Title: strings.Fields("comet dust"), TitleText: "comet dust", BodyText: "The comet and its dust are left behind, and what remains of them melts in the sun."}
	r := &Lister{Stemmer: text.NewStemmer()}
	for tag, want := range map[string]int{"": 1, "en": 1, "de": 0} {
		if got := len(r.Sensible(Document{Given: d, Language: tag}, []choose.Candidate{{Words: []string{"wegen"}}})); got != want {
			t.Errorf("%q: %d candidates, want %d", tag, got, want)
		}
	}
}
