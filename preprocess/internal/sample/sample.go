// Package sample makes up a corpus, so that the whole pipeline can be tried and measured at any size without a
// download.
//
// The documents are abstracts of a science that does not exist. Their English consists of a few dozen sentence frames
// (frames.txt); their words are built from syllables. What matters resembles real abstracts:
//
//   - about 3.3 present and 2 absent keyphrases, 60 to 200 tokens;
//   - words by Zipf's law from a lexicon of 60,000, numbers, plurals, and names
//     coined for one document, which a model can only copy;
//   - present phrases stand in the title, follow cues ("we study …") or recur
//     in the text; phrases that are not keyphrases stand there too, mostly in
//     other places, so that no single cue decides;
//   - absent phrases follow from the content: every topic has a field whose
//     name is never written out, and every method has a family.
//
// The language (lexicon, topics, methods) is always the same. The seed and the document's number alone determine a
// document, so documents can be made in any order, on any number of threads, without shared state.
package sample

import (
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/random"
)

// Corpus gives the first documents of one made-up set as corpus.Records, so that they take the same path as those of a
// file.
type Corpus struct {
	Language *Language
	Set      string // "train", "valid" or "test": they have different documents
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
	w := writer{l: c.Language, rng: rand.New(rand.NewPCG(c.Seed, random.Named(0, uint64(u.Row), c.Set)))}
	title, abstract, keywords := w.document()
	return corpus.Record{File: "sample", Row: u.Row, ID: fmt.Sprintf("sample-%s-%d", c.Set, u.Row), Title: title, Body: abstract, Keyphrases: keywords}, nil
}

// Close does nothing.
func (c *Corpus) Close() error { return nil }
