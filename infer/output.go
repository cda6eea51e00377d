package main

import (
	"errors"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/doubt"
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
	reviewFile      = "review.xlsx"
	arrowFile       = "predictions.arrow"
)

// files are the open files of an output.
type files []interface {
	Close() error
	Abort()
}

// open opens a file of a task.
func open[R any](all *files, t *stages.Task, name string, format rows.Format[R]) (*rows.Writer[R], error) {
	w, err := rows.Create(t.Create, name, format)
	if err == nil {
		*all = append(*all, w)
	}
	return w, err
}

// close finishes every file.
func (all files) close() error {
	var errs []error
	for _, w := range all {
		errs = append(errs, w.Close())
	}
	return errors.Join(errs...)
}

// abort drops the files that are not closed.
func (all files) abort() {
	for _, w := range all {
		w.Abort()
	}
}

// output writes the files of a part.
type output struct {
	files
	predictions *rows.Writer[schemas.Prediction] // nil with --out -
	slots       *rows.Writer[schemas.Slot]       // nil without --slots
	exports     *exported
	config      Config
	absent      export.Absent

	phrases, duplicates int64
	empty               int64    // documents without a token
	reached             reached  // by this part
	all                 *reached // by all parts
}

// create opens the files that the settings ask for. Abort them, also after an error.
func create(t *stages.Task, from *source, absent export.Absent, all *reached) (o *output, err error) {
	o = &output{config: from.config, absent: absent, all: all}
	if !t.Streams() {
		o.predictions, err = open(&o.files, t, predictionsFile, rows.Table(schemas.Predictions))
	}
	if err == nil && o.config.Slots {
		o.slots, err = open(&o.files, t, slotsFile, rows.Table(schemas.Slots))
	}
	if err == nil {
		o.exports, err = createExports(&o.files, t, o.config.exportSettings, from.labels, from.layout)
	}
	return o, err
}

// write adds the documents of a window to every file.
func (o *output) write(window []outcome) error {
	for i := range window {
		if err := o.add(&window[i].Item); err != nil {
			return err
		}
	}
	return nil
}

// add adds a document.
func (o *output) add(it *label.Item) error {
	p := it.Prediction
	o.reached.add(&p, it.Left)
	o.all.add(&p, it.Left)
	if p.Doubtful == doubt.Empty {
		o.empty++
	}
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
	l := export.Phrases{Prediction: p, Absent: o.absent, Scores: o.config.ExportScores}
	if o.config.ExportText {
		l.Text = given(&it.Document)
	}
	if o.config.reviews() {
		l.Title = given(&it.Document).Headline()
	}
	if err := o.exports.write(p.ID, l, it.Given); err != nil {
		return err
	}
	if o.slots == nil {
		return nil
	}
	return o.slots.Write(it.Slots...)
}

// given returns the text of a document. If the document was given as tokens, it joins them by blanks.
func given(d *schemas.Document) *export.Original {
	g := &export.Original{Title: d.TitleText, Text: d.BodyText}
	if g.Title == "" && g.Text == "" {
		g.Title, g.Text = strings.Join(d.Title, " "), strings.Join(d.Body, " ")
	}
	return g
}
