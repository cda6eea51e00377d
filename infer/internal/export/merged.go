package export

import (
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// Merged has the concepts of phrases, by each of their spellings.
type Merged map[string]*Concept

// Concept is the id and the preferred spelling of phrases that are one.
type Concept struct{ ID, Phrase string }

// Names of the columns of ids: in lines of phrases, and in tables with a list of them.
const (
	idColumn  = "phrase_id"
	idsColumn = "phrase_ids"
)

// Add adds a concept with its spellings.
func (m Merged) Add(row *schemas.MergedPhrase) {
	c := &Concept{ID: row.ID, Phrase: row.Phrase}
	for _, v := range row.Variants {
		m[v] = c
	}
}

// WithIDs returns a kind with a column for the ids of concepts.
func (k Kind) WithIDs() Kind {
	k.Header, k.Columns = append(slices.Clone(k.Header), idColumn), append(slices.Clone(k.Columns), corpus.Column{Name: idsColumn})
	return k
}

// merge returns phrases in their preferred spelling. Of those of one concept, the first, which is the best, stays.
func (m Merged) merge(all []schemas.Phrase) (kept []schemas.Phrase) {
	if m == nil {
		return all
	}
	seen := map[*Concept]bool{}
	for _, k := range all {
		if c := m[k.Phrase]; c != nil {
			if seen[c] {
				continue
			}
			seen[c] = true
			k.Phrase = c.Phrase
		}
		kept = append(kept, k)
	}
	return kept
}

// id returns the id of the concept of a phrase, "" if it has none.
func (m Merged) id(phrase string) string {
	if c := m[phrase]; c != nil {
		return c.ID
	}
	return ""
}
