package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lexicon ranks words: the most frequent has the lowest rank. ok is false for a word that it does not know.
type Lexicon interface {
	Rank(word string) (rank int, ok bool)
}

// Characters that tokenising leaves out, of two and of three bytes. They stand in the place of a hyphen that only ends a line, so
// that a text stays as long as it is.
const (
	softHyphen = "\u00ad"
	wordJoiner = "\u2060"
)

// hyphens joins words that the end of a line cut.
type hyphens struct {
	texts   []string        // of the document
	words   map[string]bool // of the texts, in small letters, nil before the first hyphen
	lexicon Lexicon         // nil: none
}

// join returns a text, as long as it was, in which the parts of words are joined that a hyphen and a line end, or the blank
// that became of it, separate: behind a soft hyphen always, behind others where the document has the word in one piece, or the
// lexicon has it and one of its parts is rarer. A hyphen that the document also has within a line stays.
func (h *hyphens) join(text string) string {
	marks := "-"
	if strings.Contains(text, softHyphen) || strings.Contains(text, "\u2010") {
		marks = "-\u00ad\u2010"
	}
	var b []byte
	for i := 0; i < len(text); {
		step := strings.IndexAny(text[i:], marks)
		if step < 0 {
			break
		}
		i += step
		r, n := utf8.DecodeRuneInString(text[i:])
		rest := strings.TrimLeftFunc(text[i+n:], unicode.IsSpace)
		end := len(text) - len(rest)
		if end > i+n && h.cut(r, lastWord(text[:i]), firstWord(rest)) {
			if b == nil {
				b = []byte(text)
			}
			invisible(b[i:end])
		}
		i = end
	}
	if b == nil {
		return text
	}
	return string(b)
}

// cut reports whether a hyphen, with white space behind it, only shows that a word goes on.
func (h *hyphens) cut(hyphen rune, before, after string) bool {
	first, _ := utf8.DecodeRuneInString(after)
	if before == "" || !unicode.IsLower(first) {
		return false
	}
	before, after = strings.ToLower(before), strings.ToLower(after)
	switch {
	case string(hyphen) == softHyphen:
		return true
	case h.has(before + "-" + after):
		return false
	case h.has(before + after):
		return true
	case h.lexicon == nil:
		return false
	}
	whole, known := h.lexicon.Rank(before + after)
	rarer := func(part string) bool {
		rank, ok := h.lexicon.Rank(part)
		return !ok || rank > whole
	}
	return known && (rarer(before) || rarer(after))
}

// has reports whether a text of the document has a word in one piece.
func (h *hyphens) has(word string) bool {
	if h.words == nil {
		h.words = map[string]bool{}
		for _, t := range h.texts {
			for w := range strings.FieldsFuncSeq(strings.ToLower(t), func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
				h.words[w] = true
			}
		}
	}
	return h.words[word]
}

// invisible fills two bytes or more with characters that tokenising leaves out.
func invisible(b []byte) {
	for len(b) > 0 {
		mark := softHyphen
		if len(b)%2 == 1 {
			mark = wordJoiner
		}
		b = b[copy(b, mark):]
	}
}

// lastWord returns the letters with which a text ends.
func lastWord(s string) string { return s[len(strings.TrimRightFunc(s, unicode.IsLetter)):] }

// firstWord returns the letters with which a text begins.
func firstWord(s string) string { return s[:len(s)-len(strings.TrimLeftFunc(s, unicode.IsLetter))] }
