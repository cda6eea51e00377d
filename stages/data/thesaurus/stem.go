package thesaurus

import "github.com/wrone2set/wrone2set/stages/data/word"

// Stemmer stems the words of one language and caches the stems. It is not safe for concurrent use.
type Stemmer struct {
	of    *word.Stemmer
	known map[string]string
}

// mostStems is the largest number of cached stems.
const mostStems = 1 << 18

// NewStemmer returns the stemmer of a language tag. Words of a language without one stay as they are.
func NewStemmer(language string) *Stemmer {
	return &Stemmer{word.NewStemmer(language), map[string]string{}}
}

// longestWord is stemmed, in bytes; a longer one is none.
const longestWord = 64

// Stem returns the stem of a word in lower case.
func (s *Stemmer) Stem(lower string) string {
	if len(lower) > longestWord {
		return lower
	}
	if stem, ok := s.known[lower]; ok {
		return stem
	}
	if len(s.known) == mostStems {
		clear(s.known)
	}
	stem := s.of.Stem(lower)
	s.known[lower] = stem
	return stem
}
