package phrase

import (
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Document is a document as it is given to a network.
type Document struct {
	Given   *schemas.Document // as it was given: where phrases stand is found there
	Tokens  []string          // title and body, also behind what the network reads
	Title   int               // how many of them are the title's
	Example schemas.Example
	Words   []int32 // of a vocabulary of pieces, see Source
	Cut     bool    // the network reads the first tokens alone
}

// MaxOOV is how many words outside the vocabulary a document can copy unless its reader sets another number: 1000, as in
// the published run. A choice is fitted with it.
const MaxOOV = 1000

// MaxTokens is the most tokens of a document that a network reads.
const MaxTokens = 2999

// Prepare encodes a document, cut to what a network reads.
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

// Source is the document as a Detokenizer needs it.
func (d Document) Source(v *text.Vocabulary) Source {
	source := Source{Tokens: d.Tokens, OOV: d.Example.OOV, Read: d.Example.Source, Words: d.Words}
	if d.Words != nil {
		source.Unnamed = v.Unnamed()
	}
	return source
}
