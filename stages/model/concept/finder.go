package concept

import (
	"context"
	"maps"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// Finder suggests concepts for documents. It is not safe for concurrent use; make one for each goroutine.
type Finder struct {
	v        *thesaurus.Vocabulary
	matcher  *thesaurus.Matcher
	memory   recaller
	choice   *Ranker
	language string
}

// NewFinder returns a Finder of a vocabulary. memory may be nil. language is that of all documents; "" detects it for
// each. When ctx ends, candidates are incomplete.
func NewFinder(ctx context.Context, v *thesaurus.Vocabulary, memory *Memory, choice *Ranker, language string) *Finder {
	m := thesaurus.NewMatcher(v)
	m.Ended = func() bool { return ctx.Err() != nil }
	return &Finder{v, m, recaller{Memory: memory}, choice, language}
}

// Read detects the language of a document and cuts it into words.
func (l *Finder) Read(d Document) *Text {
	t := &Text{Document: d, Language: l.language}
	if t.Language == "" {
		t.Language, _ = language.Detect(d.Title + "\n" + d.Body)
	}
	t.Words, t.Title = words(l.matcher.Stemmer(t.Language), d)
	return t
}

// Label returns the candidates of a text with their probabilities, by falling probability.
func (l *Finder) Label(t *Text) []Candidate {
	all := l.Candidates(t)
	l.choice.Assess(all)
	return all
}

// Index returns the entry of a Memory for a text with the given concepts.
func (l *Finder) Index(id string, t *Text, concepts []uint32) Indexed {
	return Index(id, t, concepts, slices.Sorted(maps.Keys(literals(l.v, l.matcher, t))))
}
