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
	"github.com/wrone2set/wrone2set/stages/data/text"
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

// Cut replaces the tokens of a row by words of its language, and returns the tag of that. It cuts texts, keyphrases and phrases of
// others as they were given, other tokens joined by blanks. A row in English stays as it is. With Auto so do rows of which
// tokens alone are known, and of an unknown language: their tag is English.
func (c *Cutter) Cut(r *join.Row) (tag string) {
	if tag = c.tag(r); tag == language.English {
		return tag
	}
	d := &r.Document
	d.Title, d.TitleSpans = c.field(tag, d.TitleText, d.Title)
	d.Body, d.BodySpans = c.field(tag, d.BodyText, d.Body)
	if len(d.Title) > 0 && len(d.Body) > 0 { // no phrase runs from the title into the body
		d.Title, d.TitleSpans = append(d.Title, mark), append(d.TitleSpans, 0, 0)
	}
	if r.Gold != nil {
		d.Present, r.Spelt = c.gold(tag, r.Gold)
	} else {
		d.Present, d.Absent = c.phrases(tag, d.Present), c.phrases(tag, d.Absent)
	}
	if o := r.Opinion; o != nil {
		o.StruckWords, _ = c.gold(tag, o.Struck)
		o.UnmarkedWords, _ = c.gold(tag, o.Unmarked)
	}
	for i := range r.Prediction.Phrases {
		p := &r.Prediction.Phrases[i]
		if r.Foreign {
			p.Tokens = c.split(tag, unbracketed(given(p.Phrase, p.Tokens)))
		} else {
			p.Tokens = c.split(tag, given("", p.Tokens))
		}
	}
	r.Prediction.Phrases = slices.DeleteFunc(r.Prediction.Phrases, func(p schemas.Phrase) bool { return len(p.Tokens) == 0 })
	for _, w := range slices.Concat(d.Title, d.Body) {
		r.Stems = append(r.Stems, c.Stem(tag, w))
	}
	return tag
}

// tag returns the language by which a row is cut.
func (c *Cutter) tag(r *join.Row) string {
	if c.given != Auto {
		return c.given
	}
	if r.Gold == nil {
		return language.English
	}
	if tag := Detect(&r.Document); tag != language.Unknown {
		return tag
	}
	return language.English
}

// Detect returns the language of a document with its text, and Unknown for one without.
func Detect(d *schemas.Document) string {
	if d.TitleText == "" && d.BodyText == "" {
		return language.Unknown
	}
	tag, _ := language.Detect(markup.Plain(d.TitleText) + "\n" + markup.Plain(d.BodyText))
	return tag
}

// Stem is the stem of a word in a language.
func (c *Cutter) Stem(tag, w string) string { return c.words.Stem(tag, w) }

// field cuts a field of a document, and returns the places of its words in the text as schemas.Document has them.
func (c *Cutter) field(tag, text string, tokens []string) (words []string, steps []int32) {
	if text == "" {
		return c.split(tag, strings.Join(tokens, " ")), nil
	}
	m := markup.Of(text)
	words, places := c.spans(tag, m.Plain)
	for i := 0; i < len(places); i += 2 {
		start, end := m.Span(places[i], places[i+1])
		steps = append(steps, int32(start), int32(end))
	}
	return words, schemas.Steps(steps)
}

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

// gold cuts keyphrases as given, at semicolons too. Those without a word are left out.
func (c *Cutter) gold(tag string, all []string) (cut [][]string, spelt []string) {
	for _, entry := range all {
		for phrase := range strings.SplitSeq(markup.Plain(entry), ";") {
			if words := c.split(tag, unbracketed(phrase)); len(words) > 0 {
				cut, spelt = append(cut, words), append(spelt, strings.TrimSpace(phrase))
			}
		}
	}
	return cut, spelt
}

// unbracketed leaves out text in parentheses, as in English keyphrases.
func unbracketed(phrase string) string { return text.Unparenthesised(wide.Replace(phrase)) }

var wide = strings.NewReplacer("（", "(", "）", ")")

// mark stands for what parts phrases: no phrase of words runs over it.
const mark = ","

// unbroken are the characters between words of one phrase, as in "GPS/INS" and "R&D".
const unbroken = " \t\n/&+_-‐‑'’·"

// split cuts a text into words in lower case, with a mark where a phrase ends.
func (c *Cutter) split(tag, s string) []string {
	words, _ := c.spans(tag, s)
	return words
}

// spans is split with the place of each word in s, start and end in bytes. A mark is empty.
func (c *Cutter) spans(tag, s string) (words []string, places []int) {
	switch tag {
	case "zh", "ja", "th", "km", "lo", "my":
		tag = language.Unknown
	}
	end := 0
	for i, w := range c.words.Cut(tag, s) {
		if i > 0 && w.Broken && strings.Trim(s[end:w.Start], unbroken) != "" {
			words, places = append(words, mark), append(places, end, end)
		}
		words, places, end = append(words, w.Lower), append(places, w.Start, w.End), w.End
	}
	return words, places
}
