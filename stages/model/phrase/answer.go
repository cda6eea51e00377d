package phrase

import "github.com/wrone2set/wrone2set/stages/data/text"

// Vocabulary maps ids to words.
type Vocabulary interface {
	Size() int            // V: ids from V on are a document's own words
	Word(id int32) string // word of an id below V; "<unk>" if it has none
}

// Source is a document as the network read it.
type Source struct {
	Tokens []string // tokens of the document
	OOV    []string // its own words: id V+i is OOV[i]

	// With word pieces: the ids that were read; for each the index of its token, −1 for [CLS] and [SEP]; and the id of the
	// piece for unknown words. Words is nil for a vocabulary of words.
	Read, Words []int32
	Unnamed     int32
}

// Output is what one slot wrote, with one entry per token. The last token is <eos> or ∅, unless the length limit ended the
// slot. Tokens after the first <eos> or ∅ are ignored.
type Output struct {
	Tokens        []int32
	Probabilities []float32 // of each token at its step
	Attended      []int32   // source position with the largest copy weight at each step
}

// End says what the output of a slot is.
type End int

// Kinds of outputs.
const (
	Phrase End = iota // a phrase
	Null              // ∅: no phrase
	Empty             // neither ∅ nor a valid phrase
)

// Answer is an output in words.
type Answer struct {
	End   End
	Words []string // of a Phrase, else nil
	Score float64  // Phrase: mean probability of the words; Null: probability of ∅; Empty: 0
	// Steps has, for a Phrase of word pieces, the probability of each word, which is the product of its pieces', and that of
	// <eos> unless the length limit ended the output. For a vocabulary of words it is nil: the steps are those of the Output.
	Steps []float64
}

// Detokenizer turns outputs into words with one vocabulary.
type Detokenizer struct{ Vocabulary Vocabulary }

// Answer turns the output of a slot into words. <unk> becomes the token of the document with the largest copy weight; other
// special tokens are taken literally. For word pieces, see assemble.
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

// Word returns the word of one token. attended is the source position with the largest copy weight at its step.
func (t Detokenizer) Word(d Source, id, attended int32) string {
	if size := t.Vocabulary.Size(); int(id) >= size {
		return d.OOV[int(id)-size]
	}
	word := t.Vocabulary.Word(id)
	if id == text.Unk || word == text.Specials[text.Unk] { // the latter if the vocabulary has fewer words than the network
		return d.Tokens[attended]
	}
	return word
}
