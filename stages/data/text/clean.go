package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Unicode says what cleaning does with characters outside ASCII.
type Unicode string

const (
	// Fold keeps them as far as possible: compatibility decomposition without
	// its marks (ä is a), ASCII look-alikes of dashes, quotes, ligatures and
	// barred letters (ß is ss, ø is o). Letters without a look-alike (Greek)
	// stay; all else separates words.
	Fold Unicode = "fold"
	// Strip deletes them, as in the released data ("naïve" is "nave").
	Strip Unicode = "strip"
)

// What cleaning does with an ASCII character instead of writing it.
const (
	separate = iota // becomes a blank
	drop            // control characters, deleted as the released code does
	written         // any value from here on is the character to write
)

// ascii maps each ASCII character to what cleaning does with it.
var ascii = func() (table [128]byte) {
	for c := range table {
		switch {
		case 'A' <= c && c <= 'Z':
			table[c] = byte(c) + 'a' - 'A'
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', strings.IndexByte("_<>,().'%", byte(c)) >= 0:
			table[c] = byte(c)
		case c < ' ' && (c < '\t' || c > '\r'), c == 0x7f:
			table[c] = drop
		}
	}
	return table
}()

// cleaner collects lower-case text that contains only letters, digits and
// _ < > , ( ) . ' %, with single blanks between.
type cleaner struct {
	text  []byte
	blank bool // write a blank before the next character
}

// clean returns s in lower case; a single blank stands for everything that
// separates words. Bytes that are not UTF-8 separate (Fold) or vanish (Strip).
func (t *Tokenizer) clean(s string) string {
	c := cleaner{text: make([]byte, 0, len(s)+1)}
	for i := 0; i < len(s); {
		i += t.character(&c, s, i)
		for i < len(s) && s[i] < utf8.RuneSelf && !c.blank && ascii[s[i]] >= written { // the rest of a word
			c.text = append(c.text, ascii[s[i]])
			i++
		}
	}
	return string(c.text)
}

// character cleans the character of s at i and returns its number of bytes.
func (t *Tokenizer) character(c *cleaner, s string, i int) int {
	if b := s[i]; b < utf8.RuneSelf {
		if c.blank && (b == '.' || b == ',' || b == '\'') && (i+1 == len(s) || s[i+1] == ' ') {
			c.rejoin(b)
		}
		c.ascii(b)
		return 1
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if t.unicode == Fold {
		c.fold(s[i:i+n], r)
	} else if r == '\u0130' || r == '\u212a' { // their lower case is ASCII, so they stay
		c.ascii(byte(unicode.ToLower(r)))
	}
	return n
}

func (c *cleaner) ascii(b byte) {
	switch a := ascii[b]; a {
	case separate:
		c.blank = len(c.text) > 0
	case drop:
	default:
		c.write(a)
	}
}

// rejoin removes the blank before a mark that stands alone, so that text that was
// tokenised before gives the tokens of the original text: "etc ." is "etc.",
// "sci . ," is "sci.,", "' '" is a double quote. A single letter stays apart:
// before a separate point it is a formula rather than an initial.
func (c *cleaner) rejoin(mark byte) {
	s := c.text
	n := len(s)
	switch {
	case mark == '.':
		c.blank = n < 2 || !isLetter(s[n-1]) || s[n-2] == ' '
	case mark == ',':
		c.blank = n < 2 || s[n-1] != '.' || !isLetter(s[n-2])
	case mark == '\'':
		c.blank = s[n-1] != '\'' || n > 1 && s[n-2] != ' '
	}
}

func (c *cleaner) write(b byte) {
	if c.blank {
		c.text = append(c.text, ' ')
		c.blank = false
	}
	c.text = append(c.text, b)
}

// fold writes the character r, whose bytes are s.
func (c *cleaner) fold(s string, r rune) {
	// Before decomposition, which would take some of these apart.
	if like, ok := lookAlikes[r]; ok {
		c.foldString(like)
		return
	}
	if hangul(r) { // decomposed it would be up to three letters
		c.letter(r)
		return
	}
	var buffer [64]byte
	for _, d := range string(norm.NFKD.AppendString(buffer[:0], s)) {
		if like, ok := lookAlikes[unicode.ToLower(d)]; ok {
			c.foldString(like)
			continue
		}
		c.decomposed(d)
	}
}

func (c *cleaner) foldString(like string) {
	for i := range len(like) {
		c.ascii(like[i])
	}
}

func (c *cleaner) decomposed(r rune) {
	r = unicode.ToLower(r)
	switch {
	case r < utf8.RuneSelf:
		c.ascii(byte(r))
	case unicode.IsMark(r) || unicode.Is(unicode.Cf, r) && r != zeroWidthSpace:
	case unicode.IsLetter(r):
		c.letter(r)
	case unicode.Is(unicode.Nd, r):
		c.write('0' + digitValue(r))
	default:
		c.ascii(' ')
	}
}

func (c *cleaner) letter(r rune) {
	if c.blank {
		c.text = append(c.text, ' ')
		c.blank = false
	}
	c.text = utf8.AppendRune(c.text, r)
}

const zeroWidthSpace = '\u200b'

func hangul(r rune) bool { return 0xac00 <= r && r <= 0xd7a3 }

// digitValue returns the value of a decimal digit: in Unicode they stand in runs
// of ten that start at zero.
func digitValue(r rune) byte {
	zero := r
	for r-zero < 9 && unicode.Is(unicode.Nd, zero-1) {
		zero--
	}
	return byte(r-zero) % 10
}

// lookAlikes are lower-case characters with an ASCII form that compatibility
// decomposition lacks.
var lookAlikes = map[rune]string{
	'ø': "o", 'ß': "ss", 'ẞ': "ss", 'æ': "ae", 'œ': "oe", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ħ': "h",
	'ı': "i", 'ŧ': "t", 'ŋ': "ng", 'ĸ': "k", 'ƒ': "f", 'ɨ': "i", 'ɡ': "g", 'ⱥ': "a", 'ƀ': "b", 'ɇ': "e", 'ɉ': "j",
	'ɍ': "r", 'ɏ': "y", 'ƶ': "z", 'ȼ': "c", 'ǥ': "g", 'ᵽ': "p",
	'‘': "'", '’': "'", '‚': "'", '‛': "'", '´': "'", 'ʼ': "'", 'ʹ': "'", '′': "'", '＇': "'", '‹': "<", '›': ">",
}
