package language

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Stops are the stop words of a text: of each language in which a part of it is written, and of English, the language of science.
type Stops struct{ tags []string }

// StopsOf returns the stop words of a text in the language of tag, whose fields are title and body. A field, and a passage of some
// sentences, shows another language if Detect finds it.
func StopsOf(tag string, fields ...string) Stops {
	s := Stops{}
	s.add(tag)
	for _, f := range fields {
		s.shown(f)
		for passage := range passages(f) {
			s.shown(passage)
		}
	}
	return s
}

// shown adds the language of a passage.
func (s *Stops) shown(passage string) {
	if tag, sure := Detect(passage); sure >= leastShown {
		s.add(tag)
	}
}

func (s *Stops) add(tag string) {
	if tag != Unknown && !slices.Contains(s.tags, tag) {
		s.tags = append(s.tags, tag)
	}
}

// leastShown is the lowest probability of the language of a passage, which may be short.
const leastShown = .95

// Has reports whether a word is a stop word. Capitals do not matter.
func (s Stops) Has(word string) bool {
	word = strings.ToLower(word)
	for _, tag := range s.tags {
		if Stop(tag, word) {
			return true
		}
	}
	return Stop(English, word) && !slices.ContainsFunc(s.tags, func(tag string) bool { return strings.Contains(namesakes[tag], " "+word+" ") })
}

// namesakes are words of a language that are spelt as an English stop word. They count only beside English text.
var namesakes = map[string]string{
	"cs": " most ", "da": " and by ", "hr": " more ", "hu": " has most ", "no": " and by ", "pl": " most ", "sk": " most ", "sl": " most ",
	"sr": " more most ", "sv": " and by ", "tr": " an can has on ",
}

// Idle reports whether words are no phrase: each is a stop word, a number, a mark, or a special token such as <digit>.
func (s Stops) Idle(words []string) bool { return idle(words, s.Has) }

// MayIdle reports whether words are Idle in a text of some language. It needs no text, so most phrases need no StopsOf.
func MayIdle(words []string) bool {
	return idle(words, func(w string) bool {
		w = strings.ToLower(w)
		return anywhere()[w] || Stop("ja", w)
	})
}

// IsIdle reports whether words are Idle in every text: stop words of English that no language has as a word of content.
func IsIdle(words []string) bool {
	return idle(words, func(w string) bool {
		w = strings.ToLower(w)
		for _, names := range namesakes {
			if strings.Contains(names, " "+w+" ") {
				return false
			}
		}
		return Stop(English, w)
	})
}

func idle(words []string, stop func(word string) bool) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		special := strings.HasPrefix(w, "<") && strings.HasSuffix(w, ">")
		return !special && strings.ContainsFunc(w, unicode.IsLetter) && !stop(w)
	})
}

// Passages of a text.
const (
	shortest = 80      // bytes of a passage that shows a language
	mostText = 1 << 16 // bytes of a text that are read
)

// passages yields the passages of a text: as many sentences as have the shortest length.
func passages(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		text = text[:min(len(text), mostText)]
		for from, i := 0, 0; i < len(text); {
			r, n := utf8.DecodeRuneInString(text[i:])
			if i += n; i-from >= shortest && (unicode.Is(unicode.STerm, r) || strings.ContainsRune("\n;:¤•", r) || i == len(text)) {
				if !yield(text[from:i]) {
					return
				}
				from = i
			}
		}
	}
}
