package choose

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

// cased returns the candidates of a text in words, which keep their capitals, and marks, of which "|" is no token; title is the
// number of tokens of its title, whose case is unknown, or minus that number if it is known.
func cased(words string, title int) []Candidate {
	d := Material{Title: max(title, -title), Runs: true}
	opens := true
	for _, w := range strings.Fields(words) {
		if w == "|" {
			opens = true
			continue
		}
		i := len(d.Tokens)
		first, _ := utf8.DecodeRuneInString(w)
		is := Unknown
		switch {
		case i < title:
		case unicode.IsLower(first):
			is = Small
		case unicode.IsUpper(first) && opens:
			is = Opening
		case unicode.IsUpper(first):
			is = Capital
		}
		opens = i+1 == d.Title || !unicode.IsLetter(first)
		d.Tokens, d.Cases = append(d.Tokens, strings.ToLower(w)), append(d.Cases, is)
	}
	return Candidates(text.NewStemmer(), d, 0)
}

// TestShortForms: which words are short forms of which names.
func TestShortForms(t *testing.T) {
	for _, c := range []struct {
		name, words string
		title       int
		want        string
	}{
		{"surname behind the full name", "Maria Curi won . then Curi left", 0, "curi=maria curi maria=maria curi"},
		{"surname before it", "then Curi left . so did Maria Curi", 0, "maria=maria curi"},
		{"first word by itself", "from Mexico Citi to Mexico", 0, "citi=mexico citi"},
		{"within a name alone", "at East Rock Colleg today", 0, "colleg=east rock colleg east rock=east rock colleg east=east rock colleg rock colleg=east rock colleg rock=east rock colleg"},
		{"also small", "at Rock Colleg , a colleg", 0, "rock=rock colleg"},
		{"small before", "a colleg , Rock Colleg", 0, "rock=rock colleg"},
		{"the longest name", "then Ann Lee , Dr Ann Lee , and Lee", 0, "ann=dr ann lee dr ann=dr ann lee dr=dr ann lee lee=dr ann lee"},
		{"opening word that is also small", "two men . Two German won", 0, ""},
		{"opening word that is not", "Two German won", 0, "german=two german two=two german"},
		{"no name across a mark", "in Bonn , Maria won", 0, ""},
		{"title of unknown case", "Curi Win Prize then Maria Curi won . then Curi left", 3, "curi=maria curi maria=maria curi"},
		{"nothing is known", "Maria Curi won", 3, ""},
		{"no capitals", "maria curi won", 0, ""},
		{"no name across a mark that is no token", "in Bonn | Maria Curi won", 0, "curi=maria curi maria=maria curi"},
		{"surname in the title", "Curi was there then Maria Curi won", -3, "curi=maria curi maria=maria curi"},
		{"first word in the title", "Mexico was there from Mexico Citi", -3, "citi=mexico citi"},
		{"title and body before the name", "Curi was there then Curi left , and Maria Curi", -3, "maria=maria curi"},
	} {
		var got []string
		for _, c := range cased(c.words, c.title) {
			if c.Whole != "" {
				got = append(got, strings.Join(c.Stems, " ")+"="+c.Whole)
			}
		}
		slices.Sort(got)
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
	for _, c := range Candidates(text.NewStemmer(), Material{Tokens: strings.Fields("maria curi won"), Runs: true}, 0) {
		if c.Whole != "" {
			t.Errorf("without cases: %v is a short form of %q", c.Stems, c.Whole)
		}
	}
}

// TestUnite: a name changes places with its most probable short form if that is more probable, for a choice that says so. Features go
// with the probability.
func TestUnite(t *testing.T) {
	judged := func() []Candidate {
		var all []Candidate
		for i, c := range []struct {
			stems, whole string
			margin       float64
		}{{"curi", "maria curi", 2}, {"maria curi", "", -2}, {"maria", "maria curi", 3}, {"lee", "ann lee", -3}, {"ann lee", "", 1}, {"bonn", "lost bonn", 0}} {
			all = append(all, Candidate{Stems: strings.Fields(c.stems), Whole: c.whole, Present: true, Margin: c.margin, Probability: c.margin / 10, Features: []float64{float64(i)}})
		}
		return all
	}
	all := judged()
	unite(all)
	for i, want := range []int{0, 2, 1, 3, 4, 5} {
		was := judged()[want]
		if c := all[i]; c.Margin != was.Margin || c.Probability != was.Probability || c.Features[0] != was.Features[0] {
			t.Errorf("%v has %v, %v of %v; want those of %v", c.Stems, c.Margin, c.Probability, c.Features, was.Stems)
		}
	}
}

// TestNamesOfChoice: only a choice with Names gives a name the probability of its short form.
func TestNamesOfChoice(t *testing.T) {
	m := plain()
	for _, m.Names = range []bool{false, true} {
		candidates := made(.25, .75)
		for i, stems := range []string{"maria curi", "curi"} {
			candidates[i].Stems = strings.Fields(stems)
		}
		candidates[1].Whole = "maria curi"
		if m.Assess(candidates); candidates[0].Probability > candidates[1].Probability != m.Names {
			t.Errorf("names %v: the name has %v, its short form %v", m.Names, candidates[0].Probability, candidates[1].Probability)
		}
	}
}
