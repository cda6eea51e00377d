package spelling

import (
	"iter"
	"strconv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest/cases"
)

// labelled is a made-up set of labelled documents.
type labelled map[string]string // spelling by stems

func (l labelled) Spelling(stems string) string { return l[stems] }
func (l labelled) Uses(word string) (documents, keyphrases int64) {
	switch word = " " + word + " "; {
	case strings.Contains(" deep learning survey methods parameter estimation engine oil inference network optics repair neural forecasting search ", word):
		return 1000, 500
	case strings.Contains(" ulma torv garsk ", word): // names that are no words of science
		return 69, 8
	case strings.Contains(" quaternionic ", word):
		return 69, 9
	case strings.Contains(" adaptive ", word):
		return 70, 0
	}
	return 0, 0
}
func (l labelled) Keyphrases() iter.Seq[Keyphrase] {
	return func(yield func(Keyphrase) bool) {
		for _, s := range []string{"DNA repair", "Bayesian inference", "LaTeX", "X-ray optics", "neural network", "deep learning", "forecasting", "graph-based search", "Deep Blue"} {
			if !yield(Keyphrase{s, 3}) {
				return
			}
		}
	}
}

// at returns the places of all occurrences of phrases in title and body, in order.
func at(title, body string, phrases ...string) (places []Place) {
	for field, text := range []string{title, body} {
		for i := range text {
			for _, p := range phrases {
				if strings.HasPrefix(text[i:], p) {
					places = append(places, Place{field, i, i + len(p)})
				}
			}
		}
	}
	return places
}

// TestWhole: a place grows to the end of the word as people write it, and no further.
func TestWhole(t *testing.T) {
	for _, c := range cases.Read(t, "testdata/cases.txt", "whole", 3) {
		d := NewDocument("en", nil, "", c[0])
		if got := d.Text(d.Whole(at("", c[0], c[1])[0])); got != c[2] {
			t.Errorf("%q in %q: %q, want %q", c[1], c[0], got, c[2])
		}
	}
}

// TestSpellings: the most frequent spelling, in the case of its places within sentences.
func TestSpellings(t *testing.T) {
	for _, c := range cases.Read(t, "testdata/cases.txt", "spellings", 6) {
		d := NewDocument(c[1], NewLexicon(labelled{}), c[2], c[3])
		if got := strings.Join(d.Spellings(at(c[2], c[3], strings.Split(c[4], "|")...), "Industry 4.0"), "|"); got != c[5] {
			t.Errorf("%s: %q, want %q", c[0], got, c[5])
		}
	}
}

// TestLabelled: labelled documents decide the case of words that the text leaves open, and not that of names it is sure of.
func TestLabelled(t *testing.T) {
	for _, c := range [][3]string{
		{"Deep Neural Search", "deep Neural search", "deep Neural search"}, {"LaTeX Forecasting", "latex forecasting", "LaTeX forecasting"}, {"E. Deep", "e. deep", "E. deep"},
	} {
		title := c[0] + " Methods Survey"
		if got := NewDocument("en", NewLexicon(labelled{}), title, "").Spellings(at(title, "", c[0]), c[1]); got[0] != c[2] {
			t.Errorf("%s: %q, want %q", c[0], got, c[2])
		}
	}
}

// TestAbsent: absent phrases are spelt as labelled documents spell them, and special tokens never show.
func TestAbsent(t *testing.T) {
	l := NewLexicon(labelled{"covid <digit>": "COVID-19", "graph cut": "graph cuts"})
	for _, c := range cases.Read(t, "testdata/cases.txt", "absent", 3) {
		if got := l.Absent(strings.Fields(c[0]), strings.Fields(c[1])); got != c[2] {
			t.Errorf("%q: %q, want %q", c[0], got, c[2])
		}
	}
	for _, odd := range strings.Split("PsyArXiv|neuroscience,DDT/*toxicity,COVID-19 [mh],papers_flagged,na?ve Bayes,accident &,<math,graph cuts (max,$c$,AlzheimerÃ¢s", ",") {
		if got := NewLexicon(labelled{"graph cut": odd}).Absent([]string{"graph", "cut"}, []string{"graph", "cut"}); got != "" {
			t.Errorf("%q for %q", got, odd)
		}
	}
	for _, s := range []string{"Yahoo! answers", "stars: AGB and post-AGB", "A* search", "are you a werewolf?", "graph cuts (max-flow)", "2D/3D mapping", "precision@k", "A&E", "benzo[a]pyrene"} {
		if got := NewLexicon(labelled{"graph cut": s}).Absent([]string{"graph", "cut"}, []string{"graph", "cut"}); got != s {
			t.Errorf("%q for %q", got, s)
		}
	}
	if got := (*Lexicon)(nil).Absent([]string{"bayesian", "nets"}, []string{"bayesian", "net"}); got != "Bayesian nets" {
		t.Errorf("without a lexicon: %q", got)
	}
}

// TestLearner: capitals count unless they are the way of the list.
func TestLearner(t *testing.T) {
	lists := cases.Read(t, "testdata/cases.txt", "lists", 2)
	l := &Learner{}
	for _, c := range lists {
		l.Learn(strings.Split(c[0], "|"))
	}
	for _, c := range lists {
		if got := strings.Join(l.Spell(strings.Split(c[0], "|")), "|"); got != c[1] {
			t.Errorf("%q: %q, want %q", c[0], got, c[1])
		}
	}
}

// TestHostile: hyphens, brackets and numbers behind each of many places give a bounded number of spellings. Without the limits the
// last of these compares each place with all others, and the first reads the rest of the text for each.
func TestHostile(t *testing.T) {
	for name, unit := range map[string]string{"brackets": "net( ", "line ends": "net-\nwork ", "numbers": "net-%d "} {
		var b strings.Builder
		for i := range 100_000 {
			b.WriteString(strings.ReplaceAll(unit, "%d", strconv.Itoa(i)))
		}
		d := NewDocument("en", nil, "", b.String())
		var places []Place
		for i := 0; ; {
			next := strings.Index(b.String()[i:], "net")
			if next < 0 {
				break
			}
			end := i + next + len("net")
			if name == "line ends" {
				end += len("-\nwork")
			}
			places = append(places, d.Whole(Place{1, i + next, end}))
			i = end
		}
		if len(places) != 100_000 {
			t.Fatalf("%s: %d places", name, len(places))
		}
		if got := d.Spellings(places, ""); len(got) == 0 || len(got) > MostPlaces {
			t.Errorf("%s: %d spellings", name, len(got))
		}
	}
}
