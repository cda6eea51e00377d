package wordpiece

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normalise returns s in lower case without accents and control characters, with blanks for all white space and around
// each ideograph.
func normalise(s string) string {
	if i := strings.IndexFunc(s, rewritten); i < 0 {
		return s
	}
	cleaned := clean(s)
	if strings.IndexFunc(cleaned, beyondASCII) >= 0 {
		cleaned = norm.NFD.String(cleaned) // the whole string at once: an accent may follow its letter
	}
	return strings.Map(plain, cleaned)
}

// rewritten reports whether any of the steps changes a character.
func rewritten(r rune) bool {
	return r >= utf8.RuneSelf || r < ' ' || r == 0x7f || 'A' <= r && r <= 'Z'
}

func beyondASCII(r rune) bool { return r >= utf8.RuneSelf }

// clean removes control characters, replaces white space by blanks and puts blanks around ideographs.
func clean(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			b.WriteByte(' ')
		case r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co): // includes a form feed and the like
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.Is(ideographs, r):
			b.WriteByte(' ')
			b.WriteRune(r)
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// plain returns a decomposed character in lower case; −1 for an accent, which is dropped.
func plain(r rune) rune {
	if unicode.Is(unicode.Mn, r) {
		return -1
	}
	return unicode.ToLower(r)
}

// next returns the number of bytes of the first part of clean text, which must not be empty: a blank, a punctuation mark
// or a run of other characters. The last two are words.
func next(s string) (n int, word bool) {
	for i, r := range s {
		if cut := r == ' ' || punctuation(r); cut && i == 0 {
			return utf8.RuneLen(r), r != ' '
		} else if cut {
			return i, true
		}
	}
	return len(s), true
}

// punctuation reports whether a character is a word of its own: what Unicode calls punctuation, and every ASCII mark, some
// of which ($, +) Unicode counts as symbols.
func punctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7f && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}
	return unicode.IsPunct(r)
}

// ideographs are the blocks that BERT counts as ideographs. Kana and hangul are written with blanks and do not count. The
// block from 2B820 on begins at 2B920 here, as in Hugging Face's tokenizers.
var ideographs = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x3400, Hi: 0x4dbf, Stride: 1}, {Lo: 0x4e00, Hi: 0x9fff, Stride: 1}, {Lo: 0xf900, Hi: 0xfaff, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x20000, Hi: 0x2a6df, Stride: 1}, {Lo: 0x2a700, Hi: 0x2b73f, Stride: 1}, {Lo: 0x2b740, Hi: 0x2b81f, Stride: 1},
		{Lo: 0x2b920, Hi: 0x2ceaf, Stride: 1}, {Lo: 0x2f800, Hi: 0x2fa1f, Stride: 1},
	},
}
