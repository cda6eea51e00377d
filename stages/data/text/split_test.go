package text

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// TestFind: the first place counts, and nothing is found of empty words.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		source, phrase []string
		want           int
	}{
		{words("a b a b c"), words("a"), 0}, {words("a b a b c"), words("b"), 1}, {words("a b a b c"), words("a b c"), 2},
		{words("a b a b c"), words("a b a b c"), 0}, {words("a b a b c"), words("c a"), -1}, {words("a b a b c"), words("a b a b c d"), -1},
		{words("a b"), nil, -1}, {nil, words("a"), -1}, {[]string{"", "a"}, []string{""}, -1}, {[]string{"", "", "a"}, []string{"", "a"}, 1},
		{[]string{"", "", "a"}, []string{"", ""}, -1},
	} {
		s := NewStemmer()
		if got, one, all := Find(c.source, c.phrase), s.find(c.source, c.phrase), s.findAll(c.source, [][]string{{""}, c.phrase})[1]; got != c.want || one != c.want || all != c.want {
			t.Errorf("%q in %q: %d, by stems %d, among others %d, want %d", c.phrase, c.source, got, one, all, c.want)
		}
	}
}

func TestSplit(t *testing.T) {
	source := words("learning networks . <eos> a network learns to learn fast , it learned")
	for _, c := range []struct{ phrases, present, absent string }{
		{"", "", ""},
		{"fast learning;networks;learning network", "learning network;networks", "fast learning"},
		{"to learn;learn;network", "learn;network;to learn", ""},
		{"learned;learning;learns", "learned;learning;learns", ""}, // one place: as given
		{"z;y;x", "", "z;y;x"},
		{"networks a;network learned", "network learned", "networks a"}, // not over the end of the title
		{"fast;fast", "fast;fast", ""},
	} {
		given := split(c.phrases, ";")
		kept := slices.Clone(given)
		present, absent := Split(NewStemmer(), source, given)
		if got := join2(present); got != c.present {
			t.Errorf("%q: present %q, want %q", c.phrases, got, c.present)
		}
		if got := join2(absent); got != c.absent {
			t.Errorf("%q: absent %q, want %q", c.phrases, got, c.absent)
		}
		if !slices.EqualFunc(given, kept, slices.Equal) {
			t.Errorf("%q: the given list was changed", c.phrases)
		}
	}
	present, absent := Split(NewStemmer(), source, [][]string{{}, {""}, {"fast"}})
	if len(present) != 1 || len(absent) != 2 {
		t.Errorf("empty phrases: %q present, %q absent", present, absent)
	}
}

// TestSplitKit divides the published keyphrases again: the boundary and the
// order must come out as published.
func TestSplitKit(t *testing.T) {
	for _, file := range parity.Files(t, "../data/kp20k_small/*_trg.txt") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			sources := lines(t, strings.Replace(file, "_trg", "_src", 1))
			stemmer := NewStemmer()
			for i, line := range lines(t, file) {
				if line == "" {
					continue
				}
				before, after, marked := strings.Cut(line, "<peos>")
				phrases := split(strings.Trim(before+after, ";"), ";")
				phrases = slices.DeleteFunc(phrases, func(p []string) bool { return len(p) == 0 })
				present, absent := Split(stemmer, words(sources[i]), phrases)
				if got := join2(append(present, absent...)); got != join2(phrases) {
					t.Errorf("%s row %d: %q, published %q", file, i+1, got, line)
				}
				if want := split(strings.Trim(before, ";"), ";"); marked && len(present) != len(want) {
					t.Errorf("%s row %d: %d present, published %q", file, i+1, len(present), line)
				}
			}
		})
	}
}

func split(s, separator string) [][]string {
	var phrases [][]string
	if s == "" {
		return nil
	}
	for p := range strings.SplitSeq(s, separator) {
		phrases = append(phrases, words(p))
	}
	return phrases
}

func join2(phrases [][]string) string {
	var all []string
	for _, p := range phrases {
		all = append(all, strings.Join(p, " "))
	}
	return strings.Join(all, ";")
}

// TestMayStem checks the shortcut of Split on the stems of words that every step of the stemmer changes, and of words
// that occur in no text.
func TestMayStem(t *testing.T) {
	var starts []string
	for _, a := range []string{"", "a", "b", "c", "d", "e", "i", "l", "s", "t", "y", "A", "Y", "*", "1", "é", "İ", "K", "\xff"} {
		for _, b := range []string{"", "a", "b", "e", "i", "k", "l", "s", "t", "y", "I", "Y", "*", "-", "2", "é", "\xff"} {
			for _, c := range []string{"", "a", "t", "y", "*", "sk", "ell"} {
				starts = append(starts, a+b+c)
			}
		}
	}
	ends := []string{"", "s", "es", "ies", "ied", "eed", "ed", "ing", "y", "ll", "e", "*ding", "*ded", "inning", "innings", "ky", "kies"}
	for _, rules := range [][]rule{plurals, doubleSuffixes, suffixes3, suffixes4} {
		for _, r := range rules {
			ends = append(ends, r.suffix)
		}
	}
	for _, start := range starts {
		for _, end := range ends {
			for _, word := range []string{start + end, start + end + "s"} {
				if stem := Stem(word); !mayStem(word, stem) {
					t.Fatalf("%q: its stem %q is ruled out", word, stem)
				}
			}
		}
	}
}

// FuzzSplit compares Split with Find over the stems of everything.
func FuzzSplit(f *testing.F) {
	f.Add("dying skies are lies of news", "die;sky;be;lie;new")
	f.Add("a b a b c a b", "a b c;b a b;b;b c;c a b;a b;a b a b;a b a;a;a b;b c a b d")
	f.Add("a a a b a", "a;a a;a a b;a b a;a a a b a;b a a")
	f.Add("a*ding b ÉTÉ ies", "ad;été b;i;B été")
	f.Fuzz(func(t *testing.T, text, phrases string) {
		source, s := strings.Split(text, " "), NewStemmer()
		list := split(phrases, ";")
		all := s.findAll(source, list)
		for k, p := range list {
			if got, want := all[k], Find(s.All(source), s.All(p)); got != want {
				t.Errorf("%q in %q, all at once: at %d, want %d", p, source, got, want)
			}
			if got, want := s.find(source, p), Find(s.All(source), s.All(p)); got != want {
				t.Errorf("%q in %q: at %d, want %d", p, source, got, want)
			}
		}
	})
}

// TestSplitMany: thousands of phrases in a text of a million words are found in one pass over both. A search per phrase
// would take more than 10¹⁰ comparisons of words and would not end in time.
func TestSplitMany(t *testing.T) {
	const n = 1 << 20
	source := make([]string, n)
	for i := range source {
		source[i] = "w"
	}
	source[n-1] = "end"
	var phrases [][]string
	for range 3000 {
		phrases = append(phrases, words("w w x"), words("w w end"), words("w w w w"))
	}
	long := slices.Repeat([]string{"w"}, 5000)
	phrases = append(phrases, append(slices.Clone(long), "x"), long)
	present, absent := Split(NewStemmer(), source, phrases)
	if len(present) != 6001 || len(absent) != 3001 {
		t.Fatalf("%d present, %d absent", len(present), len(absent))
	}
	if len(present[0]) != 4 || len(present[3000]) != 5000 || present[3001][2] != "end" {
		t.Error("present phrases do not stand in the order of their places")
	}
}
