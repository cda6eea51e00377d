package concept

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// literal describes the occurrences of a concept's labels in a text.
type literal struct {
	label       uint32 // the best one: of the best kind, then with the smallest gap
	bare        bool   // the text has that label without its qualifier
	sentences   int    // number of sentences with a label
	first, last int    // word at which the first and the last occurrence begin
	title       bool   // an occurrence begins in the title
	gap         int    // least number of other words within an occurrence
	words       int    // of the best label
	exact       bool   // see the function exact
	covered     int    // sentences in which the label is only part of a longer one
	shared      int    // least number of labels that match the words of an occurrence
	places      []int  // words of the best label
}

// literals returns the concepts with a label in the text.
func literals(v *thesaurus.Vocabulary, m *thesaurus.Matcher, t *Text) map[uint32]*literal {
	found := map[uint32]*literal{}
	for _, tongue := range tongues(v, t.Language) {
		read := t.Words
		if tongue != t.Language {
			read, _ = words(m.Stemmer(tongue), t.Document)
		}
		collect(v, m, t, tongue, read, found)
	}
	return found
}

// mostTongues is the number of languages whose labels are searched in a text of another language.
const mostTongues = 3

// tongues returns the languages whose labels are searched in a text: its own, or the first ones of the vocabulary, since many
// languages share names and terms.
func tongues(v *thesaurus.Vocabulary, language string) []string {
	all := v.Languages()
	if slices.Contains(all, language) {
		return []string{language}
	}
	return all[:min(len(all), mostTongues)]
}

// span is the range of words of an occurrence, and the number of its words that are the label's.
type span struct{ from, to, words int }

// collect adds the occurrences of labels of one language.
func collect(v *thesaurus.Vocabulary, m *thesaurus.Matcher, t *Text, tongue string, read []thesaurus.Word, found map[uint32]*literal) {
	longest := make([]int, len(read)) // by word: words of the longest label without gaps that covers it
	sharing := map[span]int{}
	var matches []thesaurus.Match
	m.Find(tongue, read, func(k thesaurus.Match) {
		k.Words = slices.Clone(k.Words)
		s := spanOf(k)
		sharing[s]++
		if s.to-s.from == s.words {
			for i := s.from; i < s.to; i++ {
				longest[i] = max(longest[i], s.words)
			}
		}
		matches = append(matches, k)
	})
	last := map[uint32]int{} // by concept, the sentence of the last match: labels in one sentence count once
	for _, k := range matches {
		concept, kind := v.LabelOf(k.Label)
		s := spanOf(k)
		l := found[concept]
		if l == nil {
			l = &literal{label: k.Label, bare: k.Bare, first: s.from, gap: s.to - s.from - s.words, words: s.words, shared: sharing[s], places: k.Words}
			found[concept] = l
		} else if _, had := v.LabelOf(l.label); kind < had || kind == had && s.to-s.from-s.words < l.gap {
			l.label, l.bare, l.words, l.places = k.Label, k.Bare, s.words, k.Words
		}
		l.first, l.last, l.gap, l.shared = min(l.first, s.from), max(l.last, s.from), min(l.gap, s.to-s.from-s.words), min(l.shared, sharing[s])
		l.title = l.title || s.from < t.Title
		l.exact = l.exact || exact(v, t, read, k, s)
		if n, ok := last[concept]; ok && n == k.Sentence {
			continue
		}
		last[concept] = k.Sentence
		l.sentences++
		if covered(longest, k.Words, s.words) {
			l.covered++
		}
	}
}

func spanOf(m thesaurus.Match) span {
	return span{slices.Min(m.Words), slices.Max(m.Words) + 1, len(m.Words)}
}

// covered reports whether a longer label covers every word.
func covered(longest, places []int, words int) bool {
	for _, p := range places {
		if longest[p] <= words {
			return false
		}
	}
	return true
}

// exact reports whether the text has the label itself, not only its stems, but for case.
func exact(v *thesaurus.Vocabulary, t *Text, read []thesaurus.Word, m thesaurus.Match, s span) bool {
	if s.to-s.from != s.words || s.from < t.Title && s.to > t.Title {
		return false
	}
	field := t.Body
	if s.from < t.Title {
		field = t.Document.Title
	}
	start, end := read[s.from].Start, read[s.to-1].End
	return end <= len(field) && strings.EqualFold(field[start:end], v.Text(m.Label))
}
