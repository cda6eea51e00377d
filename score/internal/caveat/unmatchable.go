package caveat

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

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
	case hasMark(words):
		reason = "a comma or full stop as a word"
	case !plain && leftover.MatchString(withoutSpecials(spelt)):
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

// hasMark reports whether a word is a mark that no counted prediction has.
func hasMark(words []string) bool {
	for _, w := range words {
		if w == "," || w == "." {
			return true
		}
	}
	return false
}

// specials removes the words that stand for others.
var specials = strings.NewReplacer(text.Digit, "", text.Specials[text.Unk], "")

func withoutSpecials(spelt string) string {
	if strings.IndexByte(spelt, '<') < 0 {
		return spelt
	}
	return specials.Replace(spelt)
}

// Scripts that texts are written in, as a set.
const (
	latin = 1 << iota
	greek
	cyrillic
	arabic
	hebrew
	han // with kana
	hangul
	thai
	devanagari
	other
)

var scripts = []struct {
	table *unicode.RangeTable
	set   int
}{
	{unicode.Latin, latin}, {unicode.Greek, greek}, {unicode.Cyrillic, cyrillic}, {unicode.Arabic, arabic}, {unicode.Hebrew, hebrew},
	{unicode.Han, han}, {unicode.Hiragana, han}, {unicode.Katakana, han}, {unicode.Hangul, hangul}, {unicode.Thai, thai}, {unicode.Devanagari, devanagari},
}

// scriptOf returns the script of a letter, 0 for what is no letter.
func scriptOf(r rune) int {
	switch {
	case r < 0x80:
		if r|0x20 >= 'a' && r|0x20 <= 'z' {
			return latin
		}
		return 0
	case !unicode.IsLetter(r):
		return 0
	}
	for _, s := range scripts {
		if unicode.Is(s.table, r) {
			return s.set
		}
	}
	return other
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
