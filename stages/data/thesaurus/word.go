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
	Acronym    string // "=IT" for IT, "" for other words: the label IT does not match the word it
	Ends       bool   // a sentence ends before the next word
}

// acronymLetters is the largest number of letters of an acronym. Longer words match in any case.
const acronymLetters = 4

// acronymMark is the prefix of an acronym; no word contains it.
const acronymMark = "="

// Words cuts a text into words, runs of letters and digits, and stems them. Each Chinese or Japanese character is a word.
func (s *Stemmer) Words(text string) []Word {
	spans := cut(text, nil)
	words := make([]Word, len(spans))
	for i, k := range spans {
		surface := text[k.start:k.end]
		words[i] = Word{Stem: s.Stem(strings.ToLower(surface)), Start: k.start, End: k.end, Ends: k.ends}
		if k.acronym {
			words[i].Acronym = acronymMark + surface
		}
	}
	return words
}

// span is the range of bytes of a word.
type span struct {
	start, end    int
	acronym, ends bool
}

// cut appends the words of a text.
func cut(text string, spans []span) []span {
	start, letters, upper := -1, 0, 0
	var last rune
	end := func(at int) {
		if start >= 0 {
			spans = append(spans, span{start, at, upper == letters && letters > 1 && letters <= acronymLetters, false})
			start, letters, upper = -1, 0, 0
		}
	}
	for at, r := range text {
		switch k := kindOf(r); {
		case k == ideograph:
			end(at)
			start, letters = at, 1
			end(at + utf8.RuneLen(r))
		case k != none && (k != mark || start >= 0):
			if start < 0 {
				start = at
			}
			if letters++; k == capital {
				upper++
			}
		default:
			end(at)
			if n := len(spans); n > 0 && ends(last, r) {
				spans[n-1].ends = true
			}
		}
		last = r
	}
	end(len(text))
	return spans
}

// kind is the class of a character.
type kind uint8

const (
	none kind = iota
	letter
	capital
	mark
	ideograph
)

// kindOf returns the class of a character, for ASCII without Unicode tables.
func kindOf(r rune) kind {
	switch {
	case r < utf8.RuneSelf:
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return letter
		case 'A' <= r && r <= 'Z':
			return capital
		}
		return none
	case unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r):
		return ideograph
	case unicode.IsUpper(r):
		return capital
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return letter
	case unicode.IsMark(r):
		return mark
	}
	return none
}

// ends reports whether a sentence ends with these two characters.
func ends(last, r rune) bool {
	switch last {
	case '.', '!', '?', ';', ':', '\n':
		return unicode.IsSpace(r)
	}
	return r == '。' || r == '！' || r == '？'
}
