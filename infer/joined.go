package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/zeebo/xxh3"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
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
		Version: "5",
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
		Outputs: phraseLabels(false).outputs(),
		Config:  ExportConfig{Settings: corpus.DefaultSettings(), exportSettings: defaultExports(), readSettings: defaultReading()},
		Usual:   []string{"export", "export_scores", "review_documents", "absent", "export_delimiter", "bom", "format", "delimiter", "encoding", "sheet", "columns"},
		Check: func(c ExportConfig) error {
			if len(c.Export) == 0 {
				return fmt.Errorf("export is empty: give --export, for example %s,%s", wideExport, xlsxExport)
			}
			if c.ReviewDocuments > 0 && !c.reviews() {
				return fmt.Errorf("review_documents needs --export %s", reviewExport)
			}
			_, err := c.absent(true, "")
			return errors.Join(c.Settings.Check(true), err, c.checkExports())
		},
		Run: runExport,
	}
}

// runExport writes the exports of all predictions.
func runExport(ctx context.Context, t *stages.Task, c ExportConfig) (err error) {
	if err := c.streamable(t); err != nil {
		return err
	}
	switch texts := c.keeps() || c.ExportText || c.reviews(); {
	case texts && len(t.Input("documents")) == 0:
		return &stages.UsageError{Err: fmt.Errorf("--export %v, those of references, --partition-by and --export-text need --documents: predictions have no columns and no texts", []string{wideExport, xlsxExport, parquetExport, reviewExport})}
	case !texts && len(t.Input("documents")) > 0:
		return &stages.UsageError{Err: fmt.Errorf("--documents is for the exports %v, those of references, for --partition-by and --export-text: leave it out", []string{wideExport, xlsxExport, parquetExport, reviewExport})}
	}
	paths, absent, err := c.predictions(t)
	if err != nil {
		return err
	}
	merged, err := readMerged(t)
	if err != nil {
		return err
	}
	predictions, err := rows.Open(schemas.Predictions, paths, t.Open)
	if err != nil {
		return err
	}
	defer predictions.Close()
	reading := c.Settings.Reading(true, t)
	reading.Keep = c.keeps()
	set := corpus.Of(t.Input("documents"), reading)
	var layout *corpus.Layout
	if c.columned() {
		if layout, err = set.Layout(); err != nil {
			return err
		}
	}
	var all files
	l := phraseLabels(c.ExportScores)
	if merged != nil {
		l = l.withIDs()
	}
	out, err := createExports(&all, t, c.exportSettings, l, layout)
	defer all.abort()
	if err != nil {
		return err
	}
	progress := t.Progress("export", "documents", predictions.Rows())
	defer progress.Done()
	j := &joined{config: c, absent: absent, merged: merged, predictions: predictions, seen: map[xxh3.Uint128]bool{}, out: out, step: func() { progress.Add(1) }}
	if len(set) > 0 {
		err = j.documents(ctx, t, set)
	} else {
		err = j.alone(ctx)
	}
	if err != nil {
		return err
	}
	if err := all.close(); err != nil {
		return err
	}
	out.warn()
	if j.unmerged > 0 {
		t.Log.Warn("phrases are not in --merge, and stay as they are without an id: run infer phrases on these predictions", "phrases", j.unmerged)
		t.Note("phrases_not_merged", j.unmerged)
	}
	return nil
}

// predictions returns the files of the predictions, and which absent phrases of them are read.
func (c readSettings) predictions(t *stages.Task) (paths []string, absent export.Absent, err error) {
	likely, rule := true, ""
	for _, in := range t.Input("predictions") {
		made, _, err := in.Provenance()
		if err != nil {
			return nil, absent, err
		}
		likely, rule = likely && made.Noted("scores") == probabilities, made.Noted("choose")
		paths = append(paths, in.Files...)
	}
	absent, err = c.absent(likely, rule)
	return paths, absent, err
}

// joined passes predictions to the exports, with their documents if an export needs them.
type joined struct {
	config      ExportConfig
	absent      export.Absent
	merged      export.Merged // nil without --merge
	unmerged    int64         // phrases that it lacks
	predictions *rows.Files[schemas.Prediction]
	next        *schemas.Prediction   // the next one to write; nil after the last
	seen        map[xxh3.Uint128]bool // hashes of the ids written so far, without documents
	out         *exported
	step        func()
	written     int64
}

