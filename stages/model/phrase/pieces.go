package phrase

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// continuation is the prefix of a piece that continues a word.
const continuation = "##"

// assemble is Answer for word pieces. It joins pieces to tokens of the document, the longest that match, and the others to
// words of a piece and its continuations. So "u", ".", "s", "." is "u.s." if the document has that token. Otherwise it is four
// words, since pieces do not show where blanks are missing.
//
// The answer has no words if the output begins with a continuation, contains [CLS], [SEP] or an unknown piece that attends to no
// token, or contains a word that is only a part of the token that it was copied from, such as "bay" of "bay", "##es".
func (d *Document) assemble(v *text.Vocabulary, o Output[float32]) (a choose.Answer) {
	n := len(o.Tokens)
	if i := slices.IndexFunc(o.Tokens, func(id int32) bool { return id == text.Null || id == text.Eos }); i >= 0 {
		if n = i; o.Tokens[i] == text.Null {
			return choose.Answer{Score: float64(o.Probabilities[i])}
		}
	}
	sum := 0.0
	for i := 0; i < n; {
		word, k := d.assembled(v, o, i, n)
		if k == 0 {
			return choose.Answer{}
		}
		p := 1.0
		for _, q := range o.Probabilities[i : i+k] {
			p *= float64(q)
		}
		a.Words, a.Probabilities, sum, i = append(a.Words, word), append(a.Probabilities, p), sum+p, i+k
	}
	if len(a.Words) == 0 {
		return choose.Answer{}
	}
	a.Score = sum / float64(len(a.Words))
	if n < len(o.Tokens) {
		a.Probabilities = append(a.Probabilities, float64(o.Probabilities[n]))
	}
	return a
}

// assembled returns the word that begins at piece i of n, and its number of pieces; 0 if it begins or ends inside a token.
func (d *Document) assembled(v *text.Vocabulary, o Output[float32], i, n int) (string, int) {
	id, at, read := o.Tokens[i], o.Attended[i], d.Example.Source
	if id == read[0] || id == read[len(read)-1] {
		return "", 0
	}
	if id == text.Unk || id == v.Unnamed() {
		if d.Words[at] < 0 {
			return "", 0
		}
		return d.Tokens[d.Words[at]], 1
	}
	if id < text.FirstPiece {
		return v.Word(id), 1
	}
	if token, k := d.token(v, o.Tokens[i:n]); k > 0 {
		return d.Tokens[token], k
	}
	word, k := v.Word(id), 1
	for i+k < n && continues(v, o.Tokens[i+k]) {
		word += strings.TrimPrefix(v.Word(o.Tokens[i+k]), continuation)
		k++
	}
	last := o.Attended[i+k-1]
	if continues(v, id) || d.copied(id, at) && d.inside(at-1) || d.copied(o.Tokens[i+k-1], last) && d.inside(last) {
		return "", 0
	}
	return word, k
}

func continues(v *text.Vocabulary, id int32) bool {
	return strings.HasPrefix(v.Word(id), continuation)
}

// token returns the longest token of the document whose pieces are a prefix of pieces that ends at the end of a word, and its
// number of pieces; 0 if there is none.
func (d *Document) token(v *text.Vocabulary, pieces []int32) (token int32, most int) {
	for lo := 0; lo < len(d.Words); {
		hi := lo + 1
		for hi < len(d.Words) && d.Words[hi] == d.Words[lo] {
			hi++
		}
		k := hi - lo
		if d.Words[lo] >= 0 && k > most && k <= len(pieces) && slices.Equal(d.Example.Source[lo:hi], pieces[:k]) && (k == len(pieces) || !continues(v, pieces[k])) {
			token, most = d.Words[lo], k
		}
		lo = hi
	}
	return token, most
}

// copied reports whether a piece equals that at the position with the largest copy weight of its step.
func (d *Document) copied(id, at int32) bool { return d.Example.Source[at] == id }

// inside reports whether the piece at a position and the next one belong to the same token.
func (d *Document) inside(at int32) bool {
	return at >= 0 && int(at)+1 < len(d.Words) && d.Words[at] >= 0 && d.Words[at] == d.Words[at+1]
}
