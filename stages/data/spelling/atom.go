package spelling

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// atom is a part of a text that has a case of its own: letters and digits, with the marks that hold a name together.
type atom struct {
	start, end int // in bytes
	word       string
}

// atoms returns the atoms of a text from a byte on. A hyphen separates: Bayesian-network has two.
func atoms(text string, from int) iter.Seq[atom] {
	return func(yield func(atom) bool) {
		for i := from; i < len(text); {
			n := strings.IndexFunc(text[i:], inWord)
			if n < 0 {
				return
			}
			start := i + n
			if i = atomEnd(text, start); !yield(atom{start, i, text[start:i]}) {
				return
			}
		}
	}
}

// respell returns a text with other words for its atoms.
func respell(text string, word func(atom) string) string {
	var b strings.Builder
	done := 0
	for a := range atoms(text, 0) {
		b.WriteString(text[done:a.start])
		b.WriteString(word(a))
		done = a.end
	}
	return b.String() + text[done:]
}

// ownCapitals reports whether the capitals of a word, which has some, are those of a name: DNA, LaTeX, mRNA, H.264, 3D. A single one at
// its beginning may be due to its place.
func ownCapitals(word string) bool {
	upper, lower := count(word)
	return upper > 1 || !capitalised(word) || lower == 0 && len(word) > 1
}

// atomEnd returns the end of the atom at a byte.
func atomEnd(text string, start int) int {
	for i := start; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case inWord(r) || r == softHyphen:
		case strings.ContainsRune("'’&./", r):
			if next, _ := utf8.DecodeRuneInString(text[i+n:]); !inWord(next) || isPossessive(text[i+n:], r) {
				return i
			}
		default:
			return i
		}
		i += n
	}
	return len(text)
}

// isPossessive reports whether an apostrophe begins the ending 's, which has no case of its own.
func isPossessive(rest string, apostrophe rune) bool {
	w := firstWord(rest)
	return (apostrophe == '\'' || apostrophe == '’') && (w == "s" || w == "S")
}

// key names an atom of a text for comparison. A single letter is named with the word that it is joined to, since the x of
// X-ray is not that of a formula.
func key(text string, a atom) string {
	word := a.word
	if utf8.RuneCountInString(word) == 1 {
		r, n := utf8.DecodeRuneInString(text[a.end:])
		if next := a.end + n; isHyphen(r) && next < len(text) {
			word += "-" + text[next:atomEnd(text, next)]
		}
	}
	return strings.ToLower(strings.ReplaceAll(word, string(softHyphen), ""))
}
