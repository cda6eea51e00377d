package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/labelled"
	"github.com/wrone2set/wrone2set/infer/internal/phrases"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// ExportConfig has the settings of infer export.
type ExportConfig struct {
	corpus.Settings
	exportSettings
	readSettings

	ReviewDocuments int64 `key:"review_documents" range:"[0,)" help:"number of documents in the review, evenly out of all; 0: all"`
}

// exporting returns the mode that exports finished predictions.
func exporting() stages.Stage[ExportConfig] {
	return stages.Stage[ExportConfig]{
		Name:    "infer export",
		Version: "8",
		Doc: `Exports finished predictions, without labelling again.

Example: infer export --predictions labels --documents papers.csv --export csv-wide,xlsx --out exported

--predictions is a folder of infer, with all its parts, or several folders in the order of their documents. Every export becomes
one file. The exports with the columns of the documents (csv-wide, xlsx, parquet-wide), their titles (review) or their references, and --export-text,
also need --documents: what was labelled, in the same order and read with the same settings. Documents without predictions, such as bad rows, are left
out and counted. With --merge, the spellings of one concept become one phrase, see infer phrases.

--export review is a workbook in which people correct the phrases: they write yes or no under keep?, and missing phrases into the empty
rows. A phrase without either counts neither as right nor as wrong. train refit, train concepts and score read it by --review.`,
		Inputs: []stages.Input{
			{Name: "predictions", Doc: "folders of infer, or predictions files", Schema: "predictions", Required: true, Many: true, Remote: true, Files: []string{predictionsFile}},
			documentsInput(false, "the documents that were labelled"),
			mergedInput("merge", "an output of infer phrases: phrases get its spelling and its ids, in a further column"),
		},
		Outputs: export.OfPhrases(false).Outputs(),
		Config:  ExportConfig{Settings: corpus.DefaultSettings(), exportSettings: export.Defaults(), readSettings: defaultReading()},
		Usual:   []string{"export", "export_scores", "review_documents", "absent", "export_delimiter", "bom", "format", "delimiter", "encoding", "sheet", "columns"},
		Check: func(c ExportConfig) error {
			if len(c.Export) == 0 {
				return fmt.Errorf("export is empty: give --export, for example %s,%s", export.WideFormat, export.XLSXFormat)
			}
			if c.ReviewDocuments > 0 && !c.Reviews() {
				return fmt.Errorf("review_documents needs --export %s", export.ReviewFormat)
			}
			return errors.Join(c.Settings.Check(true), c.readSettings.check(), c.exportSettings.Check())
		},
		Run: runExport,
	}
}

// runExport writes the exports of all predictions.
func runExport(ctx context.Context, t *stages.Task, c ExportConfig) (err error) {
	if err := c.Streamable(t); err != nil {
		return err
	}
	with := []string{export.WideFormat, export.XLSXFormat, export.ParquetFormat, export.ReviewFormat}
	switch texts := c.Keeps() || c.ExportText || c.Reviews(); {
	case texts && len(t.Input("documents")) == 0:
		return &stages.UsageError{Err: fmt.Errorf("--export %v, those of references, --partition-by and --export-text need --documents: predictions have no columns and no texts", with)}
	case !texts && len(t.Input("documents")) > 0:
		return &stages.UsageError{Err: fmt.Errorf("--documents is for the exports %v, those of references, for --partition-by and --export-text: leave it out", with)}
	}
	folders, err := labelled.Folders(t, "predictions")
	if err != nil {
		return err
	}
	x := &exporter{config: c}
	likely, rule := labelled.Together(folders)
	if x.absent, err = export.ParseAbsent(c.Absent, likely, rule); err != nil {
		return err
	}
	kind := export.OfPhrases(c.ExportScores)
	if len(t.Input("merge")) > 0 {
		x.merged, kind = export.Merged{}, kind.WithIDs()
		if err := phrases.Rows(t, "merge", x.merged.Add); err != nil {
			return err
		}
	}
	if x.predictions, err = labelled.Predictions(t, labelled.Files(folders)); err != nil {
		return err
	}
	defer x.predictions.Close()
	reading := c.Settings.Reading(true, t)
	reading.Keep = c.Keeps()
	set := corpus.Of(t.Input("documents"), reading)
	var layout *corpus.Layout
	if c.Columned() {
		if layout, err = set.Layout(); err != nil {
			return err
		}
	}
	var all export.Files
	x.out, err = export.Create(&all, t, c.exportSettings, kind, layout)
	defer all.Abort()
	if err != nil {
		return err
	}
	progress := t.Progress("export", "documents", x.predictions.Rows())
	defer progress.Done()
	write := func(p *schemas.Prediction, r *corpus.Record) error {
		progress.Add(1)
		return x.write(p, r)
	}
	if len(set) > 0 {
		err = x.predictions.Beside(ctx, t, c.Settings, set, write)
	} else {
		err = x.predictions.Alone(ctx, func(p *schemas.Prediction) error { return write(p, nil) })
	}
	if err == nil {
		err = all.Close()
	}
	if err != nil {
		return err
	}
	x.out.Warn()
	if x.unmerged > 0 {
		t.Log.Warn("phrases are not in --merge, and stay as they are without an id: run infer phrases on these predictions", "phrases", x.unmerged)
		t.Note("phrases_not_merged", x.unmerged)
	}
	return nil
}

// exporter passes predictions to the exports.
type exporter struct {
	config      ExportConfig
	predictions *labelled.Labels[schemas.Prediction]
	absent      export.Absent
	merged      export.Merged // nil without --merge
	out         *export.Writer
	written     int64
	unmerged    int64 // phrases that merged lacks
}

// write writes a prediction, with what exports have of its document; r is nil if they have nothing.
func (x *exporter) write(of *schemas.Prediction, r *corpus.Record) error {
	p := export.Phrases{Prediction: *of, Absent: x.absent, Scores: x.config.ExportScores, Merged: x.merged}
	if x.config.ExportText {
		p.Text = export.OriginalIn(r)
	}
	if x.config.Reviews() {
		p.Title, p.Beyond = export.OriginalIn(r).Headline(), !x.reviewed()
	}
	var given *corpus.Given
	if x.config.Keeps() {
		given = corpus.GivenOf(r)
	}
	if x.merged != nil {
		for _, k := range p.Written() {
			if x.merged[k.Phrase] == nil {
				x.unmerged++
			}
		}
	}
	x.written++
	return x.out.Write(of.ID, p, given)
}

// reviewed reports whether the next document is in the review: the one at which ⌊written·most/all⌋ rises, since files are often sorted.
func (x *exporter) reviewed() bool {
	most, all := x.config.ReviewDocuments, x.predictions.Rows()
	return most == 0 || most >= all || x.written*most/all < (x.written+1)*most/all
}
