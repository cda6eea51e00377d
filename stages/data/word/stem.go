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

// snowball are the stemmers by language.
var snowball = map[string]func(*snowballstem.Env) bool{
	"ar": arabic.Stem, "da": danish.Stem, "nl": dutch.Stem, "fi": finnish.Stem, "fr": french.Stem, "de": german.Stem,
	"hu": hungarian.Stem, "ga": irish.Stem, "it": italian.Stem, "no": norwegian.Stem, "pt": portuguese.Stem, "ro": romanian.Stem,
	"ru": russian.Stem, "es": spanish.Stem, "sv": swedish.Stem, "ta": tamil.Stem, "tr": turkish.Stem,
}

// remembered is how many stems a Cutter keeps.
const remembered = 1 << 16

// Stem returns the stem of a word in a language: that of Snowball, of package text for English, or the word in lower case.
func (c *Cutter) Stem(tag, word string) string {
	if tag != c.tag || len(c.stems) >= remembered {
		c.tag, c.stems = tag, map[string]string{}
	}
	if stem, ok := c.stems[word]; ok {
		return stem
	}
	stem := strings.ToLower(word)
	if f := snowball[tag]; f != nil {
		e := snowballstem.NewEnv(stem)
		f(e)
		stem = e.Current()
	} else if tag == "en" {
		stem = text.Stem(stem)
	}
	c.stems[strings.Clone(word)] = stem
	return stem
}
