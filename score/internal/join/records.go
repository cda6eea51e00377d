package join

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// records reads the records of several files of a corpus, one after the other, or of a pair of text files. A record that cannot
// be read ends the reading: leaving one out would change the scores.
type records struct {
	paths   []string
	target  string // of a pair; else ""
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
			if r.in, err = corpus.Open(r.paths[r.opened], r.target, r.options); err != nil {
				return corpus.Record{}, err
			}
			r.opened++
		}
		var u corpus.Unparsed
		err := r.in.Next(&u)
		if err == nil {
			r.row = u.Row
			record, err := r.in.Parse(&u)
			if err == nil && !r.options.Label && slices.Contains(record.Missing, "keywords") {
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

// bad makes err an error about the last row.
func (r *records) bad(err error) error {
	file, row := r.Place()
	remedy := "correct the row; score skips none"
	if r.target != "" {
		remedy = "write each document as title <eos> body on one line, and its keyphrases, joined by semicolons, on the same line of the other file"
	}
	return &schemas.FileError{File: file, Place: fmt.Sprintf("row %d", row), Err: err, Remedy: remedy}
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
