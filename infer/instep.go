package main

import (
	"context"
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// corpusRow is where a document of the corpus stands, and what tells it from others.
type corpusRow struct {
	file   string
	row    int64
	id     string // "" for a bad row
	digest string
}

func (r corpusRow) at() corpusRow { return r }

// inStep passes over labels and their documents, which are in the same order; documents without labels are left out and counted.
type inStep[D interface{ at() corpusRow }] struct {
	settings corpus.Settings
	read     func() func(*corpus.Batch) ([]D, error) // makes readers of batches, one per goroutine
	next     func() (corpusRow, bool)                // the next labels, where they stand; false after the last
	take     func(D) error                           // uses them with their document, and goes on to those after
}

// each passes over all of them.
func (s *inStep[D]) each(ctx context.Context, t *stages.Task, set corpus.Set) error {
	in := &corpus.Batches{Set: set, End: t.Rows}
	defer in.Close()
	ids, left, unnamed := s.settings.IDs(set), int64(0), ""
	err := rows.Map(ctx, t.Threads, in.Next, s.read, func(batch []D) error {
		for _, document := range batch {
			d := document.at()
			if d.id == "" {
				left++
				continue
			}
			if corpus.MadeUp(d.id, d.file, d.row) {
				unnamed = d.file
			}
			id, err := ids.Take(d.file, d.row, d.id)
			if err != nil {
				return err
			}
			labels, more := s.next()
			if !more || labels.id != id {
				left++
				continue
			}
			if schemas.Differ(labels.digest, d.digest) {
				return changedSince(labels, d)
			}
			if err := s.take(document); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if labels, more := s.next(); more {
		return withoutDocument(labels, unnamed)
	}
	if left > 0 {
		t.Log.Warn("documents without labels are left out: bad rows, rows beyond --limit, or rows added since", "documents", left)
		t.Note("documents_left_out", left)
	}
	return nil
}

// changedSince returns the error for a document that has the id of labels and another text.
func changedSince(labels, d corpusRow) error {
	return &schemas.FileError{File: d.file, Place: fmt.Sprintf("row %d", d.row),
		Err:    fmt.Errorf("document %.100q has another title or text than the one that was labelled, row %d of %s", labels.id, labels.row, labels.file),
		Remedy: "give the documents that were labelled, unchanged and read with the same --columns, --format and --encoding, or label these"}
}

// withoutDocument returns the error for labels without a document. unnamed is a file whose ids come from its name, or "".
func withoutDocument(labels corpusRow, unnamed string) error {
	err := fmt.Errorf("row %d: document %.100q is not in --documents, or not in this order", labels.row, labels.id)
	remedy := "give the documents that were labelled, in the same order, with the same --columns, --format and --repeated-ids"
	if unnamed != "" {
		err = fmt.Errorf("%w; ids of %s come from its name, as no id column was read", err, unnamed)
		remedy += ", from a file of the same name; with an id column (--columns id=NAME) the name does not matter"
	}
	return &schemas.FileError{File: labels.file, Err: err, Remedy: remedy}
}
