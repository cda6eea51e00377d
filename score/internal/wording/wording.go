// Package wording cuts documents, keyphrases and predictions of any language into words, and stems them, so that score can compare
// them.
//
//	join.Row with texts as given ─ Cutter.Cut ─► join.Row of words, tag ─ Cutter.Stem ─► stems for match.Matcher
//
// Words are those of package word (UAX #29), and stems Snowball's. Where a language writes no blanks, every character is a word:
// a phrase is then right if it is written like a keyphrase, and present if the text has it, however a system cuts words.
package wording

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/join"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/data/word"
)

// Auto finds the language of each document by its text.
const Auto = "auto"

// Cutter cuts rows. It is not safe for concurrent use.
type Cutter struct {
	given string
	words *word.Cutter
}

// NewCutter returns a Cutter for a language, a tag of package language, or for Auto.
func NewCutter(given string) *Cutter { return &Cutter{given, word.NewCutter()} }

// Cut replaces the tokens of a row by words of its language, and returns the tag of that. The texts of a row that was read with
// join.Paths.Raw are cut as they were given, other tokens joined by blanks.
func (c *Cutter) Cut(r *join.Row) (tag string) {
	d := &r.Document
	title, body := given(d.TitleText, d.Title), given(d.BodyText, d.Body)
	if tag = c.given; tag == Auto {
		tag, _ = language.Detect(title + "\n" + body)
	}
	d.Title, d.Body = c.split(tag, title), c.split(tag, body)
	if len(d.Title) > 0 && len(d.Body) > 0 {
		d.Title = append(d.Title, mark) // no phrase runs from the title into the body
	}
	d.Present, d.Absent = c.phrases(tag, d.Present), c.phrases(tag, d.Absent)
	for i := range r.Prediction.Phrases {
		p := &r.Prediction.Phrases[i]
		p.Tokens = c.split(tag, given(p.Phrase, p.Tokens))
	}
	r.Prediction.Phrases = slices.DeleteFunc(r.Prediction.Phrases, func(p schemas.Phrase) bool { return len(p.Tokens) == 0 })
	for _, w := range slices.Concat(d.Title, d.Body) {
		r.Stems = append(r.Stems, c.Stem(tag, w))
	}
	return tag
}

// Stem is the stem of a word in a language.
func (c *Cutter) Stem(tag, w string) string { return c.words.Stem(tag, w) }

// given is a text without its markup, or tokens joined by blanks if there is none.
func given(text string, tokens []string) string {
	if text != "" {
		return markup.Plain(text)
	}
	return strings.Join(tokens, " ")
}

// phrases cuts phrases. Those without a word are left out.
func (c *Cutter) phrases(tag string, all [][]string) (cut [][]string) {
	for _, p := range all {
		if words := c.split(tag, markup.Plain(strings.Join(p, " "))); len(words) > 0 {
			cut = append(cut, words)
		}
	}
	return cut
}

// mark stands for what parts phrases: no phrase of words runs over it.
const mark = ","

// split cuts a text into words in lower case, with a mark where a phrase ends.
func (c *Cutter) split(tag, text string) (words []string) {
	switch tag {
	case "zh", "ja", "th", "km", "lo", "my":
		tag = language.Unknown
	}
	for i, w := range c.words.Cut(tag, text) {
		if i > 0 && w.Broken {
			words = append(words, mark)
		}
		words = append(words, w.Lower)
	}
	return words
}
