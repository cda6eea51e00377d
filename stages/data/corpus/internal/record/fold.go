package record

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the form in which names of columns are compared: in lower case, without white space and byte order marks at its
// ends, and with one blank for them, "-" and "_" elsewhere. So "_id" is not "id".
func Fold(name string) string { return string(fold(nil, name)) }

// fold appends the folded name to b.
func fold(b []byte, name string) []byte {
	name = strings.TrimSpace(name)
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf {
			name = strings.TrimFunc(norm.NFKC.String(name), blank)
			break
		}
	}
	for _, r := range name {
		switch n := len(b); {
		case 'a' <= r && r <= 'z': // as nearly always
			b = append(b, byte(r))
		case r > ' ' && r != '-' && r != '_' && (r < utf8.RuneSelf || !blank(r) && !unicode.Is(unicode.Dash, r)):
			b = utf8.AppendRune(b, unicode.ToLower(r))
		case n == 0 || b[n-1] != ' ':
			b = append(b, ' ')
		}
	}
	return b
}

// blank reports whether a character of a name is white space, or a mark that nobody sees.
func blank(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b' }
