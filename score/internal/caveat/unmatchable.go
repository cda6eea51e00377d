package caveat

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/score/internal/join"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// separator matches what joins keyphrases, or parts sentences, inside one.
var separator = regexp.MustCompile(`[|;\t\n；，、•]|[^\d\s],\s|,\s*$|\s·\s`)

// leftover matches markup that was not read, of HTML, LaTeX and Markdown, and addresses.
var leftover = regexp.MustCompile("</?[A-Za-z][^<>]*>|&#?[A-Za-z0-9]+;|\\\\[A-Za-z]+|[{}]|\\$[^$]+\\$|\\*\\*|__|`|https?://")

// unmatchable adds a keyphrase that no prediction can match.
func (c *Counts) unmatchable(row *join.Row, words []string, spelt string) {
	reason, plain := "", isPlain(spelt)
	switch {
	case !plain && separator.MatchString(spelt):
		reason = "a separator inside"
	case slices.Contains(words, ",") || slices.Contains(words, "."): // which no counted prediction has
		reason = "a comma or full stop as a word"
	case !plain && leftover.MatchString(specials.Replace(spelt)):
		reason = "markup"
	case otherScript(row, spelt):
		reason = "another script than the text"
	default:
		return
	}
	c.Unmatchable++
	c.unmatchables = append(c.unmatchables, fmt.Sprintf("%.60q (%s)", spelt, reason))
}

// isPlain reports whether a phrase has only letters of ASCII, digits and marks that are neither separators nor markup.
func isPlain(spelt string) bool {
	for i := range len(spelt) {
		switch c := spelt[i]; {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9', strings.IndexByte(" -'./+()", c) >= 0:
		default:
			return false
		}
	}
	return true
}

// specials removes the words that stand for others.
var specials = strings.NewReplacer(text.Digit, "", text.Specials[text.Unk], "")

// scripts are those that texts are written in.
var scripts = [][]*unicode.RangeTable{{unicode.Latin}, {unicode.Greek}, {unicode.Cyrillic}, {unicode.Arabic}, {unicode.Hebrew},
	{unicode.Han, unicode.Hiragana, unicode.Katakana}, {unicode.Hangul}, {unicode.Thai}, {unicode.Devanagari}}

// scriptOf returns the script of a letter as a bit, 0 for what is no letter. All other scripts share one.
func scriptOf(r rune) int {
	switch {
	case r|0x20 >= 'a' && r|0x20 <= 'z':
		return 1
	case r < utf8.RuneSelf || !unicode.IsLetter(r):
		return 0
	}
	for i, tables := range scripts {
		if unicode.In(r, tables...) {
			return 1 << i
		}
	}
	return 1 << len(scripts)
}

// otherScript reports whether a phrase has letters, and the text letters, but none of the same script.
func otherScript(row *join.Row, phrase string) bool {
	wanted := 0
	for _, r := range phrase {
		wanted |= scriptOf(r)
	}
	if wanted == 0 {
		return false
	}
	d := &row.Document
	some := false
	for _, words := range [][]string{{d.TitleText, d.BodyText}, d.Title, d.Body} {
		for _, w := range words {
			for _, r := range w {
				script := scriptOf(r)
				if script&wanted != 0 {
					return false
				}
				some = some || script != 0
			}
		}
	}
	return some
}
