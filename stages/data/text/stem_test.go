package text

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// Words of Porter's paper and of the places where NLTK's extended rules differ
// from it; worked by hand from the rules.
var stems = []string{
	// Porter's own examples, through all steps
	"caresses caress", "ponies poni", "cats cat", "feed feed", "agreed agre", "plastered plaster", "bled bled",
	"motoring motor", "sing sing", "conflated conflat", "troubled troubl", "sized size", "hopping hop",
	"tanned tan", "falling fall", "hissing hiss", "fizzed fizz", "failing fail", "filing file", "happy happi",
	"relational relat", "conditional condit", "rational ration", "digitizer digit", "differently differ",
	"vietnamization vietnam", "predication predic", "feudalism feudal", "decisiveness decis",
	"hopefulness hope", "formality formal", "sensitivity sensit", "sensibility sensibl", "triplicate triplic",
	"electrical electr", "goodness good", "revival reviv", "allowance allow", "inference infer",
	"airliner airlin", "adjustable adjust", "replacement replac", "adoption adopt", "communism commun",
	"effective effect", "probate probat", "rate rate", "cease ceas", "controll control", "roll roll",
	// NLTK: table, ies and ied in four letters, y, alli, bli, fulli, logi
	"sky sky", "skies sky", "dying die", "lying lie", "tying tie", "news news", "innings inning",
	"outing outing", "cannings canning", "howe howe", "proceed proceed", "exceed exceed", "succeed succeed",
	"ties tie", "died die", "tried tri", "flies fli", "fly fli", "enjoy enjoy", "say say", "dyed dy",
	"radically radic", "possibly possibl", "hopefully hope", "geology geolog", "logi logi",
	"seed seed", "speed speed", "a*ded ad",
	// strings that are not words
	" ", "% %", "<digit> <digit>", "'s 's", "e.g. e.g.", "10,000 10,000", "2d 2d", "is is", "as as", "yyy yyy",
	// letters outside ASCII are consonants, counted as one
	"cafés café", "ööed ööed", "naïvely naïv", "éé éé", "μs μs",
	// upper case is lowered
	"Networks network",
}

func TestStem(t *testing.T) {
	memory := NewStemmer()
	for _, c := range stems {
		word, want, _ := strings.Cut(c, " ")
		if got := Stem(word); got != want {
			t.Errorf("Stem(%q) = %q, want %q", word, got, want)
		}
		for range 2 {
			if got := memory.Stem(word); got != want {
				t.Errorf("Stemmer: %q became %q, want %q", word, got, want)
			}
		}
	}
}

func TestStemKit(t *testing.T) {
	for _, file := range parity.Files(t, "stem/*.tsv") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for i, line := range lines(t, file) {
				word, want, ok := strings.Cut(line, "\t")
				if !ok {
					t.Fatalf("%s row %d: no tab", file, i+1)
				}
				if got := Stem(word); got != want {
					t.Errorf("Stem(%q) = %q, want %q", word, got, want)
				}
			}
		})
	}
}

func TestStemmerForgets(t *testing.T) {
	if testing.Short() {
		t.Skip("many words")
	}
	s := NewStemmer()
	for i := range remembered + 1000 {
		s.Stem(fmt.Sprint(i))
	}
	if n := len(s.stems); n > remembered {
		t.Errorf("remembers %d words, want at most %d", n, remembered)
	}
	if got := s.Stem("networks"); got != "network" {
		t.Errorf("networks became %q", got)
	}
}

func FuzzStem(f *testing.F) {
	for _, c := range stems {
		word, _, _ := strings.Cut(c, " ")
		f.Add(word)
	}
	f.Add(strings.Repeat("y", 300))
	f.Fuzz(func(t *testing.T, word string) {
		got := Stem(word)
		if utf8.ValidString(word) && !utf8.ValidString(got) {
			t.Errorf("Stem(%q) = %q is not UTF-8", word, got)
		}
		if utf8.RuneCountInString(got) > utf8.RuneCountInString(strings.ToLower(word)) {
			t.Errorf("Stem(%q) = %q is longer", word, got)
		}
		if again := NewStemmer().All([]string{word, word}); again[0] != got || again[1] != got {
			t.Errorf("Stemmer differs on %q: %q", word, again)
		}
	})
}
