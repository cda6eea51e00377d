package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/markup"
)

// Breaks returns the places in plain text that no phrase crosses, in bytes, rising: the ends of sentences and paragraphs, colons,
// semicolons and long dashes, and the marks " / ", " = ", " - ", " | ", " · " and arrows, by which catalogues part a title. A place is the end of
// its mark. A mark that belongs to a word ends nothing: "U.S. economy", "Node.js", "1:1", "and/or", "EU:n".
func Breaks(s string) (all []int32) {
	b := breaker{s: s, spaced: spaced(s)}
	for i := 0; i < len(s); {
		if c := s[i]; 'a' <= c && c <= 'z' || c == ' ' || c < utf8.RuneSelf && !strings.ContainsRune(marks, rune(c)) {
			i++
			continue
		}
		end, ends := b.mark(i)
		if ends {
			all = append(all, int32(end))
		}
		i = end
	}
	return all
}

// GivenBreaks is Breaks of a text with its markup, with places in that text.
func GivenBreaks(given string) []int32 {
	m := markup.Of(given)
	all := Breaks(m.Plain)
	if m.Plain == given {
		return all
	}
	for i, at := range all {
		_, end := m.Span(int(at)-1, int(at))
		all[i] = int32(end)
	}
	return all
}

// Crosses reports whether one of the places of Breaks is inside of the bytes from start to end.
func Crosses(breaks []int32, start, end int32) bool {
	i, _ := slices.BinarySearch(breaks, start+1)
	return i < len(breaks) && breaks[i] < end
}

// marks are the characters of ASCII that may be a break.
const marks = ".?!:;/=-|\n"

// breaker judges the marks of a text.
type breaker struct {
	s      string
	spaced bool // blanks surround every mark of the text
}

// spaced reports whether a text was cut into tokens, with blanks round its marks. "peer - to - peer" is one word there.
func spaced(s string) bool { return strings.Contains(s, " , ") || strings.Contains(s, " . ") }

// mark returns the end of the mark at i, with those of its kind that follow, and whether it is a break.
func (b *breaker) mark(i int) (end int, ends bool) {
	first, n := utf8.DecodeRuneInString(b.s[i:])
	for end = i + n; strings.HasPrefix(b.s[end:], b.s[i:i+n]); end += n {
	}
	before, _ := utf8.DecodeLastRuneInString(b.s[:i])
	after, _ := utf8.DecodeRuneInString(b.s[end:])
	if end == len(b.s) {
		after = ' '
	}
	if i == 0 {
		before = ' '
	}
	apart := unicode.IsSpace(before) && unicode.IsSpace(after)
	switch first {
	case '\n':
		return b.lines(i)
	case '.':
		return end, apart || b.point(i, end)
	case '?', '!', ':':
		return end, !wordly(before) && first == ':' || !wordly(after) && after != '/' || unicode.IsLower(before) && unicode.IsUpper(after)
	case '/', '=', '|', '–', '‐', '‑', '−', '·', '∙':
		return end, apart && !b.spaced
	case '-':
		return end, apart && !b.spaced || end-i > 2
	case ';', '\u037e', '\u2029', '—', '―', '…', '•', '¤', '¿', '¡', '؛', '：', '；':
		return end, true
	}
	symbol := unicode.In(first, unicode.So, unicode.Sm) && (first >= '←' && first <= '⇿' || first >= '⌀') // arrows, bullets, no ® and ×
	return end, first >= utf8.RuneSelf && unicode.Is(unicode.STerm, first) || symbol && apart && !b.spaced
}

// lines returns the end of the line ends and blanks at i, and whether an empty line is among them.
func (b *breaker) lines(i int) (end int, ends bool) {
	rest := strings.TrimLeftFunc(b.s[i:], unicode.IsSpace)
	end = len(b.s) - len(rest)
	return end, strings.Count(b.s[i:end], "\n") > 1
}

// point reports whether the points from i to end close a sentence. Those that are a token of their own need no break. So this
// is about points within tokens: "etc. Later", and "the end.The next", where a blank is missing.
func (b *breaker) point(i, end int) bool {
	word := b.s[strings.LastIndexFunc(b.s[:i], func(r rune) bool { return !wordly(r) })+1 : i]
	if rest := strings.TrimLeftFunc(b.s[end:], unicode.IsSpace); len(rest) < len(b.s)-end {
		next, _ := utf8.DecodeRuneInString(rest)
		return (word == "etc" || word == "al") && unicode.IsUpper(next)
	}
	last, n := utf8.DecodeLastRuneInString(word)
	next, _ := utf8.DecodeLastRuneInString(word[:len(word)-n])
	return capitalised(b.s[end:]) && utf8.RuneCountInString(word) > 2 && unicode.IsLower(last) && unicode.IsLower(next)
}

// capitalised reports whether s begins with a capital and a small letter.
func capitalised(s string) bool {
	first, n := utf8.DecodeRuneInString(s)
	second, _ := utf8.DecodeRuneInString(s[n:])
	return unicode.IsUpper(first) && unicode.IsLower(second)
}

func wordly(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}
