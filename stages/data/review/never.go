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
		Never
		right bool
	}
	at := map[string]*seen{}
	var order []*seen
	for _, d := range r.Documents() {
		counted := map[string]bool{}
		for _, p := range slices.Concat(d.Marked(Kept), d.Marked(Struck)) {
			k := key(d, p)
			s := at[k]
			if s == nil {
				s = &seen{Never: Never{Text: p.Text, Concept: p.Concept}}
				at[k], order = s, append(order, s)
			}
			if p.Mark == Kept {
				s.right = true
			} else if !counted[k] {
				counted[k] = true
				s.Documents++
			}
		}
	}
	for _, s := range order {
		if s.Documents >= Fewest && !s.right {
			all = append(all, s.Never)
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
