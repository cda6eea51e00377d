package text

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
)

// Ids of the special tokens. Ordinary words start at FirstWord.
const (
	Pad  int32 = iota // filler of a batch
	Unk               // a word in neither the vocabulary nor the source
	Bos               // starts a slot's phrase
	Eos               // ends it
	Sep               // stands between two keyphrases of a sequence
	Peos              // stands between present and absent keyphrases
	Null              // ∅, the answer of a slot without a phrase

	FirstWord int32 = 7

	// FirstPiece is the id of the first word piece in a vocabulary of word pieces, after Digit.
	FirstPiece = FirstWord + 1
)

// Specials are the special tokens by id. Do not change this table.
var Specials = []string{"<pad>", "<unk>", "<bos>", "<eos>", "<sep>", "<peos>", "<null>"}

// ErrNoPeos says that the targets of a document lack the entry <peos> that parts present from absent keyphrases.
var ErrNoPeos = errors.New("targets without the entry <peos>")

// IsPeos tells whether an entry of the targets of a document is the one that parts present from absent keyphrases.
func IsPeos(ids []int32) bool { return len(ids) == 1 && ids[0] == Peos }

// Unbracket removes the angle brackets from words of raw text that equal a
// special token: <unk> becomes unk. It changes words and returns them.
func Unbracket(words []string) []string {
	for i, w := range words {
		if strings.HasPrefix(w, "<") && slices.Contains(Specials, w) {
			words[i] = strings.Trim(w, "<>")
		}
	}
	return words
}

// Vocabulary maps words to ids and back. Any number of goroutines may use it.
type Vocabulary struct {
	ids    map[string]int32
	words  []string
	size   int
	sample bool
	cutter
}

// Sample reports whether the words are of documents that preprocess made up.
func (v *Vocabulary) Sample() bool { return v.sample }

// NewVocabulary uses the first size rows, special tokens included, or all if there
// are fewer. size is also the first id of a document's own unknown words, however
// many rows there are. NewVocabulary fails if size has no room for the special
// tokens and at least one word, if rows does not start with the special tokens, if
// ids are not 0, 1, 2… or if a word occurs twice.
func NewVocabulary(rows []schemas.VocabRow, size int) (*Vocabulary, error) {
	if size <= int(FirstWord) {
		return nil, fmt.Errorf("vocabulary of %d words: want at least %d, the special tokens and one more", size, FirstWord+1)
	}
	if len(rows) < int(FirstWord) {
		return nil, fmt.Errorf("vocabulary: %d rows, want the %d special tokens first", len(rows), FirstWord)
	}
	n := min(size, len(rows))
	v := &Vocabulary{ids: make(map[string]int32, n), words: make([]string, n), size: size}
	for i, r := range rows[:n] {
		if i < len(Specials) && r.Token != Specials[i] {
			return nil, fmt.Errorf("vocabulary row %d: %q, want the special token %s", i+1, r.Token, Specials[i])
		}
		if int(r.ID) != i {
			return nil, fmt.Errorf("vocabulary row %d: id %d, want %d", i+1, r.ID, i)
		}
		if first, twice := v.ids[r.Token]; twice {
			return nil, fmt.Errorf("vocabulary row %d: %q is also row %d", i+1, r.Token, first+1)
		}
		v.ids[r.Token], v.words[i] = r.ID, r.Token
	}
	return v, nil
}

// Size returns the size the vocabulary was made with: ids from Size() on are a
// document's own words.
func (v *Vocabulary) Size() int { return v.size }

// Rank returns the place of a word in the vocabulary, whose first words are the most frequent; ok is false for a word that is not in
// it.
func (v *Vocabulary) Rank(word string) (rank int, ok bool) {
	id, ok := v.ids[word]
	return int(id), ok
}

// ID returns the id of word, Unk if it is not in the vocabulary. The special tokens
// written as words have their own ids.
func (v *Vocabulary) ID(word string) int32 {
	if id, ok := v.ids[word]; ok {
		return id
	}
	return Unk
}

// Word returns the word of an id. It returns "<unk>" for an id below 0, from Size()
// on, or without a row.
func (v *Vocabulary) Word(id int32) string {
	if id < 0 || int(id) >= len(v.words) {
		return Specials[Unk]
	}
	return v.words[id]
}
