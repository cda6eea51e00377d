package survey

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/labelled"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/word"
)

// Outputs are the finished outputs that a survey is made of.
type Outputs struct {
	Folders   []*labelled.Folder
	Absent    []export.Absent // by folder: which absent phrases count
	Concepts  bool            // they have concepts, not phrases
	Documents []stages.Source // what was labelled, in the same order; none: labels alone are read
	Settings  corpus.Settings // of the documents
	Years     string          // see labelled.Years
}

// Read adds all documents of outputs. It returns the column that gave their years, "" for none.
func (s *Survey) Read(ctx context.Context, t *stages.Task, from Outputs) (years string, err error) {
	r := &reader{Survey: s, task: t, years: labelled.Years{Wanted: from.Years}}
	if len(from.Documents) > 0 {
		reading := from.Settings.Reading(true, t)
		reading.Keep = true
		r.set = corpus.Of(from.Documents, reading)
		if r.years.Layout, err = r.set.Layout(); err != nil {
			return "", err
		}
		if len(r.years.Layout.Columns) > 0 { // those of a pipe are known with its first row
			if _, err := r.columns(from.Documents[0].Spec); err != nil {
				return "", err
			}
		}
	}
	files := labelled.Files(from.Folders)
	if from.Concepts {
		in, err := labelled.Concepts(t, files)
		if err != nil {
			return "", err
		}
		err = read(ctx, r, in, from, ofConcepts)
		return r.years.Name, err
	}
	in, err := labelled.Predictions(t, files)
	if err != nil {
		return "", err
	}
	cutter := word.NewCutter()
	err = read(ctx, r, in, from, func(p *schemas.Prediction, folder int) *Document {
		return ofPhrases(p, from.Absent[folder], cutter, folder)
	})
	return r.years.Name, err
}

// reader adds documents to a survey, with what the corpus has of them.
type reader struct {
	*Survey
	task  *stages.Task
	set   corpus.Set // none without the corpus
	years labelled.Years
}

// read adds labels to the survey of r, of which describe makes documents. It closes them.
func read[R any](ctx context.Context, r *reader, in *labelled.Labels[R], from Outputs, describe func(labels *R, folder int) *Document) error {
	defer in.Close()
	progress := r.task.Progress("read", "documents", in.Rows())
	defer progress.Done()
	folder := 0
	add := func(labels *R, record *corpus.Record) error {
		for file, _ := in.Place(); !slices.Contains(from.Folders[folder].Files, file); {
			folder++
		}
		d := describe(labels, folder)
		d.Record = record
		if err := r.describe(d); err != nil {
			return err
		}
		r.task.Read(1)
		progress.Add(1)
		return usage("--by", r.Add(d))
	}
	if len(r.set) > 0 {
		return in.Beside(ctx, r.task, from.Settings, r.set, add)
	}
	return in.Alone(ctx, func(labels *R) error { return add(labels, nil) })
}

// describe sets what the corpus has of a document: its year, and its values of the columns.
func (r *reader) describe(d *Document) (err error) {
	if d.Record == nil {
		d.Values = make([][]string, len(r.By))
		return nil
	}
	cells := r.years.Layout.Row(corpus.GivenOf(d.Record))
	by, err := r.columns(d.Record.File)
	if err != nil {
		return err
	}
	for _, i := range by {
		d.Values = append(d.Values, corpus.Values(cells[i]))
	}
	d.Year, err = r.years.Of(d.Record.File, cells)
	return err
}

// columns returns the indices of the columns By, and looks for that of the years.
func (r *reader) columns(file string) (by []int, err error) {
	for _, name := range r.By {
		i, err := r.years.Layout.Find(name, file)
		if err != nil {
			return nil, usage("--by "+name, err)
		}
		by = append(by, i)
	}
	return by, r.years.Look(file)
}

// usage turns an error about a column into one about the flag.
func usage(flag string, err error) error {
	var missing *corpus.ColumnError
	var many *ValuesError
	if errors.As(err, &missing) || errors.As(err, &many) {
		return &stages.UsageError{Err: fmt.Errorf("%s: %w", flag, err)}
	}
	return err
}
