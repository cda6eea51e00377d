package review

import (
	"cmp"
	"encoding/csv"
	"io"
	"slices"
	"strconv"
)

// NeverFile has the phrases that are struck everywhere, for infer --never.
const NeverFile = "never.csv"

// Fewest is the number of documents in which a phrase must be struck, and in none kept, before it is never given.
const Fewest = 3

// Never is a phrase or concept that is struck in every document in which it was judged.
type Never struct {
	Text, Concept string
	Documents     int
}

// Never returns those that are struck in at least Fewest documents and right in none, most documents first. key returns the same text for
// phrases that count as equal.
func (r *Review) Never(key func(d *Document, p Judged) string) (all []Never) {
	type seen struct {
		first  Judged
		struck int
		right  bool
	}
	at := map[string]*seen{}
	var order []*seen
	for _, d := range r.Documents() {
		counted := map[string]bool{}
		for _, p := range d.Phrases {
			if p.Mark == Unmarked {
				continue
			}
			k := key(d, p)
			s := at[k]
			if s == nil {
				s = &seen{first: p}
				at[k], order = s, append(order, s)
			}
			s.right = s.right || p.Mark == Kept
			if p.Mark == Struck && !counted[k] {
				counted[k] = true
				s.struck++
			}
		}
	}
	for _, s := range order {
		if s.struck >= Fewest && !s.right {
			all = append(all, Never{s.first.Text, s.first.Concept, s.struck})
		}
	}
	slices.SortStableFunc(all, func(a, b Never) int {
		return cmp.Or(b.Documents-a.Documents, cmp.Compare(a.Text, b.Text), cmp.Compare(a.Concept, b.Concept))
	})
	return all
}

// WriteNever writes a table whose first column infer --never reads: the URI of a concept, else the phrase.
func WriteNever(all []Never) func(io.Writer) error {
	return func(w io.Writer) error {
		c := csv.NewWriter(w)
		lines := [][]string{{"id", "term", "documents"}}
		for _, n := range all {
			lines = append(lines, []string{cmp.Or(n.Concept, n.Text), n.Text, strconv.Itoa(n.Documents)})
		}
		return c.WriteAll(lines)
	}
}
