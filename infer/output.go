package main

import (
	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/doubt"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/label"
)

// Files of the output; the * is the part.
const (
	predictionsFile = "predictions-*.parquet"
	slotsFile       = "slots-*.parquet"
)

// output writes the files of a part.
type output struct {
	export.Files
	predictions *rows.Writer[schemas.Prediction] // nil with --out -
	slots       *rows.Writer[schemas.Slot]       // nil without --slots
	exports     *export.Writer
	of          *labelling

	phrases, duplicates int64
	empty               int64   // documents without a token
	reached             reached // by this part
}

// create opens the files that the settings ask for. Abort them, also after an error.
func (l *labelling) create(t *stages.Task, layout *corpus.Layout) (o *output, err error) {
	o = &output{of: l}
	if !t.Streams() {
		o.predictions, err = export.Open(&o.Files, t, predictionsFile, rows.Table(schemas.Predictions))
	}
	if err == nil && l.config.Slots {
		o.slots, err = export.Open(&o.Files, t, slotsFile, rows.Table(schemas.Slots))
	}
	if err == nil {
		o.exports, err = export.Create(&o.Files, t, l.config.exportSettings, export.OfPhrases(l.config.ExportScores), layout)
	}
	return o, err
}

// add adds a document to every file.
func (o *output) add(it *label.Item) error {
	p := it.Prediction
	o.reached.add(&p, it.Left)
	o.of.all.add(&p, it.Left)
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
	l := export.Phrases{Prediction: p, Absent: o.of.absent, Scores: o.of.config.ExportScores}
	if o.of.config.ExportText {
		l.Text = export.OriginalOf(&it.Document)
	}
	if o.of.config.Reviews() {
		l.Title = export.OriginalOf(&it.Document).Headline()
	}
	if err := o.exports.Write(p.ID, l, it.Given); err != nil {
		return err
	}
	if o.slots == nil {
		return nil
	}
	return o.slots.Write(it.Slots...)
}
