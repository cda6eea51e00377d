package thesaurus

import (
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/turkish"
)

// algorithm is the Snowball stemmer of a language (Porter, snowballstem.org), nil for a language that has none here.
func algorithm(language string) func(*snowballstem.Env) bool {
	switch language {
	case "da":
		return danish.Stem
	case "nl":
		return dutch.Stem
	case "en":
		return english.Stem
	case "fi":
		return finnish.Stem
	case "fr":
		return french.Stem
	case "de":
		return german.Stem
	case "hu":
		return hungarian.Stem
	case "it":
		return italian.Stem
	case "no", "nb", "nn":
		return norwegian.Stem
	case "pt":
		return portuguese.Stem
	case "ro":
		return romanian.Stem
	case "ru":
		return russian.Stem
	case "es":
		return spanish.Stem
	case "sv":
		return swedish.Stem
	case "tr":
		return turkish.Stem
	}
	return nil
}

// Stemmer stems the words of one language. It is not safe for concurrent use.
type Stemmer struct {
	algorithm func(*snowballstem.Env) bool
	env       *snowballstem.Env
	known     map[string]string
}

// mostStems are remembered.
const mostStems = 1 << 18

// NewStemmer returns the stemmer of a language tag. Words of a language without one stay as they are.
func NewStemmer(language string) *Stemmer {
	return &Stemmer{algorithm: algorithm(language), env: snowballstem.NewEnv(""), known: map[string]string{}}
}

// longestWord is stemmed; a longer one is none.
const longestWord = 64

// Stem returns the stem of a word in lower case.
func (s *Stemmer) Stem(word string) string {
	if s.algorithm == nil || len(word) > longestWord {
		return word
	}
	if stem, ok := s.known[word]; ok {
		return stem
	}
	s.env.SetCurrent(word)
	s.algorithm(s.env)
	stem := s.env.Current()
	if len(s.known) == mostStems {
		clear(s.known)
	}
	s.known[word] = stem
	return stem
}
