package markup

import (
	"cmp"
	"slices"
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

// mark returns what stands for the LaTeX at byte i, and its length, or 0 if it is none.
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
		return l.command(i)
	}
	if l.formula > 0 { // ^ and _
		return "", 1
	}
	return "", 0
}

// dollar begins or ends a formula. Text between amounts of money is none: "$5 or 4$" has a blank and no sign of a formula, "$5/$10" a
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

// open reads an opening brace. In formulas braces vanish, elsewhere those of {\it words}, {\"o} and {G}aussian.
func (l *latex) open(i int) (text string, n int) {
	s := l.s[i:]
	if text, n = accented(s, braced); n > 0 {
		return text, n
	}
	if m := character.FindStringSubmatch(s[:min(len(s), longestName)]); m != nil {
		if text = cmp.Or(letters[m[1]], symbols[m[1]], name(m[1])); text != "" {
			return text, len(m[0])
		}
	}
	n = 1
	if m := typeface.FindString(s[:min(len(s), longestName)]); m != "" {
		n = len(m)
	} else if l.formula < 0 && !l.protects(i) {
		return "", 0
	}
	return "", l.enter(i, i+n)
}

// protects reports whether the brace at i keeps a capital within a word: {G}aussian, i{P}hone.
func (l *latex) protects(i int) bool {
	m := protected.FindString(l.s[i:min(len(l.s), i+longestName)])
	before, _ := utf8.DecodeLastRuneInString(l.s[:i])
	after, _ := utf8.DecodeRuneInString(l.s[i+len(m):])
	return m != "" && (unicode.IsLetter(before) || unicode.IsLetter(after))
}

// enter makes the closing brace of the group whose content begins at from vanish. It returns the length from i to from, or 0 if
// the group does not end.
func (l *latex) enter(i, from int) int {
	end := closing(l.s, from)
	if end < 0 {
		return 0
	}
	l.ends = append(l.ends, end)
	return from - i
}

// close reads a closing brace. In formulas a blank parts two arguments, as in \frac{a}{b}.
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

// command reads a backslash and what follows.
func (l *latex) command(i int) (text string, n int) {
	s := l.s[i:]
	if len(s) > 1 && strings.IndexByte(`%&$_#{}`, s[1]) >= 0 {
		return s[1:2], 2
	}
	if text, n = accented(s, argument); n > 0 {
		return text, n
	}
	if text, n = accented(s, bare); n > 0 && l.within(i, s) {
		return text, n
	}
	command := commandName.FindString(s[:min(len(s), longestName)])
	switch {
	case command == "":
		return "", 0
	case strings.HasPrefix(s[len(command):], "{"):
		if text, n = l.call(i, command); n > 0 {
			return text, n
		}
	}
	if symbol, ok := symbols[command[1:]]; ok {
		return symbol, len(command)
	}
	if l.formula > 0 {
		return cmp.Or(name(command[1:]), " "), len(command)
	}
	return "", 0
}

// call reads a command that is followed by a brace, up to the text that it shows.
func (l *latex) call(i int, command string) (text string, n int) {
	from := i + len(command) + 1
	switch command[1:] {
	case "cite", "citep", "citet", "ref", "eqref", "label":
		if end := closing(l.s, from); end > 0 {
			return " ", end + 1 - i
		}
	case "href", "textcolor":
		if end := closing(l.s, from); end > 0 && strings.HasPrefix(l.s[end:], "}{") {
			return "", l.enter(i, end+2)
		}
	case "footnote":
		return " ", l.enter(i, from)
	default:
		if slices.Contains(shown, command[1:]) {
			return "", l.enter(i, from)
		}
	}
	return "", 0
}
