package text

import "strings"

// Digit is the word that stands for every whole number.
const Digit = "<digit>"

// Tokenizer cuts raw text into tokens. It holds no state between calls and may
// be used by any number of goroutines. The zero value strips, see Unicode.
type Tokenizer struct {
	unicode Unicode
}

// NewTokenizer returns a tokeniser that treats characters outside ASCII as u
// says; anything but Fold is Strip.
func NewTokenizer(u Unicode) *Tokenizer { return &Tokenizer{unicode: u} }

// Tokens cuts s into lower-case tokens by the rules of the One2Set data: all
// but letters, digits and _ < > , ( ) . ' % separates, what is left is cut as
// the CoreNLP tokeniser does by the Penn Treebank rules ("system's" is
// "system", "'s"; "e.g." stays; "10,000" stays), and whole numbers become
// Digit. Any string is allowed; no token is empty or holds a blank; the result
// is empty, not nil, for a text without tokens. The tokens share memory.
func (t *Tokenizer) Tokens(s string) []string { return tokens(t.clean(s)) }

func tokens(text string) []string {
	all := make([]string, 0, len(text)/5+4)
	for i := 0; i < len(text); {
		if text[i] == ' ' {
			i++
			continue
		}
		end := tokenEnd(text, i)
		all = appendToken(all, text[i:end])
		i = end
	}
	return all
}

// tokenEnd returns the end of the token that starts at i.
func tokenEnd(text string, i int) int {
	if end := plain(text, i); end > 0 {
		return end
	}
	return longest(text, i)
}

// Title is Tokens of a title with the token "." that closes it; an empty list
// for a title without tokens. A title that has a point at its end gets no
// second one.
func (t *Tokenizer) Title(s string) []string {
	s, _ = unclosed(s)
	title := tokens(t.clean(s) + " .")
	return title[:closed(title)]
}

// unclosed returns a title without blanks and a point that stands free at its end, and whether there was such a point.
func unclosed(s string) (title string, point bool) {
	return strings.CutSuffix(strings.TrimRight(s, " "), " .")
}

// closed returns how many tokens of a title are left with one point at its end; none of one that has no others.
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

// plain returns the end of a token that one look settles, or 0: letters and
// digits with nothing behind that a rule could join to them.
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

// plainMark is plain for a mark: most commas, points and parentheses.
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

// appendToken appends a token, a whole number as Digit. A token with blanks
// inside (a telephone number, a tag with attributes) escapes that rule and is
// written as its parts.
func appendToken(tokens []string, token string) []string {
	if strings.IndexByte(token, ' ') >= 0 {
		return append(tokens, strings.Fields(token)...)
	}
	if isDigit(token[0]) && span(token, 0, isDigit) == len(token) {
		token = Digit
	}
	return append(tokens, token)
}
