package language

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/stagetest/cases"
)

// texts returns a sentence or two of each language, written for these tests.
func texts(t testing.TB) map[string]string {
	all := map[string]string{}
	for _, c := range cases.Read(t, "testdata/cases.txt", "texts", 2) {
		all[c[0]] = c[1]
	}
	return all
}

func TestDetect(t *testing.T) {
	for want, text := range texts(t) {
		want, _, _ = strings.Cut(want, "-")
		tag, confidence := Detect(text)
		if tag != want || confidence < 0 || want != Unknown && confidence < .5 || confidence > 1 {
			t.Errorf("%.40q is %s with %.3f, want %s", text, tag, confidence, want)
		}
	}
}

// TestAlphabets: a language in another script than English has an alphabet, without which each of its words counts against it.
func TestAlphabets(t *testing.T) {
	for l, tag := range tables().tags {
		if tables().script[l] != latin && alphabet[tag] == "" {
			t.Errorf("%s has no alphabet", tag)
		}
	}
}

// TestCase: capitals change nothing.
func TestCase(t *testing.T) {
	for want, text := range texts(t) {
		a, x := Detect(text)
		b, y := Detect(strings.ToUpper(text))
		if want != "tr" && want != "el" && (a != b || x != y) {
			t.Errorf("%s %v, in capitals %s %v", a, x, b, y)
		}
	}
}

// TestLong: what stands behind the first bytes changes nothing, and costs nothing.
func TestLong(t *testing.T) {
	front := strings.Repeat(texts(t)["de"]+" ", 50)[:4096]
	a, x := Detect(front)
	if b, y := Detect(front + strings.Repeat(texts(t)["fr"], 1000)); a != "de" || a != b || x != y {
		t.Errorf("%s %v, longer %s %v", a, x, b, y)
	}
}

func TestStop(t *testing.T) {
	for _, c := range []struct {
		tag, word string
		want      bool
	}{{"de", "und", true}, {"de", "the", false}, {"en", "the", true}, {"en", "library", false}, {"fi", "ja", true}, {"ru", "и", true}, {"xx", "the", false}, {"und", "the", false}} {
		if got := Stop(c.tag, c.word); got != c.want {
			t.Errorf("%s %s: %v", c.tag, c.word, got)
		}
	}
}

// FuzzDetect: any bytes have a tag and a probability, and the same ones each time.
func FuzzDetect(f *testing.F) {
	for _, text := range texts(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tag, confidence := Detect(text)
		if tag == "" || !(confidence >= 0 && confidence <= 1) || !utf8.ValidString(tag) {
			t.Errorf("%q with %v", tag, confidence)
		}
		if again, same := Detect(text); again != tag || same != confidence {
			t.Errorf("%s %v, then %s %v", tag, confidence, again, same)
		}
	})
}

// plainWeigh is weigh with a map of words and the map of trigrams alone.
func plainWeigh(text string) []float64 {
	t := tables()
	sums, seen := make([]float64, len(t.tags)), map[string]bool{}
	each(text, func(word []byte) {
		if seen[string(word)] {
			return
		}
		seen[string(word)] = true
		for _, g := range t.words[string(word)] {
			sums[g.language] += g.log
		}
		for l := range sums {
			for _, r := range string(word) {
				if r >= utf8.RuneSelf && t.alphabet[r]&(1<<l) == 0 {
					sums[l] -= foreignLoss
					break
				}
			}
		}
		var key trigram
		for i, r := range append([]rune(string(word)), 0) {
			if key = key.next(r); i > 0 {
				for _, g := range t.trigrams[key] {
					sums[g.language] += g.log
				}
			}
		}
	})
	return sums
}

// TestEvidence: the tables by letters give the evidence of the maps to the bit, for words of any letters, and words that share a hash.
func TestEvidence(t *testing.T) {
	all := []string{abstract, "a", "I a i", "Kelvin \u212A and \u0130stanbul", "naïve naive NAÏVE x", strings.Repeat("ab ba ", 300)}
	for _, text := range texts(t) {
		all = append(all, text)
	}
	for _, text := range all {
		tab := tables()
		sums, seen := make([]float64, len(tab.tags)), newWordSet(text)
		each(text, func(word []byte) {
			if seen.add(word) {
				tab.word(sums, word)
			}
		})
		if want := plainWeigh(text); !slices.Equal(sums, want) {
			t.Errorf("%.40q: %v, want %v", text, sums, want)
		}
	}
}
