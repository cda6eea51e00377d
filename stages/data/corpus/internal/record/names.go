package record

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// MaxNames is the largest number of names that Columns may list.
const MaxNames = 1024

// Names are Columns prepared for lookup.
type Names struct {
	Name   []string // by part, then by rank
	Field  []Field  // the part of each name
	listed []bool   // whether messages list the name
	folded map[string]int
	fuller map[int]string // per name: the spelling that has most values in the first rows of the file
	Must   [Fields]bool
	Split  string   // separator of keyphrases stored as one text
	Keep   bool     // records have Given
	Label  bool     // documents are only labelled: columns of keyphrases are not read
	Order  []string // with Keep, for objects: the keys of the first ones in order, which are the columns
}

// Ready checks the names and prepares the lookup. The zero Columns stand for DefaultColumns.
func (c Columns) Ready() (*Names, error) {
	if c.ID == nil && c.Title == nil && c.Body == nil && c.Keyphrases == nil {
		known := DefaultColumns()
		known.Must, known.Separator = c.Must, c.Separator
		c = known
	}
	ready := &Names{Must: c.Must, Split: c.Separator, folded: map[string]int{}}
	if ready.Split == "" {
		ready.Split = ";"
	}
	for p, names := range [Fields][]string{c.ID, c.Title, c.Body, c.Keyphrases} {
		for i, name := range slices.Concat(names, c.Also[p]) {
			if strings.TrimSpace(name) != name || strings.TrimSpace(Fold(name)) == "" {
				return nil, fmt.Errorf("%q cannot be the name of a column", name)
			}
			if ready.Find(name) >= 0 {
				return nil, fmt.Errorf("the column %s is named twice", name)
			}
			ready.add(name, Field(p), i < len(names))
		}
	}
	if len(c.Title) == 0 && len(c.Body) == 0 && len(c.Keyphrases) == 0 {
		return nil, errors.New("no column is named for a title or a text")
	}
	if len(ready.Name) > MaxNames-len(tags) {
		return nil, fmt.Errorf("%d column names exceed the limit of %d", len(ready.Name), MaxNames-len(tags))
	}
	return ready, nil
}

func (c *Names) add(name string, part Field, listed bool) {
	c.folded[Fold(name)] = len(c.Name)
	c.Name, c.Field, c.listed = append(c.Name, name), append(c.Field, part), append(c.listed, listed)
}

// For returns the names for a file with this header, which can add names to those of c: see tags. filled is the number of
// values that each column has in the first rows, nil if that is not known. Of several spellings of one name the one with
// more values is read, then the one that the list has, then the first.
func (c *Names) For(header []string, filled map[string]int) *Names {
	is, keywordsPlus := tagged(header)
	fuller := maps.Clone(c.fuller)
	if fuller == nil {
		fuller = map[int]string{}
	}
	for _, h := range header {
		n := c.Find(h)
		if more := filled[h] - filled[fuller[n]]; n >= 0 && filled[h] > 0 && (more > 0 || more == 0 && h == c.Name[n]) {
			fuller[n] = h
		}
	}
	if !is && len(fuller) == 0 {
		return c
	}
	own := *c
	own.fuller = fuller
	if is {
		own.Name, own.Field, own.listed = slices.Clone(c.Name), slices.Clone(c.Field), slices.Clone(c.listed)
		own.folded = maps.Clone(c.folded)
		if keywordsPlus && !c.Must[ID] {
			delete(own.folded, "id")
		}
		for _, t := range tags {
			if !c.Must[t.part] && own.Find(t.name) < 0 {
				own.add(t.name, t.part, false)
			}
		}
	}
	return &own
}

// Ordered returns the names for objects whose keys come in this order; see Order.
func (c *Names) Ordered(keys []string) *Names {
	own := *c
	own.Order = keys
	return &own
}

// Find returns the index of a name, or -1 for an unknown name.
func (c *Names) Find(name string) int {
	var buffer [64]byte
	if n, ok := c.folded[string(fold(buffer[:0], name))]; ok { // the compiler makes no string here
		return n
	}
	return -1
}

// Prefers reports whether a column is read rather than another of the same name in another spelling, the n-th of c.
func (c *Names) Prefers(n int, spelling, other string) bool {
	for _, best := range []string{c.fuller[n], c.Name[n]} {
		if spelling == best || other == best {
			return spelling == best && other != best
		}
	}
	return false
}

// Abstract reports whether a column with this name holds the body of documents.
func (c *Names) Abstract(name string) bool {
	n := c.Find(name)
	return n >= 0 && c.Field[n] == Body
}
