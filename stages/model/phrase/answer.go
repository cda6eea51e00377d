package phrase

import (
	"iter"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
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

// Output is what a network wrote, with one entry per token. The last token is <eos> or ∅, unless the length limit ended the
// output. Tokens after the first <eos> or ∅ are ignored.
type Output[T kernel.Float] struct {
	Tokens        []int32 // extended ids
	Probabilities []T     // of each token at its step
	Attended      []int32 // position in the document, from 0, with the largest copy weight at each step
}

// Add appends a token.
func (o *Output[T]) Add(id int32, p T, attended int32) {
	o.Tokens, o.Probabilities, o.Attended = append(o.Tokens, id), append(o.Probabilities, p), append(o.Attended, attended)
}

// Part returns tokens [lo,hi).
func (o Output[T]) Part(lo, hi int) Output[T] {
	return Output[T]{o.Tokens[lo:hi:hi], o.Probabilities[lo:hi:hi], o.Attended[lo:hi:hi]}
}

// Split yields what stands between separators, in order, without empty parts.
func (o Output[T]) Split(separators ...int32) iter.Seq[Output[T]] {
	return func(yield func(Output[T]) bool) {
		from := 0
		for to := 0; to <= len(o.Tokens); to++ {
			if to < len(o.Tokens) && !slices.Contains(separators, o.Tokens[to]) {
				continue
			}
			if from < to && !yield(o.Part(from, to)) {
				return
			}
			from = to + 1
		}
	}
}

// Detokenizer turns outputs into words with one vocabulary.
type Detokenizer struct{ Vocabulary Vocabulary }

// Answer turns the output of a slot into words. Without a valid phrase the answer has none, and of ∅ the score is its
// probability. <unk> becomes the token of the document with the largest copy weight; other special tokens are taken literally. For
// word pieces, see assemble.
func (t Detokenizer) Answer(d Source, o Output[float32]) (a choose.Answer) {
	if d.Words != nil {
		return t.assemble(d, o)
	}
	sum := 0.0
	for i, id := range o.Tokens {
		p := float64(o.Probabilities[i])
		if id == text.Null {
			return choose.Answer{Score: p}
		}
		a.Probabilities = append(a.Probabilities, p)
		if id == text.Eos {
			break
		}
		a.Words = append(a.Words, t.Word(d, id, o.Attended[i]))
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
