package word

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Word is a word of a text.
type Word struct {
	Text       string // as it stands in the text
	Lower      string // in lower case
	Start, End int    // bytes of the text
	// Broken is set if something other than blanks, hyphens and apostrophes precedes the word, or nothing, or one of text.Breaks.
	Broken bool
	// Opens is set if the word begins a sentence, where a capital is no evidence.
	Opens bool
}

// Cutter cuts and stems. It caches stems. It is not safe for concurrent use.
type Cutter struct {
	stems   map[string]string // cache, of one language
	tag     string
	stemmer *Stemmer
}

// NewCutter returns a Cutter with an empty cache.
func NewCutter() *Cutter { return &Cutter{} }

// Cut returns the words of a text in the language of a tag, see language.Detect. Unknown tags are allowed. Words contain a letter or
// digit, are in order, and do not overlap; given[Start:End] is Text. Bytes that are not UTF-8 separate words. Those of addresses are left out.
func (c *Cutter) Cut(tag, given string) []Word {
	words, breaks, addresses := make([]Word, 0, len(given)/6+1), text.Breaks(given), text.Addresses(given)
	broken, opens, lines, state, at := true, true, 0, -1, 0
	for rest := given; rest != ""; {
		var piece string
		piece, rest, state = uniseg.FirstWordInString(rest, state)
		for len(breaks) > 0 && int(breaks[0]) <= at {
			breaks, broken = breaks[1:], true
		}
		if len(breaks) > 0 && int(breaks[0]) < at+len(piece) { // a blank is missing after a sentence
			end := int(breaks[0])
			piece, rest, state = given[at:end], given[end:], -1
		}
		for len(addresses) > 0 && addresses[0][1] <= at {
			addresses = addresses[1:]
		}
		within := len(addresses) > 0 && addresses[0][0] <= at || tag != "en" && suspended(rest)
		if within && spoken(piece) { // no word
			broken, at = true, at+len(piece)
			continue
		}
		if !spoken(piece) {
			b, o := between(piece)
			// A blank line ends a paragraph, a single line end does not.
			lines += strings.Count(piece, "\n")
			broken, opens, at = broken || b || lines > 1, opens || o || lines > 1, at+len(piece)
			continue
		}
		own := strings.TrimRight(piece, ".:?!")
		words = append(words, Word{own, strings.ToLower(own), at, at + len(own), broken, opens})
		broken, opens = between(piece[len(own):])
		at, lines = at+len(piece), 0
	}
	switch tag {
	case "zh":
		return han(words)
	case "ja":
		return joined(words, ideographs)
	}
	return phrases(joined(words, unspaced))
}

// suspended reports whether the word before rest is the beginning of a longer one whose end follows later: Last- und Personenwagen. In English
// it is a word, too.
func suspended(rest string) bool {
	return strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "-, ")
}

// spoken reports whether a piece has a letter or a digit.
func spoken(piece string) bool {
	for _, r := range piece {
		if r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r)) {
			return true
		}
	}
	return false
}

// between reports whether the text between two words separates phrases, and whether it ends a sentence.
func between(piece string) (breaks, ends bool) {
	for _, r := range piece {
		switch {
		case strings.ContainsRune(".!?。！？…:：\u2029", r):
			return true, true
		case !unicode.IsSpace(r) && !strings.ContainsRune("-‐‑'’·\u00ad\u200b\u200c\u200d", r) && !unicode.IsMark(r):
			return true, ends
		}
	}
	return false, false
}

// joined joins words of a kind that follow each other without anything between. In Japanese these are Kanji; a single Hiragana stays
// one word.
func joined(words []Word, of func(string) bool) []Word {
	out := words[:0]
	for _, w := range words {
		if n := len(out); n > 0 && out[n-1].End == w.Start && of(out[n-1].Lower) && of(w.Lower) {
			out[n-1].Text, out[n-1].Lower, out[n-1].End = out[n-1].Text+w.Text, out[n-1].Lower+w.Lower, w.End
			continue
		}
		out = append(out, w)
	}
	return out
}

// longestPhrase is the number of characters of the longest run of letters that phrases keeps.
const longestPhrase = 30

// phrases separates the clauses of scripts that set blanks between clauses alone, and leaves out those that are too long for a phrase.
func phrases(words []Word) []Word {
	out, broken := words[:0], false
	for _, w := range words {
		clause := unspaced(w.Lower)
		if clause && utf8.RuneCountInString(w.Lower) > longestPhrase {
			broken = true
			continue
		}
		w.Broken, broken = w.Broken || broken || clause, false
		out = append(out, w)
	}
	return out
}

// unspaced reports whether s begins with a letter of a script that sets blanks between clauses alone, and for which there is no dictionary.
func unspaced(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r >= '\u0e00' && unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// ideographs reports whether s consists of Han characters.
func ideographs(s string) bool {
	for _, r := range s {
		if !unicode.Is(unicode.Han, r) {
			return false
		}
	}
	return s != ""
}
