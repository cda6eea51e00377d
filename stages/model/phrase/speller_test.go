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
func (a authors) Contains(string) bool         { return true }
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

// TestSpellTokens: a document given as tokens is spelt by them, and special tokens never show.
func TestSpellTokens(t *testing.T) {
	d := &schemas.Document{Title: strings.Fields("type <digit> diabetes ."), Body: strings.Fields("deep nets")}
	p := (&Lister{Stemmer: text.NewStemmer()}).List(d, []choose.Answer{{Words: d.Title[:3], Score: .5}, {Words: d.Body, Score: .4}})
	NewSpeller(nil, false).Spell(d, "en", p)
	if p[0].Phrase != "" || p[1].Phrase != "deep nets" {
		t.Errorf("%q, %q", p[0].Phrase, p[1].Phrase)
	}
}

// TestSpellRepeats: phrases that are written alike stay if they may.
func TestSpellRepeats(t *testing.T) {
	for _, repeats := range []bool{false, true} {
		d := read("", "COVID-19 is COVID-19.")
		p := (&Lister{Stemmer: text.NewStemmer(), Unmarked: true}).List(d, []choose.Answer{{Words: []string{"covid", "<digit>"}, Score: .5}, {Words: []string{"covid", "<digit>"}, Score: .4}})
		NewSpeller(nil, repeats).Spell(d, "en", p)
		if got := p[1].Phrase == "COVID-19"; got != repeats {
			t.Errorf("%v: %q", repeats, p[1].Phrase)
		}
	}
}

// TestSpellDuplicate: a duplicate has the spelling of its text, and takes none from the next phrase.
func TestSpellDuplicate(t *testing.T) {
	d := read("", "Deep nets. We like deep nets.")
	p := (&Lister{Stemmer: text.NewStemmer()}).List(d, []choose.Answer{{Words: []string{"deep", "nets"}, Score: .5}, {Words: []string{"deep", "net"}, Score: .4}})
	NewSpeller(nil, false).Spell(d, "en", p)
	if !p[1].Duplicate || p[0].Phrase != "deep nets" || p[1].Phrase != "deep nets" {
		t.Errorf("%+v", p)
	}
}
