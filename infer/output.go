package main

import (
	"errors"
	"slices"

	"wrone2set/infer/internal/export"
	"wrone2set/schemas"
	"wrone2set/stages"
)

// Files of the output; the * is the shard.
const (
	predictionsFile = "predictions-*.parquet"
	slotsFile       = "slots-*.parquet"
	jsonFile        = "predictions.jsonl"
	textFile        = "predictions.txt"
)

// output is the files of a run.
type output struct {
	files       []*stages.File // all of them, predictions first, slots second if there are any
	predictions *schemas.TableWriter[schemas.Prediction]
	slots       *schemas.TableWriter[schemas.Slot] // nil without --slots
	exports     []exporter

	phrases, duplicates int64
}

type exporter struct {
	file   *stages.File
	format export.Format
}

// create opens the files that the settings ask for.
func create(t *stages.Task, c Config) (*output, error) {
	o := &output{}
	open := func(name string) (*stages.File, error) {
		f, err := t.Create(name)
		if err != nil {
			o.abort()
			return nil, err
		}
		o.files = append(o.files, f)
		return f, nil
	}
	f, err := open(predictionsFile)
	if err != nil {
		return nil, err
	}
	o.predictions = schemas.Predictions.NewWriter(f, nil)
	if c.Slots {
		if f, err = open(slotsFile); err != nil {
			return nil, err
		}
		o.slots = schemas.Slots.NewWriter(f, nil)
	}
	for _, e := range []struct {
		setting, file string
		format        export.Format
	}{{jsonExport, jsonFile, export.JSON}, {textExport, textFile, export.Text}} {
		if !slices.Contains(c.Export, e.setting) {
			continue
		}
		if f, err = open(e.file); err != nil {
			return nil, err
		}
		o.exports = append(o.exports, exporter{f, e.format})
	}
	return o, nil
}

// write adds a document to every file.
func (o *output) write(l label) error {
	o.phrases += int64(len(l.prediction.Phrases))
	for i := range l.prediction.Phrases {
		if l.prediction.Phrases[i].Duplicate {
			o.duplicates++
		}
	}
	if err := o.predictions.Write(l.prediction); err != nil {
		return err
	}
	if o.slots != nil {
		if err := o.slots.Write(l.slots...); err != nil {
			return err
		}
	}
	for _, e := range o.exports {
		if err := e.format(e.file, l.prediction); err != nil {
			return err
		}
	}
	return nil
}

// close finishes every file.
func (o *output) close() error {
	if err := o.predictions.Close(); err != nil {
		return err
	}
	rows := o.predictions.Rows()
	for _, f := range o.files {
		f.SetRows(rows)
	}
	if o.slots != nil {
		if err := o.slots.Close(); err != nil {
			return err
		}
		o.files[1].SetRows(o.slots.Rows())
	}
	var errs []error
	for _, f := range o.files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}

// abort drops what was not closed.
func (o *output) abort() {
	for _, f := range o.files {
		f.Abort()
	}
}
