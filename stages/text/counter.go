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

// Counter counts the words of training examples. Several counters may each take
// a part of the examples and be merged; the rows are the same however the
// examples were divided. A Counter is not for concurrent use.
type Counter struct {
	index map[string]int32
	seen  []seen
}

// seen is what a Counter knows of one word.
type seen struct {
	word     string
	count    int64
	document int64 // where it was first met,
	position int32 // and which word of that document it was
}

// NewCounter returns a Counter that has seen nothing.
func NewCounter() *Counter { return &Counter{index: make(map[string]int32)} }

// Add counts the words of one example: its source, then its targets in order.
// document is its number in the corpus; words that are equally frequent are
// ordered by the first document, then the first place in it. Each document is
// added to one counter, once.
func (c *Counter) Add(document int64, source []string, targets [][]string) {
	position := int32(0)
	c.add(document, &position, source)
	for _, t := range targets {
		c.add(document, &position, t)
	}
}

func (c *Counter) add(document int64, position *int32, words []string) {
	for _, w := range words {
		c.merge(seen{w, 1, document, *position})
		*position++
	}
}

// Merge adds what other has counted; other stays as it is.
func (c *Counter) Merge(other *Counter) {
	for _, s := range other.seen {
		c.merge(s)
	}
}

func (c *Counter) merge(s seen) {
	i, ok := c.index[s.word]
	if !ok {
		s.word = strings.Clone(s.word) // it may be part of a whole document
		c.index[s.word] = int32(len(c.seen))
		c.seen = append(c.seen, s)
		return
	}
	have := &c.seen[i]
	have.count += s.count
	if s.document < have.document || s.document == have.document && s.position < have.position {
		have.document, have.position = s.document, s.position
	}
}

// Rows returns the vocabulary: the special tokens, then all words by falling
// count, equal counts by first encounter. It is not cut to any size. Special
// tokens that occurred as words are not counted.
func (c *Counter) Rows() []schemas.VocabRow {
	words := slices.Clone(c.seen)
	words = slices.DeleteFunc(words, func(s seen) bool { return slices.Contains(Specials, s.word) })
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
