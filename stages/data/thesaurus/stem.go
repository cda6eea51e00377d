package thesaurus

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/word"
)

// Stemmer stems the words of one language and caches the stems. It is not safe for concurrent use.
type Stemmer struct {
	of        *word.Stemmer
	languages []string // whose stop words are known
	known     map[string]stemmed
}

// stemmed is the stem and the key of a word.
type stemmed struct{ stem, key string }

// mostStems is the largest number of cached stems.
const mostStems = 1 << 18

// NewStemmer returns the stemmer of a language tag. Words of a language without one stay as they are. Stop words are those of the
// language, and of others of the text.
func NewStemmer(tag string, others ...string) *Stemmer {
	return &Stemmer{word.NewStemmer(tag), append([]string{tag}, others...), map[string]stemmed{}}
}

// longestWord is stemmed, in bytes; a longer one is none.
const longestWord = 64

// word returns stem and key of a word in lower case.
func (s *Stemmer) word(lower string) stemmed {
	if len(lower) > longestWord {
		return stemmed{lower, lower}
	}
	if w, ok := s.known[lower]; ok {
		return w
	}
	if len(s.known) == mostStems {
		clear(s.known)
	}
	w := stemmed{stem: dotted(s.languages[0], s.of.Stem(lower))}
	w.key = w.stem
	if slices.ContainsFunc(s.languages, func(tag string) bool { return stop(tag, lower) }) {
		w.key = stopMark + lower
	}
	s.known[lower] = w
	return w
}

// lower returns a word of a language in lower case and in one normal form, where H₂O is H2O; in English without accents, which few write.
func lower(tag, word string) string {
	if !ascii(word) && tag == "en" {
		word = unaccented.Replace(strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFKD.String(word)))
	} else if !ascii(word) {
		word = norm.NFKC.String(word)
	}
	if turkic(tag) {
		return strings.ToLowerSpecial(unicode.TurkishCase, word)
	}
	return strings.ToLower(word)
}

// unaccented has the letters with a stroke that people write without it.
var unaccented = strings.NewReplacer("ß", "ss", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "æ", "ae", "œ", "oe")

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// dotted returns a stem with i for ı, since names of other languages have the one where Turkish capitals stand for the other.
func dotted(tag, stem string) string {
	if turkic(tag) {
		return strings.ReplaceAll(stem, "ı", "i")
	}
	return stem
}

// turkic reports whether I is the capital of ı in a language.
func turkic(tag string) bool { return tag == "tr" || tag == "az" }

// auxiliaries are function words that the list of English stop words leaves out, since they are nouns, too.
var auxiliaries = []string{"also", "among", "can", "ever", "every", "just", "many", "may", "might", "much", "must", "now", "per", "shall", "since",
	"upon", "us", "via", "whether", "will", "within", "without", "yet"}

// stop reports whether a word, in lower case, is a stop word of a language.
func stop(tag, lower string) bool {
	return language.Stop(tag, lower) || tag == "en" && slices.Contains(auxiliaries, lower)
}
