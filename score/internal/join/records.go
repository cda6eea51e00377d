package join

import (
	"errors"
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// records reads the records of a corpus, one after the other. A record that cannot be read ends the reading: leaving one out
// would change the scores.
type records struct {
	corpus.Batches
	pair  bool // of text files
	label bool // records need no keyphrases
	batch *corpus.Batch
	at    int // of the next row in batch
	file  string
	row   int64
}

func newRecords(set corpus.Set) *records {
	return &records{Batches: corpus.Batches{Set: set}, batch: &corpus.Batch{}, file: set[0].Path}
}

func (r *records) Rows() int64 { return -1 }

func (r *records) Place() (string, int64) { return r.file, r.row }

func (r *records) next() (corpus.Record, error) {
	for r.at == r.batch.Len() {
		next, err := r.Batches.Next()
		if err != nil {
			return corpus.Record{}, err
		}
		r.batch, r.at = next, 0
	}
	record, err := r.batch.Parse(r.at)
	r.at++
	r.file, r.row = record.File, record.Row
	if err == nil && !r.label && slices.Contains(record.Missing, "keywords") {
		err = errors.New("has no keyphrases; name their column by --columns keywords=NAME, if it has another name")
	}
	if err == nil {
		err = tooMany(len(record.Keyphrases) + len(record.Phrases))
	}
	if err != nil {
		return record, r.bad(err)
	}
	return record, nil
}

// bad makes err an error about the last row.
func (r *records) bad(err error) error {
	remedy := "correct the row; score skips none"
	if r.pair {
		remedy = "write each document as title <eos> body on one line, and its keyphrases, joined by semicolons, on the same line of the other file"
	}
	return &schemas.FileError{File: r.file, Place: fmt.Sprintf("row %d", r.row), Err: err, Remedy: remedy}
}
