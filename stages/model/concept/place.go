package concept

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// Place is the place of a label in a text.
type Place struct {
	Title   bool // in the title, else in the body
	Words   []thesaurus.Word
	Surface string // the text from the first to the last of Words
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
	field := t.Body
	if p.Title {
		field = t.Document.Title
	}
	p.Surface = field[p.Words[0].Start:p.Words[len(p.Words)-1].End]
	return p, true
}
