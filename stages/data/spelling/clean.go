package spelling

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// clean returns a part of a text on one line: with one blank for white space, the hyphen of keyboards, the letters that forms of letters stand for,
// and without soft hyphens, invisible characters, the hyphens of line ends, and quotes of which the part has only one.
func (d *Document) clean(s string) string {
	if plain(s) {
		return s
	}
	s = unquoted(s)
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b.WriteRune(utf8.RuneError)
		case isBlank(r):
			n = blanks(s[i:])
			b.WriteByte(' ')
		case r == softHyphen:
			n += lineEnd(s[i+n:])
		case isHyphen(r):
			n += d.hyphen(&b, s, i, n)
		case isForm(r):
			b.WriteString(norm.NFKC.String(s[i : i+n]))
		case isJoiner(r) && latinBefore(s[:i]):
		case !unicode.IsControl(r) && !strings.ContainsRune(invisible, r):
			b.WriteRune(r)
		}
		i += n
	}
	return strings.TrimSpace(b.String())
}

const (
	softHyphen = '\u00ad'
	zeroWidth  = '\u200b' // a blank, as tokenising has it
	invisible  = "\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)

// unquoted returns s without quotes that do not come in pairs.
func unquoted(s string) string {
	for _, marks := range []string{`"`, "“”„", "«»"} { // “ begins a quotation in English and ends one in German
		is := func(r rune) bool { return strings.ContainsRune(marks, r) }
		n := 0
		for _, r := range s {
			if is(r) {
				n++
			}
		}
		if n%2 == 1 {
			s = strings.Map(func(r rune) rune {
				if is(r) {
					return -1
				}
				return r
			}, s)
		}
	}
	return s
}

// plain reports whether clean would return s as it is, for most s.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || c < ' ' || c == 0x7f || c == '"' || c == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ' || s[i-1] == '-') {
			return false
		}
	}
	return true
}

// isForm reports whether a character is the form of a letter as a typesetter has it, which nobody types: a ligature of a PDF, a
// letter of full width, a letter of mathematics.
func isForm(r rune) bool {
	return 0xfb00 <= r && r <= 0xfb06 || 0xff01 <= r && r <= 0xff5e || 0x1d400 <= r && r <= 0x1d7ff
}

// isJoiner reports whether a character shows whether letters are joined, which says nothing between Latin ones.
func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

func latinBefore(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.Is(unicode.Latin, r)
}

func isBlank(r rune) bool { return unicode.IsSpace(r) || r == zeroWidth }

// blanks returns the length of the white space with which s begins.
func blanks(s string) int { return len(s) - len(strings.TrimLeftFunc(s, isBlank)) }

// lineEnd returns the length of the white space with which s begins if it contains the end of a line, else 0.
func lineEnd(s string) int {
	n := blanks(s)
	if !strings.ContainsAny(s[:n], "\n\r\u2028\u0085") {
		return 0
	}
	return n
}

// hyphen writes a hyphen of n bytes at byte i of s, unless it only ends a line, and returns how many bytes of white space
// behind it are no part of the spelling.
func (d *Document) hyphen(b *strings.Builder, s string, i, n int) int {
	after := s[i+n:]
	end, gap := lineEnd(after), blanks(after)
	before := lastWord(s[:i])
	next := firstWord(after[gap:])
	switch {
	case gap == 0 || before == "" || next == "" || end == 0 && !d.has(before+next):
		b.WriteByte('-')
		return 0 // a hyphen within a line, or one that stands for a part that is left out: pre- and post-war
	case end > 0 && (unicode.IsDigit(rune(next[0])) || !d.has(before+next) && (d.has(before+"-"+next) || !startsSmall(next))):
		b.WriteByte('-')
	}
	return gap
}

// has reports whether the text or a labelled document contains a word in one piece.
func (d *Document) has(word string) bool {
	word = strings.ToLower(word)
	if d.lexicon != nil {
		if documents, keyphrases := d.lexicon.of.Uses(word); documents+keyphrases > 0 {
			return true
		}
	}
	known, ok := d.whole[word]
	if ok {
		return known
	}
	if d.whole == nil {
		d.whole = map[string]bool{}
		for k, f := range d.fields {
			d.lower[k] = strings.ToLower(f)
		}
	}
	d.whole[word] = contains(d.lower[0], word) || contains(d.lower[1], word)
	return d.whole[word]
}

// contains reports whether a text contains a word with no letter before or after it.
func contains(text, word string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(word)
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if !unicode.IsLetter(before) && !unicode.IsLetter(after) {
			return true
		}
		from = start + 1
	}
}

// lastWord returns the letters and digits with which s ends.
func lastWord(s string) string { return s[len(strings.TrimRightFunc(s, inWord)):] }

// firstWord returns the letters and digits with which s begins.
func firstWord(s string) string { return s[:len(s)-len(strings.TrimLeftFunc(s, inWord))] }

// startsSmall reports whether s begins with a small letter.
func startsSmall(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}
