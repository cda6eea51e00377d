package language

import (
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest/cases"
)

// TestStopsOf: the stop words of a text are those of each language in which its title or a passage is written, and of English.
func TestStopsOf(t *testing.T) {
	for _, c := range cases.Read(t, "testdata/cases.txt", "stops", 5) {
		tag, _ := Detect(c[1] + "\n" + c[2])
		s := StopsOf(tag, c[1], c[2])
		for _, w := range strings.Fields(c[3]) {
			if !s.Has(w) || !s.Has(strings.ToUpper(w)) {
				t.Errorf("%s: %q is no stop word of %v", c[0], w, s.tags)
			}
		}
		for _, w := range strings.Fields(c[4]) {
			if s.Has(w) {
				t.Errorf("%s: %q is a stop word of %v", c[0], w, s.tags)
			}
		}
	}
}

// TestIdle: stop words, numbers, marks and special tokens are no phrase, in any mixture.
func TestIdle(t *testing.T) {
	s := StopsOf("de", "")
	for phrase, want := range map[string]bool{
		"the": true, "of the": true, "und": true, "der 12": true, "<digit>": true, "<digit> <unk>": true, "%": true, "( )": true, "n't": true, "'s": true,
		"comets": false, "the comets": false, "<digit> comets": false, "ö": false, "wo3": false, "c++": false,
	} {
		if got := s.Idle(strings.Fields(phrase)); got != want {
			t.Errorf("%q: %v", phrase, got)
		}
	}
}

// TestMore: languages that the detector knows without stop words have some, too.
func TestMore(t *testing.T) {
	for tag, words := range map[string]string{
		"lv": "un ir", "lt": "ir yra", "et": "ja ning", "sl": "in je", "sk": "a alebo", "vi": "và của", "eo": "kaj la", "af": "die en", "az": "və bu", "mk": "и се", "sr": "и је i je",
		"tl": "ang mga", "ur": "اور ہے", "be": "і на", "ja": "の は および", "zh": "的 和", "ko": "및", "he": "של את", "de": "wurde sowie", "en": "the also",
	} {
		for _, w := range strings.Fields(words) {
			if !Stop(tag, w) {
				t.Errorf("%q is no stop word of %s", w, tag)
			}
		}
	}
	for _, g := range tables().words["sowie"] {
		if tag := tables().tags[g.language]; tag == "de" {
			t.Error("a further stop word of German detects it")
		}
	}
	for _, tag := range tables().tags {
		if len(stops()[tag]) < 30 {
			t.Errorf("%s has few stop words", tag)
		}
	}
}

// TestMayIdle: what is idle in a text of any language may be idle, and words of content may not.
func TestMayIdle(t *testing.T) {
	for _, c := range []struct {
		words string
		may   bool
	}{{"the", true}, {"Und der", true}, {"<digit> .", true}, {"и", true}, {"の", true}, {"的", true}, {"graph", false}, {"the graph", false}, {"книга", false}, {"", true}} {
		if got := MayIdle(strings.Fields(c.words)); got != c.may {
			t.Errorf("%q: %v", c.words, got)
		}
	}
	for _, tag := range []string{"de", "fi", "ru", "ja", "zh", "en", "da", "pl", "tr"} {
		s := StopsOf(tag)
		for _, w := range []string{"the", "und", "ja", "и", "の", "的", "of", "12", "by", "most", "can", "graph"} {
			words := []string{w}
			if s.Idle(words) && !MayIdle(words) {
				t.Errorf("%s: %s is idle, and may not be", tag, w)
			}
			if IsIdle(words) && !s.Idle(words) {
				t.Errorf("%s: %s is always idle, but not here", tag, w)
			}
		}
	}
}
