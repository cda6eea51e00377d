// Package document makes documents from records. Every program that labels a
// corpus uses it, so that all of them make the same document from a record.
//
// Raw text is cut into tokens. Text that is already tokenised, as in the files of
// One2Set and our own documents, is kept.
package document

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// maxID limits the bytes of a document's id, which several files repeat.
const maxID = 1 << 20

// Maker makes documents without keyphrases. It is not safe for concurrent use.
type Maker struct {
	tokens   *text.Tokenizer
	given    bool
	released bool
	lines    []byte // the bytes to hash of the current document
	// Lexicon helps to join words that the ends of lines cut. It may be nil.
	Lexicon Lexicon
	// Left is what was left out of the text of the last document.
	Left []boilerplate.Span
}

// NewMaker returns a Maker that cuts raw text with the given tokenizer. With given a
// document keeps the text it was cut from, which the output of labelling needs and
// training does not. With released a blank line of a text is one token without
// letters, as in the authors' code; otherwise it has no tokens.
func NewMaker(tokens *text.Tokenizer, given, released bool) *Maker {
	return &Maker{tokens: tokens, given: given, released: released}
}

// Make makes a document with id, title, body and content hash. An error is the
// reason to reject the record.
func (m *Maker) Make(r *corpus.Record) (d schemas.Document, err error) {
	if err := fault(r); err != nil {
		return d, err
	}
	d.ID, m.Left = r.ID, nil
	switch {
	case !r.Tokenized:
		m.cut(r, &d)
	case !r.Blank || m.released:
		d.Title, d.Body = r.TitleTokens, r.BodyTokens
	}
	m.Left = noNUL(r, m.Left)
	if from := r.Document; from != nil && m.given {
		d.TitleText, d.TitleSpans, d.BodyText, d.BodySpans = from.TitleText, from.TitleSpans, from.BodyText, from.BodySpans
	}
	d.Hash = m.contentHash(d.Title, d.Body)
	return d, nil
}

// fault returns why a record can be no document, nil if it can.
func fault(r *corpus.Record) error {
	switch {
	case slices.Contains(r.Missing, "title") && slices.Contains(r.Missing, "abstract"):
		return errors.New("has neither a title nor an abstract")
	case len(r.ID) > maxID:
		return fmt.Errorf("the id has %d bytes, more than the limit of %d", len(r.ID), maxID)
	}
	return nil
}

// cut cuts raw text into tokens. Boilerplate has none, except with released.
func (m *Maker) cut(r *corpus.Record, d *schemas.Document) {
	titleText, bodyText := r.Title, r.Body
	if !m.released {
		titleText, bodyText, m.Left = Readable(r.Title, r.Body, r.Whole, m.Lexicon)
	}
	if !m.given {
		d.Title, d.Body = text.Unbracket(m.tokens.Title(titleText)), text.Unbracket(m.tokens.Tokens(bodyText))
		return
	}
	title, titleSpans := m.tokens.TitleSpans(titleText)
	body, bodySpans := m.tokens.Spans(bodyText)
	d.Title, d.TitleText, d.TitleSpans = text.Unbracket(title), r.Title, schemas.Steps(titleSpans)
	d.Body, d.BodyText, d.BodySpans = text.Unbracket(body), r.Body, schemas.Steps(bodySpans)
}

// Readable returns the title and the body of a document, each as long as it was, as they are to be read: with words in one piece
// that the ends of lines cut, and with blanks for what is left out, which is nothing with whole. The lexicon may be nil.
func Readable(title, body string, whole bool, lexicon Lexicon) (readTitle, readBody string, left []boilerplate.Span) {
	h := hyphens{texts: []string{title, body}, lexicon: lexicon}
	title, body = h.join(title), h.join(body)
	if whole {
		return title, body, nil
	}
	body, left = boilerplate.Blank(body)
	if named := boilerplate.Title(title); named != title {
		title, left = named, append(left, boilerplate.Span{Kind: boilerplate.Placeholder})
	}
	return title, body, left
}

// noNUL adds to what was left out of a record's text that NUL characters were.
func noNUL(r *corpus.Record, left []boilerplate.Span) []boilerplate.Span {
	if r.NUL {
		left = append(left, boilerplate.Span{Kind: boilerplate.NUL})
	}
	return left
}

// Label makes a document for labelling from a record, or from the error with which
// the record was read.
func (m *Maker) Label(r *corpus.Record, err error) (schemas.Document, error) {
	if err != nil {
		return schemas.Document{}, err
	}
	d, err := m.Make(r)
	if err == nil {
		err = schemas.Documents.Fits(&d)
	}
	return d, err
}

// contentHash returns the SHA-256 of title and body: tokens joined by blanks, with a
// line end after each of the two.
func (m *Maker) contentHash(title, body []string) string {
	lines := m.lines[:0]
	for _, tokens := range [][]string{title, body} {
		for _, t := range tokens {
			lines = append(append(lines, t...), ' ')
		}
		if len(tokens) > 0 {
			lines = lines[:len(lines)-1]
		}
		lines = append(lines, '\n')
	}
	m.lines = lines
	sum := sha256.Sum256(lines)
	return hex.EncodeToString(sum[:])
}

// Texts returns title and body of a record as text to be read: tokens, as One2Set's files have them, joined by blanks. left is
// what was left out of the body. An error is the reason to reject the record.
func Texts(r *corpus.Record) (title, body markup.Text, left []boilerplate.Span, err error) {
	if err := fault(r); err != nil {
		return title, body, nil, err
	}
	titleText, bodyText := r.Title, r.Body
	switch from := r.Document; {
	case from != nil && (from.TitleText != "" || from.BodyText != ""):
		titleText, bodyText = from.TitleText, from.BodyText
	case r.Tokenized:
		return markup.Of(strings.Join(r.TitleTokens, " ")), markup.Of(strings.Join(r.BodyTokens, " ")), nil, nil
	}
	titleText, bodyText, left = Readable(titleText, bodyText, r.Whole, nil)
	return markup.Of(titleText), markup.Of(bodyText), noNUL(r, left), nil
}
