package choice

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/spelling"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// spellings counts how documents spell keyphrases, by their stems.
type spellings struct {
	cases  spelling.Learner
	counts map[string]map[string]int
}

// newSpellings learns the case of the keyphrases of all documents in the files.
func newSpellings(ctx context.Context, paths []string) (*spellings, error) {
	s := &spellings{counts: map[string]map[string]int{}}
	return s, each(ctx, paths, func(d *schemas.Document) { s.cases.Learn(d.Spellings) })
}

// of returns the spellings of the keyphrases of a document, present ones first; none if only their tokens are known.
func (s *spellings) of(d *schemas.Document) []string { return s.cases.Spell(d.Spellings) }

// add counts spelling i of a document for the keyphrase with these stems.
func (s *spellings) add(stems string, spelt []string, i int) {
	if len(spelt) == 0 {
		return
	}
	if s.counts[stems] == nil {
		s.counts[stems] = map[string]int{}
	}
	s.counts[stems][spelt[i]]++
}

// most returns the most frequent spelling of a keyphrase, "" if none is known.
func (s *spellings) most(stems string) string { return most(s.counts[stems]) }

// most returns the key with the greatest count, the first in order of several, "" without any.
func most(counts map[string]int) (best string) {
	for _, s := range slices.Sorted(maps.Keys(counts)) {
		if best == "" || counts[s] > counts[best] {
			best = s
		}
	}
	return best
}

// SpellKnown sets the spellings of phrases by the documents in the files if no phrase has one.
func SpellKnown(ctx context.Context, paths []string, list []schemas.KnownPhrase) error {
	if slices.ContainsFunc(list, func(p schemas.KnownPhrase) bool { return p.Spelling != "" }) {
		return nil
	}
	s, err := count(ctx, paths)
	for i := range list {
		if list[i].Targets > 0 {
			list[i].Spelling = s.most(list[i].Stems)
		}
	}
	return err
}

// SpellNeighbours sets the spellings of keyphrases by the documents in the files if no keyphrase has one.
func SpellNeighbours(ctx context.Context, paths []string, list []schemas.Neighbour) error {
	if slices.ContainsFunc(list, func(n schemas.Neighbour) bool { return n.Spelling != "" }) {
		return nil
	}
	s, err := count(ctx, paths)
	for i := range list {
		if best := s.most(list[i].Stems); list[i].Keyphrase != "" && best != list[i].Keyphrase {
			list[i].Spelling = best
		}
	}
	return err
}

// count returns the spellings of all keyphrases of the documents in the files.
func count(ctx context.Context, paths []string) (*spellings, error) {
	s, err := newSpellings(ctx, paths)
	if err != nil {
		return s, err
	}
	stemmer := text.NewStemmer()
	return s, each(ctx, paths, func(d *schemas.Document) {
		spelt := s.of(d)
		for i, k := range slices.Concat(d.Present, d.Absent) {
			s.add(strings.Join(stemmer.All(k), " "), spelt, i)
		}
	})
}
