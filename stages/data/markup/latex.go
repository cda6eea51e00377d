package markup

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// latex reads the LaTeX in a text from left to right.
type latex struct {
	s       string
	ends    []int // closing braces that vanish, the innermost last
	formula int   // where the formula that is being read ends, −1 outside of formulas
}

// Longest argument of a command and longest formula, in bytes. So the time for a text grows with its length alone.
const (
	longestArgument = 2048
	longestFormula  = 256
)

// longestName is more than the bytes of any command, accent or protected word.
const longestName = 40

var (
	typeface  = regexp.MustCompile(`\A\{\\(?:it|em|bf|tt|sc|sl|rm|sf|itshape|bfseries|ttfamily|scshape|upshape)(?:\s+|\b)`)
	character = regexp.MustCompile(`\A\{\\([A-Za-z]+)\}`)
	protected = regexp.MustCompile(`\A\{[A-Z][A-Za-z0-9]*\}`)
	script    = regexp.MustCompile(`\A(?:\{su[bp] ([^{}\s]{1,12})\}|\[(?:su[bp]|subscript|superscript) ([^\[\]\s]{1,12})\])`)
	// part is a command of a preamble, or the beginning or end of a document, as it is or escaped.
	part = regexp.MustCompile(`\A\\+(?:(?:documentclass|usepackage|setlength)(?:\[[^\[\]]*\]|\{[^{}]*\})*|(?:begin|end)\{document\})`)
)

// mark returns the text that replaces the LaTeX at byte i, and its length, 0 if there is none.
func (l *latex) mark(i int) (text string, n int) {
	if i > l.formula {
		l.formula = -1
	}
	switch l.s[i] {
	case '$':
		return l.dollar(i)
	case '{':
		return l.open(i)
	case '}':
		return l.close(i)
	case '\\':
		if n = preamble(l.s[i:]); n > 0 {
			return "", n
		}
		if n = l.bracket(i); n > 0 {
			return "", n
		}
		return l.command(i)
	}
	if l.formula > 0 { // ^ and _
		return "", 1
	}
	return "", 0
}

// preamble returns the length of the preamble of a document of LaTeX, of a part of one that is cut, or of the end of a document, with
// which a text begins; 0 if it begins with none.
func preamble(s string) int {
	const begin = `\begin{document}`
	s = s[:min(len(s), longestComment)]
	n := len(part.FindString(s))
	if i := strings.Index(s, begin); n > 0 && i >= 0 && strings.HasPrefix(strings.TrimLeft(s, `\`), "documentclass") {
		return i + len(begin)
	}
	return n
}

// bracket begins or ends a formula between \( and \), or \[ and \]; it returns the length of the mark, 0 if there is none. Brackets
// that Markdown escapes have no sign of a formula in them: \[1\].
func (l *latex) bracket(i int) int {
	switch mark := l.s[i:min(len(l.s), i+2)]; {
	case i == l.formula && (mark == `\)` || mark == `\]`):
		return 2
	case l.formula > 0 || mark != `\(` && mark != `\[`:
		return 0
	default:
		rest := l.s[i+2 : min(len(l.s), i+2+longestFormula)]
		k := strings.Index(rest, map[string]string{`\(`: `\)`, `\[`: `\]`}[mark])
		if k <= 0 || mark == `\[` && !strings.ContainsAny(rest[:k], `\^_=+<>`) {
			return 0
		}
		l.formula = i + 2 + k
		return 2
	}
}

// ahead returns the text from byte i on, as much of it as a name can have.
func (l *latex) ahead(i int) string { return l.s[i:min(len(l.s), i+longestName)] }

// dollar begins or ends a formula. Dollars of prices do not: "$5 or 4$" has a blank and no sign of a formula, "$5/$10" a
// digit after the second dollar.
func (l *latex) dollar(i int) (text string, n int) {
	n = 1
	if strings.HasPrefix(l.s[i:], "$$") {
		n = 2
	}
	if i == l.formula {
		return "", n
	}
	from := i + n
	rest := l.s[from:min(len(l.s), from+longestFormula)]
	k := strings.Index(rest, l.s[i:from])
	if l.formula > 0 || k <= 0 {
		return "", 0
	}
	formula, after := rest[:k], l.s[from+k+n:]
	if strings.Contains(formula, " ") && !strings.ContainsAny(formula, `\^_=+<>`) || formula[k-1] == '\\' || after != "" && '0' <= after[0] && after[0] <= '9' {
		return "", 0
	}
	l.formula = from + k
	return "", n
}

// open reads an opening brace. In formulas all braces vanish; elsewhere those of {\it words}, {\"o} and {G}aussian do.
func (l *latex) open(i int) (text string, n int) {
	s := l.ahead(i)
	if text, n = accented(s, braced); n > 0 {
		return text, n
	}
	if m := script.FindStringSubmatch(s); m != nil {
		return m[1] + m[2], len(m[0])
	}
	if m := character.FindStringSubmatch(s); m != nil {
		if text = cmp.Or(letters[m[1]], symbols[m[1]], name(m[1])); text != "" {
			return text, len(m[0])
		}
	}
	if m := typeface.FindString(s); m != "" {
		return "", l.enter(i, i+len(m))
	}
	if l.formula > 0 {
		return "", l.enter(i, i+1)
	}
	return l.protected(i)
}

// protected reads braces that keep capitals of a part of a word: {G}aussian, i{P}hone.
func (l *latex) protected(i int) (text string, n int) {
	m := protected.FindString(l.ahead(i))
	before, _ := utf8.DecodeLastRuneInString(l.s[:i])
	after, _ := utf8.DecodeRuneInString(l.s[i+len(m):])
	if m == "" || !unicode.IsLetter(before) && !unicode.IsLetter(after) {
		return "", 0
	}
	return m[1 : len(m)-1], len(m)
}

// enter makes the closing brace vanish of the group whose content begins at from. It returns the length from i to from, 0 if the
// group does not end.
func (l *latex) enter(i, from int) int {
	end := closing(l.s, from)
	if end < 0 {
		return 0
	}
	l.ends = append(l.ends, end)
	return from - i
}

// close reads a closing brace. In formulas a blank separates two arguments, as in \frac{a}{b}.
func (l *latex) close(i int) (text string, n int) {
	last := len(l.ends) - 1
	if last < 0 || l.ends[last] != i {
		return "", 0
	}
	l.ends = l.ends[:last]
	if l.formula > 0 && strings.HasPrefix(l.s[i:], "}{") {
		return " ", 1
	}
	return "", 1
}

// closing returns where the group ends whose content begins at from, or −1.
func closing(s string, from int) int {
	depth := 1
	for i := from; i < min(len(s), from+longestArgument); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
