package phrase

import (
	"iter"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

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

// Answer turns what a network with that vocabulary wrote about the document, one slot or hypothesis, into words. Without a valid
// phrase the answer has none, and of ∅ the score is its probability. <unk> becomes the token of the document with the largest copy
// weight; other special tokens are taken literally. For word pieces, see assemble.
func (d Document) Answer(v *text.Vocabulary, o Output[float32]) (a choose.Answer) {
	if d.Words != nil {
		return d.assemble(v, o)
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
		a.Words = append(a.Words, d.word(v, id, o.Attended[i]))
		sum += p
	}
	if len(a.Words) > 0 {
		a.Score = sum / float64(len(a.Words))
	}
	return a
}

// word returns the word of one token. attended is the position in the document with the largest copy weight at its step.
func (d *Document) word(v *text.Vocabulary, id, attended int32) string {
	if size := v.Size(); int(id) >= size {
		return d.Example.OOV[int(id)-size]
	}
	word := v.Word(id)
	if id == text.Unk || word == text.Specials[text.Unk] { // the latter if the vocabulary has fewer words than the network
		return d.Tokens[attended]
	}
	return word
}
