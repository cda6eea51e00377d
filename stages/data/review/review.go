package review

import (
	"fmt"
	"slices"
	"strings"
)

// Review is what people say of the labels of documents.
type Review struct {
	documents []*Document
	at        map[string]*Document // by id
	bytes     int
}

// Document is a document of a review.
type Document struct {
	ID      string
	Digest  string   // see schemas.Document.Digest; "" if it is not known
	Phrases []Judged // each once, in the order of the rows

	at   map[string]int // indices of Phrases by key
	file string         // of its first row
	row  int64
	met  bool
}

// Judged is a phrase of a document, or a concept.
type Judged struct {
	Text    string   // a phrase, or the label of a concept; of an added concept its label or its URI
	Concept string   // the URI of a concept that was shown; else ""
	Words   []string // tokens of a phrase that was shown; nil if they are not known
	Mark    Mark
	Added   bool // a person wrote it

	file string
	row  int64
}

// Key is equal for rows about the same phrase or concept.
func (p *Judged) Key() string {
	if p.Concept != "" {
		return p.Concept
	}
	return strings.Join(strings.Fields(strings.ToLower(p.Text)), " ")
}

// Documents returns the documents that are touched, in the order of their first rows.
func (r *Review) Documents() (touched []*Document) {
	for _, d := range r.documents {
		if d.Touched() {
			touched = append(touched, d)
		}
	}
	return touched
}

// Find returns the document of an id, nil if it is not touched or not in the review. A nil Review has none.
func (r *Review) Find(id string) *Document {
	if r == nil {
		return nil
	}
	if d := r.at[strings.TrimFunc(id, blank)]; d != nil && d.Touched() {
		return d
	}
	return nil
}

// Touched reports whether a person marked or added a phrase.
func (d *Document) Touched() bool {
	return slices.ContainsFunc(d.Phrases, func(p Judged) bool { return p.Mark != Unmarked })
}

// Of returns the texts of the phrases with a mark: those that are right (Kept, with those that were added), wrong, or not judged.
func (d *Document) Of(m Mark) (texts []string) {
	for _, p := range d.Marked(m) {
		texts = append(texts, p.Text)
	}
	return texts
}

// Marked returns the phrases with a mark.
func (d *Document) Marked(m Mark) (all []Judged) {
	for _, p := range d.Phrases {
		if p.Mark == m {
			all = append(all, p)
		}
	}
	return all
}

// Counts count the documents of a review, and the phrases of those that are touched.
type Counts struct{ Documents, Touched, Kept, Added, Struck, Unmarked int }

// Count counts a review.
func (r *Review) Count() (c Counts) {
	c.Documents = len(r.documents)
	for _, d := range r.Documents() {
		c.Touched++
		for _, p := range d.Phrases {
			switch {
			case p.Mark == Unmarked:
				c.Unmarked++
			case p.Mark == Struck:
				c.Struck++
			case p.Added:
				c.Added++
			default:
				c.Kept++
			}
		}
	}
	return c
}

// String says what was counted.
func (c Counts) String() string {
	return fmt.Sprintf("documents corrected: %d of %d; phrases kept: %d, added: %d, struck: %d, without a mark, which count neither as right nor as wrong: %d",
		c.Touched, c.Documents, c.Kept, c.Added, c.Struck, c.Unmarked)
}
