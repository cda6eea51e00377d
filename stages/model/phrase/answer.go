package phrase

import "github.com/wrone2set/wrone2set/stages/data/text"

// Vocabulary gives words to ids.
type Vocabulary interface {
	Size() int            // V: ids from V on are a document's own words
	Word(id int32) string // of 0..V-1; "<unk>" if it has none
}

// Source is a document as the network saw it.
type Source struct {
	Tokens []string // the tokens that were encoded
	OOV    []string // its own words: id V+i is OOV[i]

	// Of a vocabulary of pieces: the ids that were read, for each of them the index of its token, −1 for start and end, and
	// the id of the piece that stands for a word without others. With words Words is nil.
	Read, Words []int32
	Unnamed     int32
}

// Output is what one slot wrote. The slices have one entry a token; the last
// token is <eos> or ∅ unless the slot was stopped by its length. Tokens behind
// the first <eos> or ∅ are not looked at.
type Output struct {
	Tokens        []int32
	Probabilities []float32 // of each token at its step
	Attended      []int32   // source position that each step looked at most
}

// End says how a slot ended.
type End int

// The ends of a slot.
const (
	Phrase End = iota // with words: a phrase
	Null              // with ∅: the slot has no phrase
	Empty             // with <eos> before any word: no phrase either
)

// Answer is what a network wrote: an output in words.
type Answer struct {
	End   End
	Words []string // of a Phrase, else nil
	Score float64  // Phrase: mean probability of the words; Null: probability of ∅; Empty: 0
	// Steps are, of a Phrase out of pieces, the probabilities of the words, each the product of its pieces', and behind them
	// that of <eos> unless the length ran out first. Of one out of words, which are the steps themselves, nil.
	Steps []float64
}

// Detokenizer turns outputs into words with one vocabulary.
type Detokenizer struct{ Vocabulary Vocabulary }

// Answer puts what one slot wrote about the document into words. A word that
// the network could not name (<unk>) becomes the source word that the slot
// looked at most; other special tokens are taken literally.
//
// Pieces become words, see assemble.
func (t Detokenizer) Answer(d Source, o Output) Answer {
	if d.Words != nil {
		return t.assemble(d, o)
	}
	var words []string
	sum := 0.0
	for i, id := range o.Tokens {
		if id == text.Null {
			return Answer{End: Null, Score: float64(o.Probabilities[i])}
		}
		if id == text.Eos {
			break
		}
		words = append(words, t.Word(d, id, o.Attended[i]))
		sum += float64(o.Probabilities[i])
	}
	if len(words) == 0 {
		return Answer{End: Empty}
	}
	return Answer{End: Phrase, Words: words, Score: sum / float64(len(words))}
}

// Word is the word of one token; attended is the source position that its step
// looked at most.
func (t Detokenizer) Word(d Source, id, attended int32) string {
	if size := t.Vocabulary.Size(); int(id) >= size {
		return d.OOV[int(id)-size]
	}
	word := t.Vocabulary.Word(id)
	if id == text.Unk || word == text.Specials[text.Unk] { // the second: a vocabulary of fewer words than the network has room for
		return d.Tokens[attended]
	}
	return word
}
