package concept

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// Place is the place of a label in a text.
type Place struct {
	Title bool // in the title, else in the body
	Words []thesaurus.Word
}

// Place returns the place of the candidate's label, false if the text lacks it.
func (t *Text) Place(c Candidate) (Place, bool) {
	if c.Literal == nil {
		return Place{}, false
	}
	at := slices.Clone(c.Literal.places)
	slices.Sort(at)
	at = slices.Compact(at)
	p := Place{Title: at[0] < t.Title}
	for _, i := range at {
		p.Words = append(p.Words, t.Words[i])
	}
	return p, true
}
