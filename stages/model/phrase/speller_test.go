package phrase

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/spelling"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// authors is what labelled documents say of spellings, by stems.
type authors map[string]string

func (a authors) Spelling(stems string) string { return a[stems] }
func (a authors) Uses(string) (int64, int64)   { return 1000, 500 }
func (a authors) Keyphrases() iter.Seq[spelling.Keyphrase] {
	return func(yield func(spelling.Keyphrase) bool) {
		for _, s := range slices.Sorted(maps.Keys(a)) {
			if !yield(spelling.Keyphrase{Spelling: a[s], Times: 1}) {
				return
			}
		}
	}
}

// read returns the document of a text.
func read(title, body string) *schemas.Document {
	k := text.NewTokenizer(text.Fold)
	d := &schemas.Document{TitleText: title, BodyText: body}
	var spans []int32
	d.Title, spans = k.TitleSpans(title)
	d.TitleSpans = schemas.Steps(spans)
	d.Body, spans = k.Spans(body)
	d.BodySpans = schemas.Steps(spans)
	return d
}

// spelt returns phrases, given as their tokens, as Spell writes them, with their surface, - for none.
func spelt(d *schemas.Document, tokens ...string) string {
	var answers []choose.Answer
	for i, t := range tokens {
		answers = append(answers, choose.Answer{Words: strings.Fields(t), Score: 1 - float64(i)/100})
	}
	phrases := (&Lister{Stemmer: text.NewStemmer()}).List(d, answers)
	NewSpeller(spelling.NewLexicon(authors{"graph cut": "graph cuts", "covid <digit>": "COVID-19"}), false).Spell(d, "en", phrases)
	var all []string
	for _, p := range phrases {
		s := fmt.Sprintf("%s (%s)", p.Phrase, p.Surface)
		if p.Present {
			of := d.TitleText
			if p.Field == schemas.BodyField {
				of = d.BodyText
			}
			if got := of[*p.Start:*p.End]; got != p.Surface {
				s += " at " + got
			}
			if got := string([]rune(of)[*p.StartChar:][:len([]rune(p.Surface))]); got != p.Surface {
				s += " at character " + got
			}
		}
		all = append(all, s)
	}
	return strings.Join(all, "; ")
}

// TestSpell: phrases and their places are what a person would write, also where the text has markup.
func TestSpell(t *testing.T) {
	for _, c := range []struct {
		name, title, body string
		tokens            []string
		want              string
	}{
		{"marks", "C++ and R&D", "We use C++ here.", []string{"c", "r d", "c ++"}, "C++ (C++); R&D (R&D); c ++ ()"},
		{"title case", "Deep Learning", "We use deep learning.", []string{"deep learn"}, "deep learning (Deep Learning)"},
		{"inflected", "", "Graph cuts are graph cuts, and a graph cut is one.", []string{"graph cut"}, "graph cuts (Graph cuts)"},
		{"absent", "Nets", "", []string{"graph cut", "covid <digit>", "type <digit> diabetes", "nets"}, "graph cuts (); COVID-19 (); (); nets (Nets)"},
		{"tags", "", "The <i>k</i>-NN graph of MgB<sub>2</sub> and R&amp;D", []string{"nn graph", "mgb2", "r d"},
			"k-NN graph (k</i>-NN graph); MgB2 (MgB<sub>2); R&D (R&amp;D)"},
		{"twice the same", "", "COVID-19 is COVID-19.", []string{"covid <digit>", "covid"}, "COVID-19 (COVID-19);  (COVID-19)"},
		{"its other spelling", "", "COVID-19 is COVID-19, of COVID.", []string{"covid <digit>", "covid"}, "COVID-19 (COVID-19); COVID (COVID)"},
		{"widened and better", "", "COVID-19 is COVID-19, of COVID.", []string{"covid", "covid <digit>"}, "COVID-19 (COVID-19);  (COVID-19)"},
		{"halves of words", "X-Ray Crystallography", "We use X-ray crystallography, Moore's law and 5-HT2A.", []string{"x ray crystallography", "ray crystallography", "moore 's law", "'s law", "<digit> ht2a", "ht2a"},
			"X-ray crystallography (X-Ray Crystallography);  (X-Ray Crystallography); Moore's law (Moore's law);  (Moore's law); 5-HT2A (5-HT2A);  (5-HT2A)"},
		{"widened alone", "", "COVID-19 is COVID-19, of COVID.", []string{"covid"}, "COVID-19 (COVID-19)"},
		{"across a break", "Deep. Nets", "Deep; nets and more; deep; nets of deep-nets", []string{"deep nets"}, "deep-nets (deep-nets)"},
		{"line end", "", "traffic fore-\ncasting", []string{"traffic fore casting"}, "traffic forecasting (traffic fore-\ncasting)"},
	} {
		want := strings.ReplaceAll(c.want, "; ();", ";  ();")
		if got := spelt(read(c.title, c.body), c.tokens...); got != want {
			t.Errorf("%s:\n%s\n%s", c.name, got, want)
		}
	}
}

// TestSpellPlace: the place of a phrase is one that is written like it, with its digits and signs, though its tokens have none.
func TestSpellPlace(t *testing.T) {
	d := read("Covid 21 and C# for nets", "COVID-19 or C++ or COVID-19, or C++ for a net.")
	for tokens, want := range map[string]string{"covid <digit>": "COVID-19 (COVID-19)", "c": "C++ (C++)", "net": "nets (nets)"} {
		if got := spelt(d, tokens); got != want {
			t.Errorf("%s: %s, want %s", tokens, got, want)
		}
	}
}

// TestSpellAlike: phrases that are written alike stay if they may, a duplicate has the spelling of its text and takes none from the next
// phrase, and a document given as tokens is spelt by them, without special tokens.
func TestSpellAlike(t *testing.T) {
	covid, nets := []string{"covid", "<digit>"}, []string{"deep", "nets"}
	tokens := &schemas.Document{Title: strings.Fields("type <digit> diabetes ."), Body: nets}
	for name, c := range map[string]struct {
		d                 *schemas.Document
		unmarked, repeats bool
		words             [2][]string
		want              string
	}{
		"may not repeat": {read("", "COVID-19 is COVID-19."), true, false, [2][]string{covid, covid}, `["COVID-19" ""]`},
		"may repeat":     {read("", "COVID-19 is COVID-19."), true, true, [2][]string{covid, covid}, `["COVID-19" "COVID-19"]`},
		"duplicate":      {read("", "Deep nets. We like deep nets."), false, false, [2][]string{nets, {"deep", "net"}}, `["deep nets" "deep nets"]`},
		"tokens":         {tokens, false, false, [2][]string{tokens.Title[:3], nets}, `["" "deep nets"]`},
	} {
		p := (&Lister{Stemmer: text.NewStemmer(), Unmarked: c.unmarked}).List(c.d, []choose.Answer{{Words: c.words[0], Score: .5}, {Words: c.words[1], Score: .4}})
		NewSpeller(nil, c.repeats).Spell(c.d, "en", p)
		if got := fmt.Sprintf("%q", []string{p[0].Phrase, p[1].Phrase}); got != c.want || p[1].Duplicate != (name == "duplicate") {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
