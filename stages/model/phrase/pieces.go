package phrase

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

// goesOn marks a piece that goes on a word.
const goesOn = "##"

// assemble is Answer for pieces. What is written is cut into whole tokens of the document, the longest that fit, and
// between these into words of a piece that begins one and those that go on. So "u", ".", "s", "." is "u.s." where the
// document has it; elsewhere, since no piece says what stands without a blank, it is four words.
//
// A phrase that begins or ends inside a word is none: one whose first piece goes on a word, and one with a word that is no
// token of the document but copied out of one, as "bay" of "bay", "##es", whether the slot ended there or its length ran out.
// So is one with the start or the end of a document in it.
func (t Detokenizer) assemble(d Source, o Output) Answer {
	n := len(o.Tokens)
	if i := slices.IndexFunc(o.Tokens, func(id int32) bool { return id == text.Null || id == text.Eos }); i >= 0 {
		if n = i; o.Tokens[i] == text.Null {
			return Answer{End: Null, Score: float64(o.Probabilities[i])}
		}
	}
	a := Answer{End: Phrase}
	sum := 0.0
	for i := 0; i < n; {
		word, k := t.word(d, o, i, n)
		if k == 0 {
			return Answer{End: Empty}
		}
		p := 1.0
		for _, q := range o.Probabilities[i : i+k] {
			p *= float64(q)
		}
		a.Words, a.Steps, sum, i = append(a.Words, word), append(a.Steps, p), sum+p, i+k
	}
	if len(a.Words) == 0 {
		return Answer{End: Empty}
	}
	a.Score = sum / float64(len(a.Words))
	if n < len(o.Tokens) {
		a.Steps = append(a.Steps, float64(o.Probabilities[n]))
	}
	return a
}

// word is the word that begins at i of n pieces, and how many it has; 0 if it begins or ends inside one.
func (t Detokenizer) word(d Source, o Output, i, n int) (string, int) {
	id, at := o.Tokens[i], o.Attended[i]
	if id == d.Read[0] || id == d.Read[len(d.Read)-1] {
		return "", 0
	}
	if id == text.Unk || id == d.Unnamed {
		if d.Words[at] < 0 {
			return "", 0
		}
		return d.Tokens[d.Words[at]], 1
	}
	if id < text.FirstPiece {
		return t.Vocabulary.Word(id), 1
	}
	if token, k := t.token(d, o.Tokens[i:n]); k > 0 {
		return d.Tokens[token], k
	}
	word, k := t.Vocabulary.Word(id), 1
	for i+k < n && t.continues(o.Tokens[i+k]) {
		word += strings.TrimPrefix(t.Vocabulary.Word(o.Tokens[i+k]), goesOn)
		k++
	}
	last := o.Attended[i+k-1]
	if t.continues(id) || d.copied(id, at) && d.inside(at-1) || d.copied(o.Tokens[i+k-1], last) && d.inside(last) {
		return "", 0
	}
	return word, k
}

func (t Detokenizer) continues(id int32) bool {
	return strings.HasPrefix(t.Vocabulary.Word(id), goesOn)
}

// token is the longest token of the document whose pieces the given ones begin with, to the end of a word, and how many
// pieces it has; 0 if there is none.
func (t Detokenizer) token(d Source, pieces []int32) (token int32, most int) {
	for lo := 0; lo < len(d.Words); {
		hi := lo + 1
		for hi < len(d.Words) && d.Words[hi] == d.Words[lo] {
			hi++
		}
		k := hi - lo
		if d.Words[lo] >= 0 && k > most && k <= len(pieces) && slices.Equal(d.Read[lo:hi], pieces[:k]) && (k == len(pieces) || !t.continues(pieces[k])) {
			token, most = d.Words[lo], k
		}
		lo = hi
	}
	return token, most
}

// copied tells whether the piece is the one that its step looked at most.
func (d Source) copied(id, at int32) bool { return d.Read[at] == id }

// inside tells whether a token has both the piece at a place and the one behind it.
func (d Source) inside(at int32) bool {
	return at >= 0 && int(at)+1 < len(d.Words) && d.Words[at] >= 0 && d.Words[at] == d.Words[at+1]
}
