package wordpiece

import (
	"unicode/utf8"
)

// The special pieces, by their names in vocab.txt.
const (
	padding   = "[PAD]" // filler of a batch
	unknown   = "[UNK]" // a word without pieces
	start     = "[CLS]" // before a document
	separator = "[SEP]" // after a document
)

// longestWord is the largest number of characters of a word; a longer word is [UNK] as a whole.
const longestWord = 100

// continued marks, in vocab.txt, a piece that continues a word.
const continued = "##"

// Tokenizer cuts text into pieces. Any number of goroutines may use it.
type Tokenizer struct {
	pieces          []string         // by id, as in vocab.txt
	first, inner    map[string]int32 // pieces that begin a word; pieces that continue one, without the ##
	longest         int              // bytes of the longest key of the two
	unk             int32
	start, separate int32
}

// Size returns the number of pieces.
func (t *Tokenizer) Size() int { return len(t.pieces) }

// Piece returns the piece of an id, as in vocab.txt. The id must lie in [0, Size).
func (t *Tokenizer) Piece(id int32) string { return t.pieces[id] }

// Unknown returns the id of a word that has no pieces.
func (t *Tokenizer) Unknown() int32 { return t.unk }

// Start returns the id that stands before a document.
func (t *Tokenizer) Start() int32 { return t.start }

// Separator returns the id that stands after a document, and between two.
func (t *Tokenizer) Separator() int32 { return t.separate }

// Append appends the ids of the pieces of a text: a token, a sentence or a document. It ignores bytes that are not UTF-8.
func (t *Tokenizer) Append(ids []int32, s string) []int32 {
	clean := normalise(s)
	for i := 0; i < len(clean); {
		n, part := next(clean[i:])
		if part {
			ids = t.word(ids, clean[i:i+n])
		}
		i += n
	}
	return ids
}

// word appends the pieces of one word: the longest piece that begins the word, then the longest that continues it, to its
// end. A word that no piece continues at some place is [UNK] as a whole.
func (t *Tokenizer) word(ids []int32, word string) []int32 {
	if len(word) > longestWord && utf8.RuneCountInString(word) > longestWord {
		return append(ids, t.unk)
	}
	before, pieces := len(ids), t.first
	for len(word) > 0 {
		n := min(len(word), t.longest)
		id, ok := pieces[word[:n]]
		for !ok && n > 1 {
			n-- // no piece ends inside a character: pieces are UTF-8
			id, ok = pieces[word[:n]]
		}
		if !ok {
			// Drop the pieces found so far: BERT makes the whole word unknown.
			return append(ids[:before], t.unk)
		}
		ids, word, pieces = append(ids, id), word[n:], t.inner
	}
	return ids
}
