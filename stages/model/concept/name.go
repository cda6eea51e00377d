package concept

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// Names recognises phrases that are labels of concepts. It is not safe for concurrent use.
type Names struct {
	v       *thesaurus.Vocabulary
	matcher *thesaurus.Matcher
}

// NewNames returns the Names of a vocabulary.
func NewNames(v *thesaurus.Vocabulary) *Names { return &Names{v, thesaurus.NewMatcher(v)} }

// Has reports whether a label, with or without its qualifier, consists of the stems of a phrase, in any order. It compares the
// labels that are searched in texts of that language. A phrase without words counts as a label.
func (n *Names) Has(language, phrase string) bool {
	for _, tongue := range tongues(n.v, language) {
		words := n.matcher.StemmerIn(tongue, language).Words(phrase)
		has := len(words) == 0
		n.matcher.Find(tongue, words, func(m thesaurus.Match) {
			at := slices.Clone(m.Words)
			slices.Sort(at)
			has = has || len(slices.Compact(at)) == len(words)
		})
		if has {
			return true
		}
	}
	return false
}
