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

// Uses returns how many documents of the known phrases have a word in their text, and how many of their keyphrases, in any inflection.
func (l Labelled) Uses(word string) (documents, keyphrases int64) {
	if l.Known == nil {
		return 0, 0
	}
	w := l.Known.words[text.Stem(word)]
	return w.documents, w.within
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
