package export

import (
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// Merged has the concepts of phrases, by each of their spellings.
type Merged map[string]*schemas.MergedPhrase

// Add adds a concept with its spellings, of which it keeps the id and the preferred one.
func (m Merged) Add(row *schemas.MergedPhrase) {
	c := &schemas.MergedPhrase{ID: row.ID, Phrase: row.Phrase}
	for _, v := range row.Variants {
		m[v] = c
	}
}

// WithIDs returns a kind with a column for the ids of concepts.
func (k Kind) WithIDs() Kind {
	k.Header, k.Columns = append(slices.Clone(k.Header), "phrase_id"), append(slices.Clone(k.Columns), corpus.Column{Name: "phrase_ids"})
	return k
}

// merge returns phrases in their preferred spelling. Of those of one concept, the first, which is the best, stays.
func (m Merged) merge(all []schemas.Phrase) (kept []schemas.Phrase) {
	if m == nil {
		return all
	}
	seen := map[*schemas.MergedPhrase]bool{}
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
