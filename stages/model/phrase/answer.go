package phrase

import (
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
)

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

// Detokenizer turns outputs into words with one vocabulary.
type Detokenizer struct{ Vocabulary Vocabulary }

// Answer turns an output into words: its tokens, which end with <eos> or ∅ unless the length limit ended it, the probability of
// each at its step, and the position in the document with the largest copy weight there. Tokens after the first <eos> or ∅ are
// ignored. Without a valid phrase the answer has no words, and of ∅ the score is its probability. <unk> becomes the token of the document with the largest copy weight; other special tokens are taken literally. For
// word pieces, see assemble.
func (t Detokenizer) Answer(d Source, tokens []int32, probabilities []float32, attended []int32) (a choose.Answer) {
	if d.Words != nil {
		return t.assemble(d, tokens, probabilities, attended)
	}
	sum := 0.0
	for i, id := range tokens {
		p := float64(probabilities[i])
		if id == text.Null {
			return choose.Answer{Score: p}
		}
		a.Probabilities = append(a.Probabilities, p)
		if id == text.Eos {
			break
		}
		a.Words = append(a.Words, t.Word(d, id, attended[i]))
		sum += p
	}
	if len(a.Words) > 0 {
		a.Score = sum / float64(len(a.Words))
	}
	return a
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
