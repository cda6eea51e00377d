package text

// A matcher tries one lexical rule on s at position i, which is inside s. It
// returns the end of the token and how far the rule looked, both offsets in s;
// reach 0 says that the rule does not match.
type matcher func(s string, i int) (end, reach int)

// The rules by the first character of a token, in the order of the CoreNLP
// tokeniser: the rule that looks farthest wins, and among equals the first.
var (
	wordRules = []matcher{
		assimilation, wordBeforeEnclitic, wordBeforeNot, word, contraction, yPrefix, address,
		notBeforeOther, numberedAbbreviation, placeAbbreviation, companyAbbreviation,
		closingAbbreviation, leadingAbbreviation, fileName, wordBeforeComma, face, compound, not,
	}
	numberRules     = []matcher{number, fileName, phone, compound}
	apostropheRules = []matcher{
		assimilation, elision, encliticBeforeOther, year, doubleQuote, face, quoteBeforeWord, one, enclitic,
	}
	angleRules       = []matcher{tag, one, face, guillemet}
	parenthesisRules = []matcher{phone, face, one}
	pointRules       = []matcher{number, ellipsis, one}
	underscoreRules  = []matcher{underscores}
	otherRules       = []matcher{one}
)

// rulesFor returns the rules for a token that starts at s[i].
func rulesFor(s string, i int) []matcher {
	switch c := s[i]; {
	case isLetter(c):
		return wordRules
	case isDigit(c):
		return numberRules
	case c == '\'':
		return apostropheRules
	case c == '.' || c == ',':
		return pointRules
	case c == '<' || c == '>':
		return angleRules
	case c == '(':
		return parenthesisRules
	case c == '_':
		return underscoreRules
	}
	return otherRules
}

// longest returns the end of the token that starts at i.
func longest(s string, i int) int {
	best, far := i, 0
	for _, m := range rulesFor(s, i) {
		if end, reach := m(s, i); reach > far {
			best, far = end, reach
		}
	}
	return best
}

// isLetter reports whether a byte of cleaned text belongs to a letter. Every byte of
// a character outside ASCII does: cleaning leaves only letters there.
func isLetter(c byte) bool       { return 'a' <= c && c <= 'z' || c >= 0x80 }
func isDigit(c byte) bool        { return '0' <= c && c <= '9' }
func isAlphanumeric(c byte) bool { return alphanumeric[c] }

var alphanumeric = func() (table [256]bool) {
	for c := range table {
		table[c] = isLetter(byte(c)) || isDigit(byte(c))
	}
	return table
}()

// at returns s[i], 0 past the end.
func at(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// span returns the end of the run of characters of class that starts at i.
func span(s string, i int, class func(byte) bool) int {
	for i < len(s) && class(s[i]) {
		i++
	}
	return i
}

// has reports whether prefix stands at s[i].
func has(s string, i int, prefix string) bool {
	return len(s)-i >= len(prefix) && s[i:i+len(prefix)] == prefix
}

func one(_ string, i int) (end, reach int) { return i + 1, i + 1 }

// underscores: a run of them is one token.
func underscores(s string, i int) (end, reach int) {
	end = span(s, i, func(c byte) bool { return c == '_' })
	return end, end
}

// ellipsis: three points or more.
func ellipsis(s string, i int) (end, reach int) {
	end = span(s, i, func(c byte) bool { return c == '.' })
	if end-i < 3 {
		return 0, 0
	}
	if at(s, end) == ' ' && isLetter(at(s, end+1)) && end-i > 3 {
		return end - 1, end // the last one ends the sentence
	}
	return end, end
}

// guillemet: two equal angle brackets.
func guillemet(s string, i int) (end, reach int) {
	if at(s, i+1) == s[i] {
		return i + 2, i + 2
	}
	return 0, 0
}

// tag: a name, or names with blanks between, in angle brackets.
func tag(s string, i int) (end, reach int) {
	if s[i] != '<' {
		return 0, 0
	}
	start := i
	for c := s[i]; c == '<' && i == start || c == ' '; c = at(s, i) {
		i++
		if c := at(s, i); c < 'a' || c > 'z' {
			break
		}
		i = span(s, i, func(c byte) bool {
			return 'a' <= c && c <= 'z' || isDigit(c) || c == '_' || c == '.'
		})
	}
	if at(s, i) != '>' || i == start+1 {
		return 0, 0
	}
	return i + 1, i + 1
}

// face: the small Asian smileys that can be written with the kept characters,
// "x_x" and "(xx)".
func face(s string, i int) (end, reach int) {
	eye := func(j int) bool {
		c := at(s, j)
		return c == 'x' || c == '<' || c == '>' || c == '\''
	}
	switch {
	case eye(i) && at(s, i+1) == '_' && eye(i+2):
		return i + 3, i + 3
	case s[i] != '(' || !eye(i+1):
		return 0, 0
	case eye(i+2) && at(s, i+3) == ')':
		return i + 4, i + 4
	case (at(s, i+2) == '_' || at(s, i+2) == '.') && eye(i+3) && at(s, i+4) == ')':
		return i + 5, i + 5
	}
	return 0, 0
}
