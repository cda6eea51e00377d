package text

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"wrone2set/schemas"
)

// Counter counts the words of training examples, in whatever order these come.
// It is not for concurrent use.
//
// Words are numbered first and counted by number: who has to keep the examples
// until the vocabulary is known keeps numbers instead of words, see Coder.
type Counter struct {
	index index
	seen  []seen // by number
}

// seen is what a Counter knows of one word.
type seen struct {
	word     string
	count    int64
	document int64 // where it was first counted,
	position int32 // and which word of that document it was
}

// NewCounter returns a Counter that has seen nothing.
func NewCounter() *Counter { return &Counter{index: newIndex()} }

// Numbers appends the numbers of words to numbers. Words get them in order of
// first encounter, from 0; that alone does not count them.
func (c *Counter) Numbers(numbers []int32, words []string) []int32 {
	for _, w := range words {
		numbers = append(numbers, c.number(w))
	}
	return numbers
}

func (c *Counter) number(word string) int32 {
	n, ok := c.index.find(word, c.seen)
	if !ok {
		c.seen = append(c.seen, seen{word: strings.Clone(word)}) // it may be part of a whole document
		c.index.put(n, c.seen)
	}
	return n
}

// Count counts the words of one example by their numbers: those of its source,
// then those of its targets in order. document is its number in the corpus;
// words that are equally frequent are ordered by the first document, then the
// first place in it. Each document is counted once.
func (c *Counter) Count(document int64, numbers []int32) {
	for i, n := range numbers {
		have, position := &c.seen[n], int32(i)
		if have.count == 0 || document < have.document || document == have.document && position < have.position {
			have.document, have.position = document, position
		}
		have.count++
	}
}

// Rows returns the vocabulary: the special tokens, then all words by falling
// count, equal counts by first encounter. It is not cut to any size. Special
// tokens that occurred as words are not counted.
func (c *Counter) Rows() []schemas.VocabRow {
	words := slices.Clone(c.seen)
	words = slices.DeleteFunc(words, func(s seen) bool { return s.count == 0 || slices.Contains(Specials, s.word) })
	slices.SortFunc(words, func(a, b seen) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.document, b.document), cmp.Compare(a.position, b.position))
	})
	rows := make([]schemas.VocabRow, 0, len(words)+len(Specials))
	for id, s := range Specials {
		rows = append(rows, schemas.VocabRow{ID: int32(id), Token: s})
	}
	for _, w := range words {
		rows = append(rows, schemas.VocabRow{ID: int32(len(rows)), Token: w.word, Count: w.count})
	}
	return rows
}

// Digest returns the hexadecimal SHA-256 of vocabulary rows (ids, words and
// counts, in order). Examples and models carry it, so that neither is used with
// another vocabulary.
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
