package thesaurus

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest/cases"
)

// TestStopWords: a stop word matches itself alone, not a word with its stem; a label of stop words is a name, which matches in capitals
// within a sentence, where capitals tell something.
func TestStopWords(t *testing.T) {
	v := read(t, "u:1\tAndes\nu:2\tTheism\nu:3\tOring\nu:4\tWill\nu:5\tThese\nu:6\tterms of trade\nu:7\tThe Who\nu:8\tmay\nu:9\tIT\nu:10\tWills\nu:11\tDoe\nu:12\tCan (group)\n")
	for _, c := range cases.Read(t, "testdata/cases.txt", "stop words", 2) {
		text, want := c[0], c[1]
		if got := found(v, "en", text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	m := NewMatcher(read(t, "u:1\tdie casting\nu:2\tdie\n"))
	for text, want := range map[string]int{"en": 2, "de": 0} {
		n := 0
		m.Find("en", m.StemmerIn("en", text).Words("die casting"), func(Match) { n++ })
		if n != want {
			t.Errorf("%d English labels in a text in %s, want %d: die is a stop word of German", n, text, want)
		}
	}
}

// TestSpellings: initials end no sentence, accents do not count in English, and one normal form stands for all.
func TestSpellings(t *testing.T) {
	v := read(t, "u:1\tU.S. economic policy\nu:2\tE. coli\nu:3\tnaïve Bayes\nu:4\tCafe\u0301 culture\nu:5\tH2O\nu:6\tpoint group\n")
	for text, want := range map[string]string{
		"A U.S. economic policy": "U.S. economic policy U S economic policy", "the E. coli strain": "E. coli E coli", "Naive Bayes": "naïve Bayes Naive Bayes",
		"naïve Bayes": "naïve Bayes naïve Bayes", "Café culture": "Cafe\u0301 culture Café culture", "nai\u0308ve Bayes": "naïve Bayes nai\u0308ve Bayes", "H₂O here": "H2O H₂O", "A point. Group it": "",
	} {
		if got := found(v, "en", text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	german := read(t, "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n<u:1> s:prefLabel 'Bär'@de . <u:2> a <http://www.w3.org/2002/07/owl#DeprecatedClass>; s:prefLabel 'Hund'@de .")
	if got := found(german, "de", "ein Ba\u0308r, ein Hund"); got != "Bär Ba\u0308r" {
		t.Errorf("German: %q", got)
	}
}

// TestCapitals: a short word in capitals is an acronym, unless the labels or the label are written in capitals.
func TestCapitals(t *testing.T) {
	for _, c := range cases.Read(t, "testdata/cases.txt", "capitals", 3) {
		got := strings.Split(found(read(t, c[0]), "en", c[1]), "; ")
		slices.Sort(got)
		want := strings.Split(c[2], "; ")
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q in %q: %q, want %q", c[0], c[1], got, want)
		}
	}
	// Preferred labels in capitals, others not: each kind has a style of its own.
	mixed := read(t, "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n<u:1> s:prefLabel 'OWLS'@en ; s:altLabel 'strix', 'DNA'@en .\n<u:2> s:prefLabel 'SPARROWS'@en ; s:altLabel 'passer', 'house sparrow' .")
	if got := found(mixed, "en", "owls and their dna"); got != "OWLS owls" {
		t.Errorf("mixed: %s", got)
	}
}

// TestTurkish: the capital of ı is I, and names of other languages have i in both cases.
func TestTurkish(t *testing.T) {
	v := read(t, "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n<u:1> s:prefLabel 'ISPARTA'@tr .\n<u:2> s:prefLabel 'internet'@tr .\n<u:3> s:prefLabel 'Irmak'@tr .")
	if got := found(v, "tr", "Isparta ve INTERNET, ırmak"); got != "ISPARTA Isparta; internet INTERNET; Irmak ırmak" {
		t.Error(got)
	}
}

// TestRepeated: a label that repeats a word needs as many of it.
func TestRepeated(t *testing.T) {
	v := read(t, "u:1\thush\nu:2\thush hush\nu:3\thush little hush\n")
	for text, want := range map[string]string{"a hush": "hush hush", "hush, little baby": "hush hush", "hush, hush": "hush hush; hush hush hush hush"} {
		if got := found(v, "en", text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestCrowded: of a sentence with more than maxMatches forms that many are found, and the sentence is counted.
func TestCrowded(t *testing.T) {
	var list strings.Builder
	for i := range maxMatches + 5 {
		fmt.Fprintf(&list, "<u:%d>\thush\n", i)
	}
	m := NewMatcher(read(t, list.String()))
	n := 0
	if full := m.Find("en", m.Stemmer("en").Words("Be calm. Hush! A hush."), func(Match) { n++ }); full != 2 || n != 2*maxMatches {
		t.Errorf("%d found, %d sentences are full", n, full)
	}
	m.Ended = func() bool { return true }
	m.Find("en", m.Stemmer("en").Words("A hush."), func(Match) { t.Error("found after the end") })
}

// TestNearest: the nearest place is the one that a search through all gives.
func TestNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var places []int
		for range 1 + r.IntN(8) {
			places = append(places, r.IntN(30))
		}
		slices.Sort(places)
		places = slices.Compact(places)
		to := r.IntN(40) - 5
		want := places[0]
		for _, p := range places {
			if distance(p, to) < distance(want, to) {
				want = p
			}
		}
		if got := nearest(places, to); got != want {
			t.Fatalf("%d is nearest to %d in %v, want %d", got, to, places, want)
		}
	}
}
