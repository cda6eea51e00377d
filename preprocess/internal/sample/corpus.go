package sample

import (
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// Corpus gives the first documents of one made-up set as corpus.Records, so that they take the same path as those of a
// file.
type Corpus struct {
	Language *Language
	Set      string // "train", "valid" or "test"
	Seed     uint64
	Count    int64 // documents
	next     int64
}

var _ corpus.Records = (*Corpus)(nil)

// Next numbers the documents from 1 and returns io.EOF after Count of them.
func (c *Corpus) Next(u *corpus.Unparsed) error {
	if c.next == c.Count {
		return io.EOF
	}
	c.next++
	*u = corpus.Unparsed{Row: c.next}
	return nil
}

// Parse makes the document with that number. It never fails.
func (c *Corpus) Parse(u *corpus.Unparsed) (corpus.Record, error) {
	d := c.Language.Submission(c.Seed, c.Set, u.Row)
	return corpus.Record{
		File: "sample", Row: u.Row, ID: fmt.Sprintf("sample-%s-%d", c.Set, u.Row),
		Title: d.Title, Body: d.Abstract, Keyphrases: d.Keywords,
	}, nil
}

// Close does nothing.
func (c *Corpus) Close() error { return nil }
