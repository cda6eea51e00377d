// Package known counts what training documents tell the choice: their keyphrases and words (Count), and for each document its most
// telling words and its keyphrases (Neighbours).
package known

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// fewest is the number of training documents that must have a word for it to count: rarer words say nothing.
const fewest = 5

// Count returns, for choose.NewKnown, the keyphrases of at least least of the training documents in the files, and the words
// that occur in at least five of them, both by stems and in order, with their counts. It reads each document twice, and calls
// step each time.
func Count(ctx context.Context, paths []string, least int64, step func()) ([]schemas.KnownPhrase, error) {
	c := counter{stemmer: text.NewStemmer(), phrases: map[string]*schemas.KnownPhrase{}, longest: map[string]int{}, spellings: spellings{counts: map[string]map[string]int{}}}
	// Two passes: one alone would have to count all runs of words of all texts, and to know the case of words in all keyphrases.
	if err := each(ctx, paths, step, c.targets); err != nil {
		return nil, err
	}
	c.keep(least)
	c.words = map[string]int64{}
	if err := each(ctx, paths, step, c.texts); err != nil {
		return nil, err
	}
	for stem, n := range c.words {
		if n >= fewest {
			c.phrases[stem] = &schemas.KnownPhrase{Stems: stem, Documents: n}
		}
	}
	known := make([]schemas.KnownPhrase, 0, len(c.phrases))
	for _, p := range c.phrases {
		p.Spelling = most(c.spellings.counts[p.Stems])
		known = append(known, *p)
	}
	slices.SortFunc(known, func(a, b schemas.KnownPhrase) int { return strings.Compare(a.Stems, b.Stems) })
	return known, nil
}

// counter counts phrases by their stems.
type counter struct {
	stemmer   *text.Stemmer
	phrases   map[string]*schemas.KnownPhrase
	longest   map[string]int   // by first stem, the number of words of the longest phrase
	words     map[string]int64 // documents that have a stem in their text
	spellings spellings        // of the phrases
}

// targets counts the keyphrases of a document.
func (c *counter) targets(d *schemas.Document) {
	seen := map[string]bool{}
	c.spellings.Learn(d.Spellings)
	for _, k := range slices.Concat(d.Present, d.Absent) {
		stems := strings.Join(c.stemmer.All(k), " ")
		if stems == "" || seen[stems] {
			continue
		}
		seen[stems] = true
		if c.phrases[stems] == nil {
			c.phrases[stems] = &schemas.KnownPhrase{Stems: stems}
		}
		c.phrases[stems].Targets++
	}
}

// keep drops the phrases that fewer than least documents have.
func (c *counter) keep(least int64) {
	for stems, p := range c.phrases {
		if p.Targets < least {
			delete(c.phrases, stems)
			continue
		}
		first, _, _ := strings.Cut(stems, " ")
		c.longest[first] = max(c.longest[first], 1+strings.Count(stems, " "))
	}
}

// texts counts the phrases that occur in a document, with the body after the title as in Candidates.
func (c *counter) texts(d *schemas.Document) {
	c.spellings.count(d, c.stemmer, func(stems string) bool { return c.phrases[stems] != nil })
	stems := slices.Concat(c.stemmer.All(d.Title), c.stemmer.All(d.Body))
	seen := map[string]bool{}
	for i, first := range stems {
		if !seen[first] && c.phrases[first] == nil {
			seen[first] = true
			c.words[first]++
		}
		for n := 1; n <= min(c.longest[first], len(stems)-i); n++ {
			run := strings.Join(stems[i:i+n], " ")
			if p := c.phrases[run]; p != nil && !seen[run] {
				seen[run] = true
				p.Documents++
			}
		}
	}
}

// each calls do, and then step, for every document of the files.
func each(ctx context.Context, paths []string, step func(), do func(*schemas.Document)) error {
	files, err := rows.Open(schemas.Documents, paths, nil)
	if err != nil {
		return err
	}
	defer files.Close()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		d, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("counting known phrases: %w", err)
		}
		do(&d)
		step()
	}
}
