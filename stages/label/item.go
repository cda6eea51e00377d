package label

import (
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Item is a document on its way through a Labeller, which sets Prediction and Slots.
type Item struct {
	Document   schemas.Document
	Prediction schemas.Prediction // its ID is that of Document
	Slots      []schemas.Slot     // with Options.Slots
	// Reasons has those of phrases by their tokens, joined by blanks; with Options.Why, and where a choice picked the phrases.
	Reasons map[string]rank.Reason
	Given   *corpus.Given      // the row as its file has it, for the caller
	Left    []boilerplate.Span // what of its text was not read

	asked  phrase.Document
	limits schemas.Limits
	digest string
	picked []schemas.Phrase // phrases from the text, see picker.pick
	done   bool             // the network does not label it
}

// Tokens returns the number of tokens of the document.
func (i *Item) Tokens() int { return len(i.asked.Tokens) }

// tokenBytes is the number of bytes that count as one token, about the memory of a token.
const tokenBytes = 16

// Weight returns the memory of the item in tokens. Words are shorter than tokenBytes, so that it is the number of tokens, unless the
// text has long ones.
func (i *Item) Weight() int {
	d := &i.Document
	text := len(d.ID) + 2*(len(d.TitleText)+len(d.BodyText)) // the text, and its tokens
	return max(i.Tokens(), text/tokenBytes) + i.Given.Bytes()/tokenBytes
}

// Maker makes items for a model. It is not safe for concurrent use; make one for each goroutine.
type Maker struct {
	model     *Model
	documents *document.Maker
	encoding  text.Encoding
	picker    *picker
}

// Maker returns a Maker of items for Labellers of the model with these options.
func (m *Model) Maker(o Options) *Maker {
	documents := document.NewMaker(text.NewTokenizer(m.unicode), true, o.Released)
	documents.Lexicon = m.vocabulary
	return &Maker{m, documents, text.Encoding{MaxOOV: o.MaxOOV, Released: o.Released}, m.picker(o)}
}

// Maker returns a Maker of items for the Labeller.
func (l *Labeller) Maker() *Maker { return l.model.Maker(l.options) }

// Untokenized returns the item of a record of text whose prediction is known, so that it needs no tokens.
func (m *Maker) Untokenized(r *corpus.Record) (i Item) {
	i.Document = schemas.Document{ID: r.ID, TitleText: r.Title, BodyText: r.Body}
	if !m.encoding.Released {
		_, _, i.Left = document.Readable(r.Title, r.Body, r.Whole, m.model.vocabulary)
	}
	return i
}

// Make returns the item of a record. err is the error of reading the record. The returned error is the reason to reject the
// record.
func (m *Maker) Make(r *corpus.Record, err error) (i Item, _ error) {
	if i.Document, err = m.documents.Label(r, err); err != nil {
		return i, err
	}
	i.digest = r.Digest()
	d := &i.Document
	i.asked = phrase.Prepare(m.model.vocabulary, d, m.encoding)
	i.Left = m.documents.Left
	i.limits = m.model.judge.Limits(d, i.asked.Tokens, i.asked.Cut)
	m.picker.pick(&i, r.Whole)
	d.Title, d.Body = i.asked.Tokens[:len(d.Title)], i.asked.Tokens[len(d.Title):] // share the tokens: a window has many documents
	return i, nil
}
