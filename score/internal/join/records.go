package join

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

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
	tokens     *text.Tokenizer
	ids        *corpus.IDs
	raw        bool // see Paths.Raw
	column     *column
	separators *corpus.Separators
}

func (r rawDocuments) Next() (labelled, error) {
	record, err := r.next()
	if err == io.EOF {
		err = cmp.Or(r.separators.End(r.paths[0]), io.EOF)
	}
	if err == nil {
		if err = corpus.Gold(&record); err != nil {
			err = r.bad(err)
		}
	}
	if err == nil {
		mark, some := corpus.Joined(&record)
		err = r.separators.Count(record.File, mark, some)
	}
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
	d := r.document(&record)
	d.values, d.digest = values, record.Digest()
	return d, nil
}

// document tokenises a record.
func (r rawDocuments) document(record *corpus.Record) (d labelled) {
	d.ID, d.Title, d.Body, d.Present = record.ID, record.TitleTokens, record.BodyTokens, record.Phrases
	if record.Tokenized {
		return d
	}
	d.TitleText, d.BodyText, d.gold = record.Title, record.Body, append([]string{}, record.Keyphrases...) // not nil
	if r.raw {
		return d
	}
	d.Title, d.Body = text.Unbracket(r.tokens.Title(record.Title)), text.Unbracket(r.tokens.Tokens(record.Body))
	d.Present, d.spelt = r.tokens.Spelt(record.Keyphrases)
	for _, words := range d.Present {
		text.Unbracket(words)
	}
	return d
}

// rawPredictions reads predictions in foreign formats.
type rawPredictions struct {
	*records
	scored     *bool // nil until the first row that has phrases
	separators *corpus.Separators
}

func (r *rawPredictions) isScored() *bool { return r.scored }

func (r *rawPredictions) Next() (schemas.Prediction, error) {
	record, err := r.next()
	if err == io.EOF {
		err = cmp.Or(r.separators.End(r.paths[0]), io.EOF)
	}
	if err == nil {
		mark, some := corpus.Joined(&record)
		err = r.separators.Count(record.File, mark, some)
	}
	if err != nil {
		return schemas.Prediction{}, err
	}
	p := schemas.Prediction{ID: record.ID}
	for i, phrase := range record.Keyphrases {
		var score *float64
		if record.Scores != nil {
			score = &record.Scores[i]
		}
		if p.Phrases, err = appendScored(p.Phrases, &r.scored, phrase, score); err != nil {
			return p, r.bad(err)
		}
	}
	return p, nil
}

// errSomeScores is the reason to refuse predictions of which only some have scores.
var errSomeScores = errors.New("some phrases have scores, others have none")

// appendScored appends a phrase without tokens. All phrases have scores or none has; the first tells.
func appendScored(to []schemas.Phrase, all **bool, phrase string, score *float64) ([]schemas.Phrase, error) {
	scored := score != nil
	if *all == nil {
		*all = &scored
	}
	if scored != **all {
		return to, errSomeScores
	}
	p := schemas.Phrase{Phrase: phrase}
	if score != nil {
		p.Score = float32(*score)
	}
	return append(to, p), nil
}
