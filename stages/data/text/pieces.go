package text

import (
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/wordpiece"
)

// PieceRows returns the rows of a vocabulary of word pieces: the special tokens, Digit, and all pieces in their order, with
// "##" before a piece that continues a word. There are no counts.
func PieceRows(t *wordpiece.Tokenizer) []schemas.VocabRow {
	words := append(Specials[:len(Specials):len(Specials)], Digit)
	for id := range t.Size() {
		words = append(words, t.Piece(int32(id)))
	}
	rows := make([]schemas.VocabRow, len(words))
	for i, w := range words {
		rows[i] = schemas.VocabRow{ID: int32(i), Token: w}
	}
	return rows
}

// cutter cuts words into pieces; the zero value cuts nothing.
type cutter struct {
	tokenizer *wordpiece.Tokenizer
	most      int // largest number of ids of a document
}

// Pieces returns the largest number of ids read of a document, with those of its start and end, for a vocabulary of word
// pieces; 0 for a vocabulary of words.
func (c cutter) Pieces() int { return c.most }

// Unnamed returns the id of the piece for a word that has no others.
func (v *Vocabulary) Unnamed() int32 { return v.tokenizer.Unknown() + FirstPiece }

// Cut returns the ids of a document in a vocabulary of word pieces, between those of start and end, and for each id the
// index of its token, −1 for start and end. Special tokens and Digit, written as words, have their own ids; a word without
// pieces has Unnamed. Of a document with more than Pieces ids, Cut keeps the first tokens that fit. A document without
// tokens has no ids.
func (v *Vocabulary) Cut(tokens []string) (ids, words []int32) {
	return v.lexicon().cut(tokens)
}

// piecesOf returns the ids of a word.
func (v *Vocabulary) piecesOf(word string) []int32 {
	if id, ok := v.ids[word]; ok && id < FirstPiece {
		return []int32{id}
	}
	ids := v.tokenizer.Append(nil, word)
	for i := range ids {
		ids[i] += FirstPiece
	}
	if len(ids) == 0 {
		return []int32{v.Unnamed()}
	}
	return ids
}
