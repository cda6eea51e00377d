package markup

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

var (
	// Accents: of an argument, of the next letter, and in braces.
	argument = regexp.MustCompile("\\A\\\\([\"'`^~=.cvuHkr])\\{\\\\?([A-Za-z])\\}")
	bare     = regexp.MustCompile("\\A\\\\([\"'`^~=.])\\\\?([A-Za-z])")
	braced   = regexp.MustCompile("\\A\\{\\\\(?:([\"'`^~=.])|([cvuHkr]) +)\\\\?([A-Za-z])\\}")

	// elision ends with what stands before an apostrophe in French or Italian.
	elision = regexp.MustCompile(`(?i)(?:^|\PL)(?:[cdjlmnst]|qu|un|all|dall|dell|nell|sull)$`)
)

// accents are the combining characters of accents.
var accents = map[string]string{"'": "\u0301", "`": "\u0300", "^": "\u0302", `"`: "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
	"c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a"}

// accented returns the accented letter with which s begins, if it is written in this form, and its length, 0 if there is none.
func accented(s string, form *regexp.Regexp) (text string, n int) {
	m := form.FindStringSubmatch(s)
	if m == nil {
		return "", 0
	}
	accent := accents[strings.Join(m[1:len(m)-1], "")]
	if text = norm.NFC.String(m[len(m)-1] + accent); utf8.RuneCountInString(text) != 1 {
		return "", 0
	}
	return text, len(m[0])
}

// within reports whether what looks like an accent without braces, at i, is one: Poincar\'e is, it\'s, l\'eau and \"quoted\" have a
// backslash that escapes a quote.
func (l *latex) within(i int, s string) bool {
	before, _ := utf8.DecodeLastRuneInString(l.s[:i])
	vowel := strings.ContainsAny(s[2:min(len(s), 4)], "aeiouyAEIOUY") || strings.HasPrefix(s, `\~n`)
	return unicode.IsLetter(before) && vowel && !(s[1] == '\'' && elision.MatchString(l.s[max(0, i-8):i]))
}
