package main

import (
	"errors"
	"io"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// mergedInput returns an input that infer phrases made.
func mergedInput(name, doc string) stages.Input {
	return stages.Input{Name: name, Doc: doc, Schema: "merged", Remote: true, Files: []string{mergedFile}}
}

// mergedRows passes the concepts of an input that infer phrases made to do. There are none if it was not given.
func mergedRows(t *stages.Task, name string, do func(schemas.MergedPhrase)) (err error) {
	for _, in := range t.Input(name) {
		read, err := rows.Open(schemas.Merged, in.Files, t.Open)
		if err != nil {
			return err
		}
		for err == nil {
			var row schemas.MergedPhrase
			if row, err = read.Next(); err == nil {
				do(row)
			}
		}
		if err := read.Close(); err != nil {
			return err
		}
		if !errors.Is(err, io.EOF) {
			return err
		}
	}
	return nil
}

// readMerged reads the input --merge; nil if it was not given.
func readMerged(t *stages.Task) (export.Merged, error) {
	if len(t.Input("merge")) == 0 {
		return nil, nil
	}
	all := export.Merged{}
	return all, mergedRows(t, "merge", func(row schemas.MergedPhrase) {
		c := &export.Concept{ID: row.ID, Phrase: row.Phrase}
		for _, v := range row.Variants {
			all[v] = c
		}
	})
}

// withIDs returns labels with a column for the ids of concepts.
func (l labels) withIDs() labels {
	l.header, l.columns = append(l.header, export.IDColumn), append(l.columns, corpus.Column{Name: export.IDsColumn})
	return l
}
