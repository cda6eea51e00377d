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
	Key        string // by which labels match it: its stem, or ~ and the whole word for a stop word
	Exact      string // "=IT" for IT, and "=Will" for a stop word that is written as a name; "" for other words
	Ends       bool   // a sentence ends before the next word
}

// acronymLetters is the largest number of letters of an acronym. Longer words match in any case.
const acronymLetters = 4

// Prefixes of keys; no word contains them.
const (
	exactMark = "=" // before an acronym or a stop word of a name, as it is written
	stopMark  = "~" // before a stop word, so that no stem is equal to it
)

// Words cuts a text into words, runs of letters and digits, and stems them. Each Chinese or Japanese character is a word.
func (s *Stemmer) Words(text string) []Word {
	spans := cut(text, nil)
	words := make([]Word, len(spans))
	from := 0
	for i, k := range spans {
		known := s.word(lower(s.languages[0], text[k.start:k.end]))
		words[i] = Word{Stem: known.stem, Key: known.key, Start: k.start, End: k.end, Ends: k.ends}
		if k.ends || i == len(spans)-1 {
			exactly(text, spans[from:i+1], words[from:i+1])
			from = i + 1
		}
	}
	return words
}

// exactly sets Exact in a sentence. The case of a stop word only tells a name within other words: not at the beginning, and not where
// all words have capitals.
func exactly(text string, spans []span, words []Word) {
	prose, small, long, stops := false, false, false, 0
	for i, k := range spans {
		surface := text[k.start:k.end]
		has := strings.ContainsFunc(surface, unicode.IsLower)
		small = small || has
		prose = prose || has && !k.capital && !strings.HasPrefix(words[i].Key, stopMark)
		long = long || k.letters > acronymLetters
		if strings.HasPrefix(words[i].Key, stopMark) {
			stops++
		}
	}
	for i, k := range spans {
		stop := strings.HasPrefix(words[i].Key, stopMark)
		switch {
		case k.acronym() && (!stop || small || !long && stops < 2), stop && k.capital && !k.acronym() && prose && i > 0:
			words[i].Exact = exactMark + text[k.start:k.end]
		}
	}
}

// span is the range of bytes of a word.
type span struct {
	start, end     int
	letters, upper int  // number of letters and digits, and of capitals among them
	capital        bool // the first letter is one
	ends           bool
}

// acronym reports whether the word is an acronym by its letters alone.
func (s span) acronym() bool {
	return s.upper == s.letters && s.letters > 1 && s.letters <= acronymLetters
}

// initial reports whether the word is a capital, behind which a full stop ends no sentence: U.S. economy, E. coli, J. S. Bach.
func (s span) initial() bool { return s.letters == 1 && s.capital }

// cut appends the words of a text.
func cut(text string, spans []span) []span {
	none := span{start: -1}
	word := none
	var last rune
	end := func(at int) {
		if word.start >= 0 {
			word.end = at
			if word.letters == 1 {
				word.end += signs(text[at:])
			}
			spans = append(spans, word)
			word = none
		}
	}
	for at, r := range text {
		switch k := kindOf(r); {
		case k == ideograph:
			end(at)
			word.start, word.letters = at, 1
			end(at + utf8.RuneLen(r))
		case k != other && (k != mark || word.start >= 0):
			if word.start < 0 {
				word.start, word.capital = at, k == capital
			}
			if word.letters++; k == capital {
				word.upper++
			}
		default:
			end(at)
			if n := len(spans); n > 0 && ends(last, r) && !(last == '.' && spans[n-1].initial()) {
				spans[n-1].ends = true
			}
		}
		last = r
	}
	end(len(text))
	return spans
}

// signs returns the length of the signs with which the name of a letter ends, as in C++ and F#, 0 for none.
func signs(after string) int {
	n := len(after) - len(strings.TrimLeft(after, "+#"))
	if next, _ := utf8.DecodeRuneInString(after[n:]); n > 2 || n < len(after) && kindOf(next) != other {
		return 0
	}
	return n
}

// kind is the class of a character.
type kind uint8

const (
	other kind = iota
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
		return other
	case unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r):
		return ideograph
	case unicode.IsUpper(r):
		return capital
	case unicode.IsLetter(r) || unicode.IsDigit(r) || r >= '₀' && r <= '₉':
		return letter
	case unicode.IsMark(r):
		return mark
	}
	return other
}

// ends reports whether a sentence ends with these two characters.
func ends(last, r rune) bool {
	switch last {
	case '.', '!', '?', ';', ':', '\n':
		return unicode.IsSpace(r)
	}
	return r == '。' || r == '！' || r == '？'
}
