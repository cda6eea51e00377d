package phrase

import (
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Document is a document encoded for a network.
type Document struct {
	Given   *schemas.Document // the original, in which phrases have their places
	Tokens  []string          // title and body, including what the network does not read
	Title   int               // number of tokens of the title
	Example schemas.Example
	// Words is, with word pieces, the index in Tokens of each piece of Example.Source, −1 for [CLS] and [SEP]; nil for a vocabulary of
	// words.
	Words []int32
	Cut   bool // the network reads only the first tokens
	// Language is the tag of language.Detect for the text of Given; "" if nobody has asked.
	Language string
}

// MaxOOV is the default number of words outside the vocabulary that a document can copy: 1000, as in the published run.
// Choices are fitted with it.
const MaxOOV = 1000

// MaxTokens is the largest number of tokens that a network reads.
const MaxTokens = 2999

// Prepare encodes a document and cuts it to what a network reads.
func Prepare(v *text.Vocabulary, d *schemas.Document, e text.Encoding) Document {
	tokens := append(d.Title[:len(d.Title):len(d.Title)], d.Body...)
	p := Document{Given: d, Tokens: tokens, Title: len(d.Title)}
	if v.Pieces() > 0 {
		ids, words := v.Cut(tokens)
		p.Example, p.Words = schemas.Example{ID: d.ID, Source: ids, Extended: ids}, words
		p.Cut = len(tokens) > 0 && int(words[len(words)-2])+1 < len(tokens)
		return p
	}
	p.Cut = len(tokens) > MaxTokens
	p.Example = v.Encode(d.ID, tokens[:min(len(tokens), MaxTokens)], nil, e)
	return p
}
