package thesaurus

import (
	"slices"
	"strings"
	"unicode"
)

// styles tells, for each language and kind, whether labels are written in capitals, as in SOIL EROSION. There DOGS is no acronym.
type styles [maxLanguages + 1][anyKind + 1]style

// anyKind stands for all kinds.
const anyKind = Hidden + 1

// style counts labels that show how labels are written: those with small letters, and those with a word that is too long for an
// acronym and has no small letters.
type style struct{ small, capitals int }

// stylesOf counts the labels of a thesaurus.
func stylesOf(v *Vocabulary) *styles {
	all := &styles{}
	var spans []span
	for _, l := range v.labels {
		for _, s := range []*style{&all[l.language][l.kind], &all[l.language][anyKind]} {
			if hasSmall(l.text) {
				s.small++
			} else if spans = cut(l.text, spans[:0]); hasLong(spans) {
				s.capitals++
			}
		}
	}
	return all
}

// acronyms reports whether words of few capitals are acronyms in a label: not if the labels of its language and kind, or the label
// itself, are written in capitals.
func (s *styles) acronyms(l label) bool {
	if hasSmall(l.text) {
		return true
	}
	if spans := cut(l.text, nil); len(spans) > 1 && hasLong(spans) {
		return false
	}
	of := s[l.language][l.kind]
	if of == (style{}) {
		of = s[l.language][anyKind]
	}
	return of.small > of.capitals
}

func hasSmall(text string) bool { return strings.ContainsFunc(text, unicode.IsLower) }

// hasLong reports whether a word is too long for an acronym and has capitals alone.
func hasLong(spans []span) bool {
	return slices.ContainsFunc(spans, func(s span) bool { return s.letters > acronymLetters && s.upper == s.letters })
}
