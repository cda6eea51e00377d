package variant

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestBracket is the largest number of bytes between brackets that define an acronym.
const longestBracket = 200

// Definitions calls found with each acronym that a plain text defines, in the singular, and its long form: "graph neural network
// (GNN)" and "GNN (graph neural network)". The rules are those of Schwartz and Hearst; an acronym has two capitals or more.
func Definitions(plain string, found func(short, long string)) {
	plain = strings.ReplaceAll(plain, "~", " ") // of LaTeX
	for from := 0; ; {
		open := strings.IndexByte(plain[from:], '(')
		if open < 0 {
			return
		}
		open += from
		from = open + 1
		end := strings.IndexAny(plain[from:min(len(plain), from+longestBracket)], "()")
		if end < 0 || plain[from+end] != ')' {
			continue
		}
		before, inside := sentence(plain[:open]), plain[from:from+end]
		first, _, _ := strings.Cut(strings.ReplaceAll(inside, ";", ","), ",")
		if short, ok := Acronym(strings.TrimSpace(first)); ok {
			long := initials(short, before)
			if long == "" {
				n := utf8.RuneCountInString(short)
				long = longForm(short, lastWords(before, min(n+5, 2*n))) // as many as a long form may have
			}
			if long != "" && !strings.ContainsAny(long, "()") {
				found(short, long)
			}
		} else if short, ok := Acronym(lastWords(before, 1)); ok {
			if long := longForm(short, strings.TrimSpace(inside)); long == strings.TrimSpace(inside) {
				found(short, long)
			}
		}
	}
}

// sentence returns what stands of a text after the last mark that ends a sentence or a clause, at most longestBracket bytes.
func sentence(plain string) string {
	plain = plain[max(0, len(plain)-longestBracket):]
	for _, end := range []string{". ", "? ", "! ", "; ", ": ", "\n\n"} {
		plain = plain[max(0, strings.LastIndex(plain, end)+1):]
	}
	return plain
}

// lastWords returns the last n words of a sentence.
func lastWords(s string, n int) string {
	fields := strings.Fields(s)
	return strings.Join(fields[max(0, len(fields)-n):], " ")
}

// initials returns the last words of a sentence if their first letters, also those after hyphens, are the acronym; else "".
func initials(short, s string) string {
	want, from := []rune(strings.ToLower(short)), len(s)
	for i := len(want) - 1; i >= 0; i-- {
		from = strings.LastIndexFunc(strings.TrimRightFunc(s[:from], boundary), boundary)
		first, size := utf8.DecodeRuneInString(s[from+1:])
		if size == 0 || unicode.ToLower(first) != want[i] {
			return ""
		}
		if from++; from == 0 && i > 0 {
			return ""
		}
	}
	if from > 0 && !strings.HasSuffix(s[:from], " ") {
		return "" // in the middle of a word with hyphens
	}
	return strings.TrimSpace(s[from:])
}

func boundary(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) }

// longForm returns the shortest end of a text that contains the characters of an acronym in their order, the first at the beginning of
// a word; "" if there is none. The result has more letters than the acronym, and does not contain it.
func longForm(short, long string) string {
	s, l := []rune(strings.ToLower(short)), []rune(strings.ToLower(long))
	if written := []rune(long); len(written) != len(l) {
		return ""
	}
	at := len(l)
	for i := len(s) - 1; i >= 0; i-- {
		at--
		for at >= 0 && (l[at] != s[i] || i == 0 && at > 0 && wordRune(l[at-1])) {
			at--
		}
		if at < 0 {
			return ""
		}
	}
	for at > 0 && !unicode.IsSpace(l[at-1]) {
		at--
	}
	found := strings.TrimSpace(string([]rune(long)[at:]))
	itself := func(word string) bool { return strings.EqualFold(word, short) }
	if utf8.RuneCountInString(found) <= len(s) || slices.ContainsFunc(words(found, false), itself) {
		return ""
	}
	return found
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
