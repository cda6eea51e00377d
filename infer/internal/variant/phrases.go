package variant

import (
	"fmt"
	"strings"
)

// MostPhrases is the largest number of distinct spellings, which bounds memory: a million takes about 0.8 GB.
const MostPhrases = 4_000_000

// Phrases are the distinct spellings of the phrases of a corpus. They are not safe for concurrent use.
type Phrases struct {
	number  map[string]int32
	entries []entry
}

// entry is a spelling.
type entry struct {
	text      string
	documents int64 // that have it
	english   int64 // those of them that are in English
}

// NewPhrases returns no phrases.
func NewPhrases() *Phrases { return &Phrases{number: map[string]int32{}} }

// Add counts a phrase of a document, once for each of its spellings. It fails if there are more than MostPhrases.
func (p *Phrases) Add(phrase string, english bool) error {
	i, err := p.add(phrase)
	if err != nil {
		return err
	}
	e := &p.entries[i]
	e.documents++
	if english {
		e.english++
	}
	return nil
}

// add returns the number of a spelling.
func (p *Phrases) add(phrase string) (int32, error) {
	if i, ok := p.number[phrase]; ok {
		return i, nil
	}
	if len(p.entries) == MostPhrases {
		return 0, fmt.Errorf("there are more than %d distinct phrases", MostPhrases)
	}
	i := int32(len(p.entries))
	phrase = strings.Clone(phrase) // it may share memory with a whole row group
	p.number[phrase] = i
	p.entries = append(p.entries, entry{text: phrase})
	return i, nil
}

// Len returns the number of spellings.
func (p *Phrases) Len() int { return len(p.entries) }

// isEnglish reports whether the rules for English are meant for a spelling: most of its documents are in English. It is so, too, for
// a spelling of an earlier corpus alone.
func (e *entry) isEnglish() bool { return 2*e.english >= e.documents }
