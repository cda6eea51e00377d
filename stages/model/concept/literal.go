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

// mostLiterals is the largest number of concepts with a label in a text.
const mostLiterals = 50_000

// literals returns the concepts with a label in the text, those of the first words if there are more than mostLiterals. It sets
// t.Crowded if it leaves out labels.
func literals(v *thesaurus.Vocabulary, m *thesaurus.Matcher, t *Text) map[uint32]*literal {
	c := &collector{v: v, text: t, found: map[uint32]*literal{}}
	for _, tongue := range tongues(v, t.Language) {
		c.collect(m, tongue, t.in(m, tongue))
	}
	return c.found
}

// mostTongues is the number of languages whose labels are searched in a text of another language.
const mostTongues = 3

// tongues returns the languages whose labels are searched in a text: its own, or the first ones of the vocabulary, since many
// languages share names and terms.
func tongues(v *thesaurus.Vocabulary, language string) []string {
	if slices.Contains(v.Languages(), language) {
		return []string{language}
	}
	return firstTongues(v)
}

func firstTongues(v *thesaurus.Vocabulary) []string {
	return v.Languages()[:min(len(v.Languages()), mostTongues)]
}

// span is the range of words of an occurrence, and the number of its words that are the label's.
type span struct{ from, to, words int }

// collector collects the occurrences of labels in a text.
type collector struct {
	v     *thesaurus.Vocabulary
	text  *Text
	found map[uint32]*literal
	last  map[uint32]int // by concept, the sentence of its last match: labels in one sentence count once

	// Of one sentence:
	matches []thesaurus.Match
	longest map[int]int  // by word: words of the longest label without gaps that covers it
	sharing map[span]int // number of labels by their range
}

// collect adds the occurrences of labels of one language, sentence by sentence.
func (c *collector) collect(m *thesaurus.Matcher, tongue string, read []thesaurus.Word) {
	c.last, c.longest, c.sharing = map[uint32]int{}, map[int]int{}, map[span]int{}
	full := m.Find(tongue, read, func(k thesaurus.Match) {
		if len(c.matches) > 0 && c.matches[0].Sentence != k.Sentence {
			c.sentence(read)
		}
		k.Words = slices.Clone(k.Words)
		s := spanOf(k)
		c.sharing[s]++
		if s.to-s.from == s.words {
			for i := s.from; i < s.to; i++ {
				c.longest[i] = max(c.longest[i], s.words)
			}
		}
		c.matches = append(c.matches, k)
	})
	c.sentence(read)
	c.text.Crowded = c.text.Crowded || full > 0
}

// sentence adds the matches of a sentence.
func (c *collector) sentence(read []thesaurus.Word) {
	for _, k := range c.matches {
		c.add(k, read)
	}
	c.matches = c.matches[:0]
	clear(c.longest)
	clear(c.sharing)
}

// add adds a match.
func (c *collector) add(k thesaurus.Match, read []thesaurus.Word) {
	concept, kind := c.v.LabelOf(k.Label)
	s := spanOf(k)
	l := c.found[concept]
	if l == nil {
		if len(c.found) == mostLiterals {
			c.text.Crowded = true
			return
		}
		l = &literal{label: k.Label, bare: k.Bare, first: s.from, gap: s.to - s.from - s.words, words: s.words, shared: c.sharing[s], places: k.Words}
		c.found[concept] = l
	} else if _, had := c.v.LabelOf(l.label); kind < had || kind == had && s.to-s.from-s.words < l.gap {
		l.label, l.bare, l.words, l.places = k.Label, k.Bare, s.words, k.Words
	}
	l.first, l.last, l.gap, l.shared = min(l.first, s.from), max(l.last, s.from), min(l.gap, s.to-s.from-s.words), min(l.shared, c.sharing[s])
	l.title = l.title || s.from < c.text.Title
	l.exact = l.exact || exact(c.v, c.text, read, k, s)
	if n, ok := c.last[concept]; ok && n == k.Sentence {
		return
	}
	c.last[concept] = k.Sentence
	l.sentences++
	if covered(c.longest, k.Words, s.words) {
		l.covered++
	}
}

func spanOf(m thesaurus.Match) span {
	return span{slices.Min(m.Words), slices.Max(m.Words) + 1, len(m.Words)}
}

// covered reports whether a longer label covers every word.
func covered(longest map[int]int, places []int, words int) bool {
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
