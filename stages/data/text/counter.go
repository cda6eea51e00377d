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
//
// A Counter numbers words first and counts them by number. A caller that has to
// keep the examples until the vocabulary is known keeps numbers instead of words,
// see Coder.
type Counter struct {
	numbers map[string]int32
	words   []string // by number
	seen    []seen   // by number
}

// seen is the record of one word in a Counter.
type seen struct {
	count    int64
	document uint32 // the document that first counted it,
	position int32  // and its index among the words of that document
}

// NewCounter returns an empty Counter.
func NewCounter() *Counter { return &Counter{numbers: map[string]int32{}} }

// Numbers appends the numbers of words to numbers. Words are numbered from 0 in
// order of first encounter; Numbers does not count them.
func (c *Counter) Numbers(numbers []int32, words []string) []int32 {
	for _, w := range words {
		numbers = append(numbers, c.number(w))
	}
	return numbers
}

func (c *Counter) number(word string) int32 {
	n, ok := c.numbers[word]
	if !ok {
		n, word = int32(len(c.words)), strings.Clone(word) // word may be part of a large document
		c.numbers[word] = n
		c.words, c.seen = append(c.words, word), append(c.seen, seen{})
	}
	return n
}

// Count counts the words of one example by their numbers: those of its source,
// then those of its targets in order. document is its number in the corpus. Words
// of equal frequency are ordered by the first document, then by the first place in
// it; documents from 2³²−1 on count as one. Count each document only once.
func (c *Counter) Count(document int64, numbers []int32) {
	here := uint32(min(document, math.MaxUint32))
	for i, n := range numbers {
		have, position := &c.seen[n], int32(i)
		// Keep the earliest place: examples may be counted in any order, and the ids must not depend on it.
		if have.count == 0 || here < have.document || here == have.document && position < have.position {
			have.document, have.position = here, position
		}
		have.count++
	}
}

// Rows returns the whole vocabulary: the special tokens, then all words by falling
// count, equal counts by first encounter. Special tokens that occurred as words are
// not counted.
func (c *Counter) Rows() []schemas.VocabRow {
	words := make([]int32, 0, len(c.words))
	for n, w := range c.words {
		if c.seen[n].count > 0 && !slices.Contains(Specials, w) {
			words = append(words, int32(n))
		}
	}
	slices.SortFunc(words, func(m, n int32) int {
		a, b := &c.seen[m], &c.seen[n]
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.document, b.document), cmp.Compare(a.position, b.position))
	})
	rows := make([]schemas.VocabRow, 0, len(words)+len(Specials))
	for id, s := range Specials {
		rows = append(rows, schemas.VocabRow{ID: int32(id), Token: s})
	}
	for _, n := range words {
		rows = append(rows, schemas.VocabRow{ID: int32(len(rows)), Token: c.words[n], Count: c.seen[n].count})
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
