package join

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// records reads the records of several files of a corpus, one after the other. A record that cannot be read ends the
// reading: leaving one out would change the scores.
type records struct {
	paths   []string
	options corpus.Options
	in      corpus.Records // nil before the first file and between files
	opened  int
	row     int64
}

func (r *records) Rows() int64 { return -1 }

func (r *records) Place() (string, int64) { return r.paths[max(r.opened-1, 0)], r.row }

func (r *records) next() (corpus.Record, error) {
	for {
		if r.in == nil {
			if r.opened == len(r.paths) {
				return corpus.Record{}, io.EOF
			}
			var err error
			if r.in, err = corpus.Open(r.paths[r.opened], "", r.options); err != nil {
				return corpus.Record{}, err
			}
			r.opened++
		}
		var u corpus.Unparsed
		err := r.in.Next(&u)
		if err == nil {
			r.row = u.Row
			record, err := r.in.Parse(&u)
			if err == nil && slices.Contains(record.Missing, "keywords") {
				err = errors.New("has no keyphrases")
			}
			if err == nil {
				err = tooMany(len(record.Keyphrases) + len(record.Phrases))
			}
			if err != nil {
				return record, r.bad(err)
			}
			return record, nil
		}
		if err != io.EOF {
			return corpus.Record{}, err
		}
		if err := r.Close(); err != nil {
			return corpus.Record{}, err
		}
	}
}

func (r *records) bad(err error) error {
	file, row := r.Place()
	return &schemas.FileError{File: file, Place: fmt.Sprintf("row %d", row), Err: err, Remedy: "correct the row; score skips none"}
}

// Close closes the open file, if any.
func (r *records) Close() error {
	if r.in == nil {
		return nil
	}
	in := r.in
	r.in = nil
	return in.Close()
}

// rawDocuments reads documents in foreign formats and tokenises them as preprocess does by default.
type rawDocuments struct {
	*records
	tokens *text.Tokenizer
	ids    *corpus.IDs
	raw    bool // see Paths.Raw
	column *column
}

func (r rawDocuments) Next() (labelled, error) {
	record, err := r.next()
	if err == nil {
		record.ID, err = r.ids.Take(record.File, record.Row, record.ID)
	}
	if err != nil {
		return labelled{}, err
	}
	values, err := r.column.of(&record)
	if err != nil {
		return labelled{}, err
	}
	return labelled{r.document(&record), values}, nil
}

// document tokenises a record.
func (r rawDocuments) document(record *corpus.Record) schemas.Document {
	d := schemas.Document{ID: record.ID, Title: record.TitleTokens, Body: record.BodyTokens, Present: record.Phrases}
	switch {
	case record.Tokenized:
	case r.raw:
		d.TitleText, d.BodyText = record.Title, record.Body
		for _, k := range record.Keyphrases {
			d.Present = append(d.Present, []string{k})
		}
	default:
		d.Title, d.Body, d.Present = text.Unbracket(r.tokens.Title(record.Title)), text.Unbracket(r.tokens.Tokens(record.Body)), r.tokens.Keyphrases(record.Keyphrases)
		for _, words := range d.Present {
			text.Unbracket(words)
		}
	}
	return d
}

// rawPredictions reads predictions in foreign formats. Without tokens a phrase stays as it is.
type rawPredictions struct {
	*records
	tokens *text.Tokenizer
}

func (r rawPredictions) Next() (schemas.Prediction, error) {
	record, err := r.next()
	if err != nil {
		return schemas.Prediction{}, err
	}
	p := schemas.Prediction{ID: record.ID}
	for _, phrase := range record.Keyphrases {
		p.Phrases = appendPhrase(p.Phrases, r.tokens, phrase, 0)
	}
	return p, nil
}

// appendPhrase tokenises and appends a predicted phrase. Tokens stay unchanged by it; a blank phrase is dropped.
func appendPhrase(to []schemas.Phrase, tokens *text.Tokenizer, phrase string, score float32) []schemas.Phrase {
	words := []string{phrase}
	if tokens != nil {
		words = tokens.Tokens(phrase)
	}
	if len(words) == 0 || words[0] == "" {
		return to
	}
	return append(to, schemas.Phrase{Phrase: strings.Join(words, " "), Tokens: words, Score: score, Slot: int32(len(to))})
}
