package concept

import (
	"context"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// Finder suggests concepts for documents. It is not safe for concurrent use; make one for each goroutine.
type Finder struct {
	choice *Ranker
	seeker seeker
	reader *Reader
}

// NewFinder returns a Finder of a vocabulary. memory may be nil. language is that of all documents; "" detects it for
// each. When ctx ends, candidates are incomplete.
func NewFinder(ctx context.Context, v *thesaurus.Vocabulary, memory *Memory, choice *Ranker, language string) *Finder {
	m := thesaurus.NewMatcher(v)
	m.Ended = func() bool { return ctx.Err() != nil }
	return &Finder{choice, seeker{v, m, recaller{Memory: memory}, map[string]bool{}, map[string]float32{}, map[string]float32{}}, NewReader(m, language)}
}

// Read cuts a document into words.
func (l *Finder) Read(d Document) *Text { return l.reader.Read(d) }

// Label returns the candidates of a text with their probabilities, by falling probability.
func (l *Finder) Label(t *Text) []Candidate {
	all := l.Candidates(t)
	l.choice.Assess(all)
	return all
}

// Candidates returns the candidates of a text without probabilities.
func (l *Finder) Candidates(t *Text) []Candidate {
	return l.seeker.candidates(t, literals(l.seeker.v, l.seeker.matcher, t))
}

// Index returns the entry of a Memory for a text with the given concepts.
func (l *Finder) Index(id string, t *Text, concepts []uint32) Indexed {
	found := literals(l.seeker.v, l.seeker.matcher, t)
	literal := make([]uint32, 0, len(found))
	for c := range found {
		literal = append(literal, c)
	}
	slices.Sort(literal)
	return Index(id, t, concepts, literal)
}
