package text

import (
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/markup"
)

// Digit is the word that replaces every integer.
const Digit = "<digit>"

// Tokenizer cuts raw text into tokens. It keeps no state between calls; any number
// of goroutines may use it. The zero value strips, see Unicode.
type Tokenizer struct {
	unicode Unicode
}

// NewTokenizer returns a tokeniser that treats characters outside ASCII as u says;
// any value but Fold is Strip.
func NewTokenizer(u Unicode) *Tokenizer { return &Tokenizer{unicode: u} }

// Tokens leaves markup out of s (see markup.Of), which is words in the released
// data, and cuts the rest into lower-case tokens by the rules of One2Set. All
// characters but letters, digits and _ < > , ( ) . ' % separate. The rest is cut as
// in the CoreNLP tokeniser by the Penn Treebank rules ("system's" is "system", "'s";
// "e.g." stays; "10,000" stays), and integers become Digit. Any string is allowed;
// no token is empty or contains a blank. The result is empty, not nil, for a text
// without tokens. The tokens share memory.
func (t *Tokenizer) Tokens(s string) []string {
	tokens, _ := tokenise(t.clean(markup.Plain(s)), nil)
	return tokens
}

// tokenise cuts cleaned text into tokens. It returns their spans if places has the place of each byte.
func tokenise(clean string, places []place) (tokens []string, spans []int32) {
	tokens = make([]string, 0, len(clean)/5+4)
	if places != nil {
		spans = make([]int32, 0, 2*cap(tokens))
	}
	last := int32(0) // where the span before ends
	for i := 0; i < len(clean); {
		if clean[i] == ' ' {
			i++
			continue
		}
		before, end := len(tokens), tokenEnd(clean, i)
		tokens = appendToken(tokens, clean[i:end])
		if places == nil {
			i = end
			continue
		}
		for _, part := range tokens[before:] {
			stop := end
			if len(tokens) > before+1 { // parts with blanks between, each a token of its own
				for clean[i] == ' ' {
					i++
				}
				stop = i + len(part)
			}
			from := max(places[i].from, last)
			last = places[stop-1].to
			spans = append(spans, from, last)
			i = stop
		}
		i = end
	}
	return tokens, spans
}

// tokenEnd returns the end of the token that starts at i.
func tokenEnd(text string, i int) int {
	if end := plain(text, i); end > 0 {
		return end
	}
	return longest(text, i)
}

// Title is Tokens of a title followed by the token ".". A title that already ends in
// a point gets no second one; a title without tokens gives an empty list.
func (t *Tokenizer) Title(s string) []string {
	s, _ = unclosed(markup.Plain(s))
	title, _ := tokenise(t.clean(s)+" .", nil)
	return title[:closed(title)]
}

// unclosed returns a title without blanks and a separate point at its end, and whether there was such a point.
func unclosed(s string) (title string, point bool) {
	return strings.CutSuffix(strings.TrimRight(s, " "), " .")
}

// closed returns how many tokens of a title remain with one point at its end; none if it has no other tokens.
func closed(title []string) int {
	n := len(title)
	for n > 1 && title[n-2] == "." {
		n--
	}
	if n == 1 {
		return 0
	}
	return n
}

// plain returns the end of a token that needs no rule, or 0: letters and digits
// before a character that no rule could join to them.
func plain(s string, i int) int {
	end := span(s, i, isAlphanumeric)
	if end == i {
		return plainMark(s, i)
	}
	switch at(s, end) {
	case '.', '\'', '_':
		return 0
	case ',':
		if isDigit(s[i]) {
			return 0
		}
	case ' ':
		if isDigit(s[i]) && isDigit(at(s, end+1)) {
			return 0 // perhaps a telephone number
		}
	}
	if n := end - i; 3 <= n && n <= 6 && assimilated(s[i:end]) > 0 {
		return 0
	}
	return end
}

// plainMark is plain for a mark: it covers most commas, points and parentheses.
func plainMark(s string, i int) int {
	next := at(s, i+1)
	switch s[i] {
	case ')', '%':
		return i + 1
	case ',':
		if !isDigit(next) {
			return i + 1
		}
	case '.':
		if next == ' ' || next == 0 {
			return i + 1
		}
	case '(':
		if 'a' <= next && next < 'x' {
			return i + 1
		}
	}
	return 0
}

// appendToken appends a token, an integer as Digit. A token with blanks inside (a
// telephone number, a tag with attributes) is never Digit; its parts are appended
// one by one.
func appendToken(tokens []string, token string) []string {
	if strings.IndexByte(token, ' ') >= 0 {
		return append(tokens, strings.Fields(token)...)
	}
	if isDigit(token[0]) && span(token, 0, isDigit) == len(token) {
		token = Digit
	}
	return append(tokens, token)
}
