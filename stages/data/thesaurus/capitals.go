package thesaurus

import (
	"strings"
	"unicode"
)

// styles tells, for each language and kind, whether labels are written in capitals, as in SOIL EROSION. There DOGS is no acronym.
type styles struct {
	ofKind   [maxTongues + 1][Hidden + 1]style
	ofTongue [maxTongues + 1]style
}

// style counts labels that show how labels are written: those with small letters, and those with a word that is too long for an
// acronym and has no small letters.
type style struct{ small, capitals int }

// stylesOf counts the labels of a thesaurus.
func stylesOf(t *tables) (s styles) {
	var spans []span
	for l := range uint32(t.texts.len()) {
		text := string(t.texts.at(l))
		kind, tongue := &s.ofKind[t.labelTongue[l]][t.labelKind[l]], &s.ofTongue[t.labelTongue[l]]
		if hasSmall(text) {
			kind.small++
			tongue.small++
			continue
		}
		if spans = cut(text, spans[:0]); hasLong(spans) {
			kind.capitals++
			tongue.capitals++
		}
	}
	return s
}

// acronyms reports whether words of few capitals are acronyms in a label: not if the labels of its language and kind, or the label
// itself, are written in capitals.
func (s *styles) acronyms(text string, tongue, kind byte) bool {
	if hasSmall(text) {
		return true
	}
	if spans := cut(text, nil); len(spans) > 1 && hasLong(spans) {
		return false
	}
	of := s.ofKind[tongue][kind]
	if of == (style{}) {
		of = s.ofTongue[tongue]
	}
	return of.small > of.capitals
}

func hasSmall(text string) bool { return strings.ContainsFunc(text, unicode.IsLower) }

// hasLong reports whether a word is too long for an acronym and has capitals alone.
func hasLong(spans []span) bool {
	for _, s := range spans {
		if s.letters > acronymLetters && s.upper == s.letters {
			return true
		}
	}
	return false
}
