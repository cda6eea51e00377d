package known

import (
	"maps"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/spelling"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// spellings counts how documents spell keyphrases, by their stems.
type spellings struct {
	spelling.Learner // of the case of words: it learns all documents before the first is counted
	counts           map[string]map[string]int
}

// count counts the spellings of the keyphrases of a document that are wanted, given as stems joined by blanks. Documents of a corpus
// of tokens have none.
func (s *spellings) count(d *schemas.Document, stemmer *text.Stemmer, wanted func(stems string) bool) {
	if len(d.Spellings) == 0 {
		return
	}
	spelt := s.Spell(d.Spellings)
	for i, k := range slices.Concat(d.Present, d.Absent) {
		stems := strings.Join(stemmer.All(k), " ")
		if !wanted(stems) {
			continue
		}
		if s.counts[stems] == nil {
			s.counts[stems] = map[string]int{}
		}
		s.counts[stems][spelt[i]]++
	}
}

// most returns the key with the greatest count, the first in order of several, "" without any.
func most(counts map[string]int) (best string) {
	for _, s := range slices.Sorted(maps.Keys(counts)) {
		if best == "" || counts[s] > counts[best] {
			best = s
		}
	}
	return best
}
