package thesaurus

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Word is a word of a text.
type Word struct {
	Stem       string // in lower case
	Start, End int    // bytes of the text
	Acronym    string // "=IT" for IT, "" for other words: a label that is an acronym is not the word it
	Ends       bool   // a sentence ends before the next word
}

// acronymLetters are the most of an acronym: a longer word is known by its letters in any case.
const acronymLetters = 4

// Words cuts a text into words, runs of letters and digits, and stems them. A character of Chinese or Japanese is a word.
func (s *Stemmer) Words(text string) (words []Word) {
	start, upper := -1, 0
	var last rune
	end := func(at int) {
		if start < 0 {
			return
		}
		surface := text[start:at]
		w := Word{Stem: s.Stem(strings.ToLower(surface)), Start: start, End: at}
		if n := utf8.RuneCountInString(surface); upper == n && n > 1 && n <= acronymLetters {
			w.Acronym = "=" + surface
		}
		words = append(words, w)
		start, upper = -1, 0
	}
	for at, r := range text {
		switch {
		case unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r):
			end(at)
			start = at
			end(at + utf8.RuneLen(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && start >= 0:
			if start < 0 {
				start = at
			}
			if unicode.IsUpper(r) {
				upper++
			}
		default:
			end(at)
			if n := len(words); n > 0 && ends(last, r) {
				words[n-1].Ends = true
			}
		}
		last = r
	}
	end(len(text))
	return words
}

// ends reports whether a sentence ends with these two characters.
func ends(last, r rune) bool {
	switch last {
	case '.', '!', '?', ';', ':', '\n':
		return unicode.IsSpace(r)
	}
	return r == '。' || r == '！' || r == '？'
}
