package rule

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/preprocess/internal/duplicate"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Outcome is the result of a record. Exactly one of three cases holds: Reject is set, Cause is set, or Document is
// kept. With Cause, Document may still serve for validation if OfTraining is set.
type Outcome struct {
	File   string
	Row    int64
	ID     string // id of the record; "" if it could not be read
	Reject error
	Cause  string
	// OfTraining means that Cause applies to training documents only and that Document is complete; see
	// Settings.Parted.
	OfTraining bool
	Document   schemas.Document
	Print      duplicate.Print    // for finding documents that this one repeats
	Raw        bool               // the record was raw text
	Joined     string             // mark that seems to join the record's keyphrases, see corpus.Joined
	Keyphrases bool               // the record has some
	Left       []boilerplate.Span // what of its text is not read
}

// Maker makes documents of one role. It is not safe for concurrent use.
type Maker struct {
	Settings
	role      Role
	tokens    *text.Tokenizer
	documents *document.Maker
	stems     *text.Stemmer

	// Of the current document:
	source   []string
	spelling map[*string]string // of each keyphrase, by its first token, which the lists of a document share with those of its record
}

// NewMaker returns a Maker.
func NewMaker(role Role, s Settings) *Maker {
	tokens := text.NewTokenizer(s.Unicode)
	return &Maker{Settings: s, role: role, tokens: tokens, documents: document.NewMaker(tokens, role == Test, s.Released), stems: text.NewStemmer()}
}

// Make applies the rules to a record, or to the error from reading it.
func (m *Maker) Make(r corpus.Record, err error) Outcome {
	o := Outcome{File: r.File, Row: r.Row, Raw: !r.Tokenized}
	o.Joined, o.Keyphrases = corpus.Joined(&r)
	if err == nil {
		o.ID = r.ID
		err = m.document(&r, &o)
	}
	if err != nil {
		o.Reject, o.Cause, o.OfTraining, o.Document = err, "", false, schemas.Document{}
		return o
	}
	o.Print = duplicate.Of(o.Document.Title, o.Document.Body, r.Title)
	return o
}

// columns checks that the record has the columns that a document with keyphrases needs.
func (m *Maker) columns(r *corpus.Record) error {
	if r.Tokenized && slices.Contains(r.Missing, "keywords") {
		return errors.New("has no keyphrases: a source text alone can only be labelled, otherwise give source.txt:target.txt")
	}
	if len(r.Missing) > 0 {
		return fmt.Errorf("has no %s", strings.Join(r.Missing, ", no "))
	}
	return corpus.Gold(r)
}

// document sets o.Document, or o.Cause if the rules filter the record. It checks the limits before it searches phrases
// in the text, which costs most.
func (m *Maker) document(r *corpus.Record, o *Outcome) (err error) {
	if err := m.columns(r); err != nil {
		return err
	}
	if o.Document, err = m.documents.Make(r); err != nil {
		return err
	}
	o.Left = m.documents.Left
	d := &o.Document
	var phrases [][]string
	if r.Tokenized {
		phrases, m.spelling = m.tokenized(r, o), nil
		if from := r.Document; from != nil && len(from.Spellings) == len(phrases) {
			m.spelling = spelt(phrases, from.Spellings)
		}
	} else {
		phrases = m.raw(r, o)
	}
	words := 0
	for _, p := range phrases {
		words += 1 + len(p)
	}
	if words > maxWords {
		return fmt.Errorf("the keyphrases have %d words in all, more than the limit of %d", words, maxWords)
	}
	if o.Cause == "" {
		tokens := len(d.Title) + len(d.Body)
		if m.TitleEOS && len(d.Title) > 0 {
			tokens++
		}
		of := entries(r, phrases)
		o.Cause = m.filter(m.role, tokens, of)
		o.OfTraining = o.Cause != "" && m.role == Train && m.Parted && m.filter(Valid, tokens, of) == ""
	}
	if o.Cause != "" && !o.OfTraining {
		return nil
	}
	m.split(r, d, phrases)
	m.spell(d)
	return schemas.Documents.Fits(d)
}

// entries counts the keyphrases and the mark between present and absent ones, as a target line has them or would have
// them.
func entries(r *corpus.Record, phrases [][]string) int {
	if r.Tokenized {
		return r.Entries()
	}
	return len(phrases) + 1
}

// filter is the filter of the released reader, for training only. Documents with more positions than the model has are
// useless for validation too.
func (m *Maker) filter(of Role, tokens, entries int) string {
	switch {
	case of == Train && tokens > m.MaxTokens, of == Valid && tokens > Positions:
		return TooLong
	case of == Train && entries > m.MaxTargets:
		return TooManyTargets
	}
	return ""
}

// tokenized returns the keyphrases of a tokenised record.
func (m *Maker) tokenized(r *corpus.Record, o *Outcome) [][]string {
	if r.Blank && (m.role == Train || m.role == Valid && !m.Released) {
		o.Cause = Blank
	}
	blank := r.Bar < 0 && len(r.Phrases) == 1 && slices.Equal(r.Phrases[0], []string{""})
	if blank && !m.Released {
		return nil
	}
	return r.Phrases
}

// raw returns the keyphrases of a raw record.
func (m *Maker) raw(r *corpus.Record, o *Outcome) [][]string {
	title, body := len(o.Document.Title) > 0, len(o.Document.Body) > 0
	if !(title && body) && (m.Released || !title && !body) {
		o.Cause = Empty
	}
	phrases, spellings := m.tokens.Spelt(r.Keyphrases)
	m.spelling = spelt(phrases, spellings)
	if m.role != Test {
		phrases = slices.DeleteFunc(phrases, func(p []string) bool { return len(p) > m.MaxPhraseWords })
	}
	for i := range phrases {
		text.Unbracket(phrases[i])
	}
	return phrases
}

// split separates the phrases that are in d's text from the others, unless the record does so itself.
func (m *Maker) split(r *corpus.Record, d *schemas.Document, phrases [][]string) {
	switch {
	case len(phrases) == 0:
	case r.Tokenized && r.Bar >= 0:
		d.Present, d.Absent = phrases[:r.Bar], phrases[r.Bar:]
	default:
		m.source = appendText(m.source[:0], d)
		d.Present, d.Absent = text.Split(m.stems, m.source, phrases)
	}
}

// spelt returns the spelling of each phrase by its first token. Phrases without tokens have none.
func spelt(phrases [][]string, spellings []string) map[*string]string {
	of := make(map[*string]string, len(phrases))
	for i, p := range phrases {
		if len(p) > 0 {
			of[&p[0]] = spellings[i]
		}
	}
	return of
}

// spell sets the spellings of the document's keyphrases, unless its corpus has only tokens.
func (m *Maker) spell(d *schemas.Document) {
	if len(m.spelling) == 0 {
		return
	}
	for _, p := range slices.Concat(d.Present, d.Absent) {
		if len(p) == 0 { // a phrase without tokens, of our own documents
			d.Spellings = append(d.Spellings, "")
			continue
		}
		d.Spellings = append(d.Spellings, m.spelling[&p[0]])
	}
}

// appendText appends title and body, separated by <eos> if there is a title.
func appendText(words []string, d *schemas.Document) []string {
	words = append(words, d.Title...)
	if len(d.Title) > 0 {
		words = append(words, text.Specials[text.Eos])
	}
	return append(words, d.Body...)
}

// Targets returns the keyphrases of a document in gold order, with <peos> between present and absent ones.
func Targets(d *schemas.Document) [][]string {
	return slices.Concat(d.Present, [][]string{{text.Specials[text.Peos]}}, d.Absent)
}
