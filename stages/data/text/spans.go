package text

import (
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/markup"
)

// Spans is Tokens with the place of each token in s: its start and its end in bytes,
// two numbers per token. No token starts before the end of the previous one, and
// no span cuts a character of valid UTF-8. A token's span includes deleted letters
// and accents at its ends. Of the tokens that one character gives ("½") the first
// has the span; the others have an empty span at its end.
func (t *Tokenizer) Spans(s string) (tokens []string, spans []int32) {
	m := markup.Of(s)
	clean, places := t.cleanPlaces(m.Plain)
	tokens, spans = tokenise(clean, places)
	return tokens, given(&m, spans)
}

// TitleSpans is Title with the place of each token in s, as in Spans. The point
// that closes the title has an empty span at the end if s has none.
func (t *Tokenizer) TitleSpans(s string) (tokens []string, spans []int32) {
	m := markup.Of(s)
	title, point := unclosed(m.Plain)
	clean, places := t.cleanPlaces(title)
	end := place{int32(len(m.Plain)), int32(len(m.Plain))}
	if point {
		end = place{int32(len(title) + 1), int32(len(title) + 2)}
	}
	tokens, spans = tokenise(clean+" .", append(places, end, end))
	n := closed(tokens)
	added := n > 0 && spans[2*n-2] == int32(len(m.Plain))
	spans = given(&m, spans[:2*n])
	if added { // tags may stand before the end of s
		spans[2*n-2], spans[2*n-1] = int32(len(s)), int32(len(s))
	}
	return tokens[:n], spans
}

// given replaces spans in the plain text of m by those in the text it was made of.
func given(m *markup.Text, spans []int32) []int32 {
	for i := 0; i < len(spans); i += 2 {
		start, end := m.Span(int(spans[i]), int(spans[i+1]))
		spans[i], spans[i+1] = int32(start), int32(end)
	}
	return spans
}

// place is the origin of a byte of cleaned text: a character of the given text,
// with adjacent letters that were deleted.
type place struct{ from, to int32 }

// cleanPlaces is clean with the place of each byte. The place of a blank is arbitrary.
func (t *Tokenizer) cleanPlaces(s string) (clean string, places []place) {
	c := cleaner{text: make([]byte, 0, len(s)+1)}
	places = make([]place, 0, len(s)+1)
	first := -1 // the first letter deleted at the beginning of a word; -1: none
	for i := 0; i < len(s); {
		before, b := len(c.text), at(s, i)
		n := t.character(&c, s, i)
		here := place{int32(i), int32(i + n)}
		letter := b >= utf8.RuneSelf && partOfWord(s[i:i+n])
		for k := before; k < len(c.text); k++ {
			places = append(places, here)
		}
		switch {
		case len(c.text) > before:
			if start := before + blanks(c.text[before:]); first >= 0 && isAlphanumeric(c.text[start]) {
				places[start].from = int32(first)
			}
			first = -1
			for j := i + n; j < len(s) && s[j] < utf8.RuneSelf && !c.blank && ascii[s[j]] >= written; j++ { // the rest of a word
				c.text, places = append(c.text, ascii[s[j]]), append(places, place{int32(j), int32(j + 1)})
				n++
			}
		case letter && before > 0 && !c.blank && isAlphanumeric(c.text[before-1]):
			places[before-1].to = here.to
		case letter && t.unicode != Fold && first < 0:
			first = i
		case b < utf8.RuneSelf && ascii[b] == separate:
			first = -1
		}
		i += n
	}
	return string(c.text), places
}

// blanks returns the number of blanks at the start of written, 0 or 1.
func blanks(written []byte) int {
	if written[0] == ' ' {
		return 1
	}
	return 0
}

// partOfWord reports whether a character outside ASCII is part of words: a letter,
// a mark on one, or a number.
func partOfWord(character string) bool {
	r, _ := utf8.DecodeRuneInString(character)
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r)
}
