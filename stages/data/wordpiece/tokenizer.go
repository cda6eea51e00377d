package wordpiece

import (
	"unicode/utf8"
)

// The special pieces, by their names in vocab.txt.
const (
	padding   = "[PAD]" // filler of a batch
	unknown   = "[UNK]" // a word without pieces
	start     = "[CLS]" // in front of a document
	separator = "[SEP]" // behind a document
)

// longestWord is the number of characters above which a word is [UNK] as a whole.
const longestWord = 100

// continued marks, in vocab.txt, a piece that goes on a word.
const continued = "##"

// Tokenizer cuts text into pieces. Any number of goroutines may use it.
type Tokenizer struct {
	pieces          []string         // by id, as they stand in vocab.txt
	first, inner    map[string]int32 // pieces that begin a word; those that go on one, without the ##
	longest         int              // bytes of the longest key of the two
	unk             int32
	start, separate int32
}

// Size is the number of pieces.
func (t *Tokenizer) Size() int { return len(t.pieces) }

// Piece is the piece of an id, as it stands in vocab.txt. The id must be of [0, Size).
func (t *Tokenizer) Piece(id int32) string { return t.pieces[id] }

// Unknown is the id of a word that has no pieces.
func (t *Tokenizer) Unknown() int32 { return t.unk }

// Start is the id of what stands in front of a document.
func (t *Tokenizer) Start() int32 { return t.start }

// Separator is the id of what stands behind a document, and between two.
func (t *Tokenizer) Separator() int32 { return t.separate }

// Append appends the ids of the pieces of a text: a token, a sentence or a document. Bytes that are not UTF-8 are passed
// over.
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

// word appends the pieces of one word: the longest that it begins with, then the longest that goes on, to its end. A word
// that comes to a place where none goes on is [UNK] as a whole.
func (t *Tokenizer) word(ids []int32, word string) []int32 {
	if len(word) > longestWord && utf8.RuneCountInString(word) > longestWord {
		return append(ids, t.unk)
	}
	before, pieces := len(ids), t.first
	for len(word) > 0 {
		n := min(len(word), t.longest)
		id, ok := pieces[word[:n]]
		for !ok && n > 1 {
			n-- // a cut inside a character has no piece: pieces are UTF-8
			id, ok = pieces[word[:n]]
		}
		if !ok {
			return append(ids[:before], t.unk)
		}
		ids, word, pieces = append(ids, id), word[n:], t.inner
	}
	return ids
}
