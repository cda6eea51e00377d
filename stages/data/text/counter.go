package text

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
)

// Counter counts the words of training examples, which may come in any order. It is
// not safe for concurrent use.
type Counter struct{ words map[string]*seen }

// seen is the record of one word in a Counter.
type seen struct {
	count    int64
	document uint32 // the document that first counted it,
	position int32  // and its index among the words of that document
}

// NewCounter returns an empty Counter.
func NewCounter() *Counter { return &Counter{map[string]*seen{}} }

// Count counts the words of the lists of one example: its source, then its
// targets in order. document is its number in the corpus. Words of equal frequency
// are ordered by the first document, then by the first place in it; documents from
// 2³²−1 on count as one. Count each document only once.
func (c *Counter) Count(document int64, lists ...[]string) {
	here, position := uint32(min(document, math.MaxUint32)), int32(0)
	for _, words := range lists {
		for _, w := range words {
			have := c.words[w]
			if have == nil {
				have = &seen{document: here, position: position}
				c.words[strings.Clone(w)] = have // w may be part of a large document
			}
			// Keep the earliest place: examples may be counted in any order, and the ids must not depend on it.
			if here < have.document || here == have.document && position < have.position {
				have.document, have.position = here, position
			}
			have.count++
			position++
		}
	}
}

// Rows returns the whole vocabulary: the special tokens, then all words by falling
// count, equal counts by first encounter. Special tokens that occurred as words are
// not counted.
func (c *Counter) Rows() []schemas.VocabRow {
	words := make([]string, 0, len(c.words))
	for w := range c.words {
		if !slices.Contains(Specials, w) {
			words = append(words, w)
		}
	}
	slices.SortFunc(words, func(v, w string) int {
		a, b := c.words[v], c.words[w]
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.document, b.document), cmp.Compare(a.position, b.position))
	})
	rows := make([]schemas.VocabRow, 0, len(words)+len(Specials))
	for id, s := range Specials {
		rows = append(rows, schemas.VocabRow{ID: int32(id), Token: s})
	}
	for _, w := range words {
		rows = append(rows, schemas.VocabRow{ID: int32(len(rows)), Token: w, Count: c.words[w].count})
	}
	return rows
}

// Digest returns the hexadecimal SHA-256 of vocabulary rows (ids, words and counts,
// in order). Examples and models carry it, so that neither is used with another
// vocabulary.
func Digest(rows []schemas.VocabRow) string {
	h := sha256.New()
	var line []byte
	for _, r := range rows {
		line = strconv.AppendInt(line[:0], int64(r.ID), 10)
		line = append(append(append(line, '\t'), r.Token...), '\t')
		line = append(strconv.AppendInt(line, r.Count, 10), '\n')
		h.Write(line)
	}
	return hex.EncodeToString(h.Sum(nil))
}