// advance reads the next prediction.
func (j *joined) advance() error {
	p, err := j.predictions.Next()
	if j.next = &p; err == io.EOF {
		j.next, err = nil, nil
	}
	return err
}

// alone writes predictions without their documents.
func (j *joined) alone(ctx context.Context) error {
	for {
		if err := j.advance(); err != nil || j.next == nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := j.once(); err != nil {
			return err
		}
		if err := j.write(nil, nil); err != nil {
			return err
		}
		j.step()
	}
}

// write writes the next prediction, with the text and the row of its document if an export has them.
func (j *joined) write(text *export.Original, given *corpus.Given) error {
	p := export.Phrases{Prediction: *j.next, Absent: j.absent, Scores: j.config.ExportScores, Merged: j.merged}
	if j.config.ExportText {
		p.Text = text
	}
	if j.config.reviews() {
		p.Title, p.Beyond = text.Headline(), !j.reviewed()
	}
	if j.merged != nil {
		for _, k := range p.Written() {
			if j.merged[k.Phrase] == nil {
				j.unmerged++
			}
		}
	}
	j.written++
	return j.out.write(j.next.ID, p, given)
}

// reviewed reports whether the next document is in the review: the one at which ⌊written·most/all⌋ rises, since files are often sorted.
func (j *joined) reviewed() bool {
	most, all := j.config.ReviewDocuments, j.predictions.Rows()
	return most == 0 || most >= all || j.written*most/all < (j.written+1)*most/all
}

// once fails if the next prediction has the id of an earlier one, as those of a folder given twice have.
func (j *joined) once() error {
	hash := xxh3.HashString128(j.next.ID)
	if !j.seen[hash] {
		j.seen[hash] = true
		return nil
	}
	return repeated(j.next.ID, j.predictions)
}

// repeated returns the error for a second prediction of a document.
func repeated(id string, predictions *rows.Files[schemas.Prediction]) error {
	file, row := predictions.Place()
	return &schemas.FileError{File: file, Place: fmt.Sprintf("row %d", row), Err: fmt.Errorf("document %.100q has predictions already", id),
		Remedy: "give each folder of predictions once; export those of other documents with the same ids by themselves"}
}

// found is a document of the corpus, or a bad row.
type found struct {
	corpusRow
	text  *export.Original
	given *corpus.Given
}

// documents writes each prediction with its document.
func (j *joined) documents(ctx context.Context, t *stages.Task, set corpus.Set) error {
	if err := j.advance(); err != nil {
		return err
	}
	s := inStep[found]{settings: j.config.Settings, read: j.reader(), next: func() (corpusRow, bool) {
		if j.next == nil {
			return corpusRow{}, false
		}
		file, row := j.predictions.Place()
		return corpusRow{file, row, j.next.ID, j.next.Digest}, true
	}}
	s.take = func(d found) error {
		if err := j.write(d.text, d.given); err != nil {
			return err
		}
		j.step()
		return j.advance()
	}
	return s.each(ctx, t, set)
}

// reader returns a function that makes readers of batches, one per goroutine.
func (j *joined) reader() func() func(*corpus.Batch) ([]found, error) {
	return func() func(*corpus.Batch) ([]found, error) {
		return func(b *corpus.Batch) ([]found, error) {
			all := make([]found, b.Len())
			for i := range all {
				r, err := b.Parse(i)
				all[i].corpusRow = corpusRow{file: r.File, row: r.Row}
				if err != nil {
					continue
				}
				all[i].id, all[i].digest = r.ID, r.Digest()
				if j.config.ExportText || j.config.reviews() {
					all[i].text = textOf(&r)
				}
				if j.config.keeps() {
					all[i].given = corpus.GivenOf(&r)
				}
			}
			return all, nil
		}
	}
}

// textOf returns the text of a record, as given does for a document.
func textOf(r *corpus.Record) *export.Original {
	d := schemas.Document{TitleText: r.Title, BodyText: r.Body, Title: r.TitleTokens, Body: r.BodyTokens}
	if r.Document != nil {
		d.TitleText, d.BodyText = r.Document.TitleText, r.Document.BodyText
	}
	return given(&d)
}
