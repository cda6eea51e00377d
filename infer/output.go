package main

import (
	"errors"
	"slices"

	"wrone2set/infer/internal/export"
	"wrone2set/schemas"
	"wrone2set/stages"
	"wrone2set/stages/rows"
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
	predictions []*rows.Writer[schemas.Prediction] // the table, and one for each export
	slots       *rows.Writer[schemas.Slot]         // nil without --slots

	phrases, duplicates int64
}

// create opens the files that the settings ask for.
func create(t *stages.Task, c Config) (*output, error) {
	o := &output{}
	for _, f := range []struct {
		setting, file string
		format        rows.Format[schemas.Prediction]
	}{{"", predictionsFile, rows.Table(schemas.Predictions)}, {jsonExport, jsonFile, rows.Each(export.JSON)}, {textExport, textFile, rows.Each(export.Text)}} {
		if f.setting != "" && !slices.Contains(c.Export, f.setting) {
			continue
		}
		w, err := rows.Create(t.Create, f.file, f.format)
		if err != nil {
			o.abort()
			return nil, err
		}
		o.predictions = append(o.predictions, w)
	}
	if c.Slots {
		w, err := rows.Create(t.Create, slotsFile, rows.Table(schemas.Slots))
		if err != nil {
			o.abort()
			return nil, err
		}
		o.slots = w
	}
	return o, nil
}

// write adds the documents of a window to every file.
func (o *output) write(items []item) error {
	for i := range items {
		if err := o.add(items[i].label); err != nil {
			return err
		}
	}
	return nil
}

// add adds a document.
func (o *output) add(l label) error {
	o.phrases += int64(len(l.prediction.Phrases))
	for i := range l.prediction.Phrases {
		if l.prediction.Phrases[i].Duplicate {
			o.duplicates++
		}
	}
	for _, w := range o.predictions {
		if err := w.Write(l.prediction); err != nil {
			return err
		}
	}
	if o.slots == nil {
		return nil
	}
	return o.slots.Write(l.slots...)
}

// close finishes every file.
func (o *output) close() error {
	var errs []error
	for _, w := range o.predictions {
		errs = append(errs, w.Close())
	}
	if o.slots != nil {
		errs = append(errs, o.slots.Close())
	}
	return errors.Join(errs...)
}

// abort drops what was not closed.
func (o *output) abort() {
	for _, w := range o.predictions {
		w.Abort()
	}
	if o.slots != nil {
		o.slots.Abort()
	}
}
