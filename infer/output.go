package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/label"
)

// Files of the output; the * is the part.
const (
	predictionsFile = "predictions-*.parquet"
	slotsFile       = "slots-*.parquet"
	jsonFile        = "predictions.jsonl"
	csvFile         = "predictions.csv"
	textFile        = "predictions.txt"
	wideFile        = "table.csv"
	xlsxFile        = "table.xlsx"
	parquetFile     = "table.parquet"
	arrowFile       = "predictions.arrow"
)

// output writes the files of a run.
type output struct {
	predictions *rows.Writer[schemas.Prediction] // nil with --out -
	slots       *rows.Writer[schemas.Slot]       // nil without --slots
	exports     *exported
	given       bool // exports have the text

	phrases, duplicates int64
	reached             reached
}

// streamable refuses settings of --out - that do not make exactly one export.
func streamable(t *stages.Task, c Config) error {
	if t.Streams() && (len(c.Export) != 1 || c.Slots) {
		return &stages.UsageError{Err: fmt.Errorf("--out - writes one export and nothing else: give one --export, such as jsonl, csv or txt, and no --slots")}
	}
	return nil
}

// create opens the files that the settings ask for.
func create(t *stages.Task, c Config, layout *corpus.Layout, absent export.Absent) (o *output, err error) {
	o = &output{given: c.ExportText}
	defer func() {
		if err != nil {
			o.abort()
		}
	}()
	if !t.Streams() {
		if o.predictions, err = rows.Create(t.Create, predictionsFile, rows.Table(schemas.Predictions)); err != nil {
			return o, err
		}
	}
	if o.exports, err = createExports(t, c.exportSettings, layout, absent); err != nil {
		return o, err
	}
	if c.Slots {
		o.slots, err = rows.Create(t.Create, slotsFile, rows.Table(schemas.Slots))
	}
	return o, err
}

// write adds the documents of a window to every file.
func (o *output) write(items []label.Item) error {
	for i := range items {
		if err := o.add(&items[i]); err != nil {
			return err
		}
	}
	return nil
}

// add adds a document.
func (o *output) add(it *label.Item) error {
	p := it.Prediction
	o.reached.add(&p, it.Left)
	o.phrases += int64(len(p.Phrases))
	for i := range p.Phrases {
		if p.Phrases[i].Duplicate {
			o.duplicates++
		}
	}
	if o.predictions != nil {
		if err := o.predictions.Write(p); err != nil {
			return err
		}
	}
	d := export.Row{Prediction: p}
	if o.given {
		d.Given = given(&it.Document)
	}
	if err := o.exports.write(d, it.Given); err != nil {
		return err
	}
	if o.slots == nil {
		return nil
	}
	return o.slots.Write(it.Slots...)
}

// given returns the text of a document. If the document was given as tokens, it joins them by blanks.
func given(d *schemas.Document) *export.Given {
	g := &export.Given{Title: d.TitleText, Text: d.BodyText}
	if g.Title == "" && g.Text == "" {
		g.Title, g.Text = strings.Join(d.Title, " "), strings.Join(d.Body, " ")
	}
	return g
}

// writers are the writers of the open files.
func (o *output) writers() (all []interface {
	Close() error
	Abort()
}) {
	if o.predictions != nil {
		all = append(all, o.predictions)
	}
	if o.exports != nil {
		all = append(all, o.exports.files)
	}
	if o.slots != nil {
		all = append(all, o.slots)
	}
	return all
}

// close finishes every file.
func (o *output) close() error {
	var errs []error
	for _, w := range o.writers() {
		errs = append(errs, w.Close())
	}
	o.exports.warn()
	return errors.Join(errs...)
}

// abort drops the files that are not closed.
func (o *output) abort() {
	for _, w := range o.writers() {
		w.Abort()
	}
}
