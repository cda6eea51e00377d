package boilerplate

import (
	"cmp"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
)

// Tally counts the documents that have a kind of boilerplate. The zero value counts none.
type Tally map[Kind]int64

// Add counts a document with these spans, once for each kind. It returns the tally, which it makes if there is none.
func (t Tally) Add(spans []Span) Tally {
	for i, s := range spans {
		if slices.ContainsFunc(spans[:i], func(before Span) bool { return before.Kind == s.Kind }) {
			continue
		}
		if t == nil {
			t = Tally{}
		}
		t[s.Kind]++
	}
	return t
}

// Join adds the counts of another tally, and returns the sum.
func (t Tally) Join(other Tally) Tally {
	if t == nil && len(other) > 0 {
		t = Tally{}
	}
	for kind, n := range other {
		t[kind] += n
	}
	return t
}

// Say logs what was left out of documents, unless nothing was.
func (t Tally) Say(log *slog.Logger) {
	kinds := maps.Clone(t)
	delete(kinds, NUL) // which no setting keeps
	if len(kinds) > 0 {
		log.Info("text that is not about its document is not read; --boilerplate keep reads it", "documents", kinds.String())
	}
	if n := t[NUL]; n > 0 {
		log.Warn("NUL characters, which are no text, are read as blanks", "documents", n)
	}
}

// Kinds lists the kinds, that of the most documents first.
func (t Tally) Kinds() []Kind {
	return slices.SortedFunc(maps.Keys(t), func(a, b Kind) int { return cmp.Or(cmp.Compare(t[b], t[a]), cmp.Compare(a, b)) })
}

// String lists the kinds with the number of their documents, the most frequent first: "copyright 12, keywords 3".
func (t Tally) String() string {
	kinds := t.Kinds()
	parts := make([]string, len(kinds))
	for i, kind := range kinds {
		parts[i] = fmt.Sprintf("%s %d", kind, t[kind])
	}
	return strings.Join(parts, ", ")
}
