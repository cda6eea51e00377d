package choose

import (
	"iter"

	"github.com/wrone2set/wrone2set/stages/data/spelling"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Labelled gives the spellings of the labelled documents behind known phrases and neighbours. Either may be nil.
type Labelled struct {
	Known      *Known
	Neighbours *Neighbours
}

var _ spelling.Labelled = Labelled{}

// Spelling returns the spelling of a keyphrase, given as stems joined by blanks; "" if it is not known, or as its words.
func (l Labelled) Spelling(stems string) string {
	if r := l.Known.row([]byte(stems)); r != nil && r.Spelling != "" {
		return r.Spelling
	}
	if l.Neighbours == nil {
		return ""
	}
	if i, ok := l.Neighbours.phrases.find(stems); ok {
		return l.Neighbours.phrases.spelling(i)
	}
	return ""
}

// Contains reports whether a word is in the texts or keyphrases of the documents of the known phrases, in any inflection.
func (l Labelled) Contains(word string) bool {
	if l.Known == nil {
		return false
	}
	w := l.Known.words[text.Stem(word)]
	return w.documents > 0 || w.within > 0
}

// Keyphrases returns the known keyphrases that have a spelling.
func (l Labelled) Keyphrases() iter.Seq[spelling.Keyphrase] {
	return func(yield func(spelling.Keyphrase) bool) {
		if l.Known == nil {
			return
		}
		for i := range l.Known.list {
			if r := &l.Known.list[i]; r.Targets > 0 && r.Spelling != "" && !yield(spelling.Keyphrase{Spelling: r.Spelling, Times: r.Targets}) {
				return
			}
		}
	}
}
