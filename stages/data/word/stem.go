package word

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/irish"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// snowball holds the stemmers by language tag. Norwegian has two tags.
var snowball = map[string]func(*snowballstem.Env) bool{
	"ar": arabic.Stem, "da": danish.Stem, "nl": dutch.Stem, "fi": finnish.Stem, "fr": french.Stem, "de": german.Stem,
	"hu": hungarian.Stem, "ga": irish.Stem, "it": italian.Stem, "no": norwegian.Stem, "nb": norwegian.Stem, "nn": norwegian.Stem,
	"pt": portuguese.Stem, "ro": romanian.Stem, "ru": russian.Stem, "es": spanish.Stem, "sv": swedish.Stem, "ta": tamil.Stem,
	"tr": turkish.Stem,
}

// Stemmer stems the words of one language. It is not safe for concurrent use.
type Stemmer struct {
	algorithm func(*snowballstem.Env) bool
	env       *snowballstem.Env
	english   bool
}

// NewStemmer returns the stemmer of a language tag: Snowball's, that of package text for English, and one that leaves words
// as they are for other languages.
func NewStemmer(tag string) *Stemmer {
	return &Stemmer{snowball[tag], snowballstem.NewEnv(""), tag == "en"}
}

// Stem returns the stem of a word in lower case.
func (s *Stemmer) Stem(lower string) string {
	switch {
	case s.algorithm != nil:
		s.env.SetCurrent(lower)
		s.algorithm(s.env)
		return s.env.Current()
	case s.english:
		return text.Stem(lower)
	}
	return lower
}

// remembered is the largest number of stems that a Cutter caches.
const remembered = 1 << 16

// Stem returns the stem of a word in a language, see NewStemmer.
func (c *Cutter) Stem(tag, word string) string {
	if tag != c.tag || c.stemmer == nil || len(c.stems) >= remembered {
		c.tag, c.stemmer, c.stems = tag, NewStemmer(tag), map[string]string{}
	}
	if stem, ok := c.stems[word]; ok {
		return stem
	}
	stem := c.stemmer.Stem(strings.ToLower(word))
	c.stems[strings.Clone(word)] = stem
	return stem
}
