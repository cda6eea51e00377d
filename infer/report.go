package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/infer/internal/assigned"
	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/labelled"
	"github.com/wrone2set/wrone2set/infer/internal/report"
	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/infer/pretrained"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/model"
)

// ReportConfig has the settings of infer report.
type ReportConfig struct {
	corpus.Settings
	readSettings
	By       []string `key:"by" help:"columns of the documents, such as journal: phrases that are typical of their values"`
	Years    string   `key:"years" help:"column of --documents with years or dates; auto: year, date, published and the like; none: no years"`
	Examples int      `key:"examples" range:"[0,100]" help:"documents drawn by chance to be shown, and as many of the least certain"`
	Seed     uint64   `key:"seed" help:"seed of the drawing"`
}

// Files of infer report.
const (
	reportFile  = "report.html"
	summaryFile = "summary.txt"
)

// reporting returns the mode that describes a labelled corpus.
func reporting() stages.Stage[ReportConfig] {
	return stages.Stage[ReportConfig]{
		Name:    "infer report",
		Version: "4",
		Doc: `Describes a labelled corpus on one page.

Example: infer report labels --documents papers.csv --out report

Example: infer report labels-2024 labels-2025 --documents papers.csv --by journal --years published --out report

Example: infer report concepts --out report

--labels are finished outputs of infer or of infer concepts, in the order of their documents. The page says what was labelled and how
much of it is doubtful; how many phrases are probably right, without gold keyphrases; which phrases are frequent, typical of the
values of a column, rising or falling over the years, and together; and it shows documents with their phrases and why each was
chosen. It needs no other file and no network.

With --documents, those that were labelled, in the same order and read with the same settings, it has texts, columns and years.
Why a phrase was chosen needs the model that labelled: the built-in one, or --model.`,
		Inputs: []stages.Input{
			{Name: "labels", Doc: "folders of infer or infer concepts", Schema: "predictions", Required: true, Many: true, Argument: true, Remote: true, Files: []string{predictionsFile, assigned.Parts}},
			documentsInput(false, "the documents that were labelled"),
			{Name: "review", Doc: "sheets of --export review that people corrected: are they enough for a refit?", Schema: "review", Many: true, Remote: true},
			{Name: "model", Doc: "the model folder that labelled them, for the reasons", Schema: "model", Default: pretrained.Model(), Remote: true, Files: model.Files()},
		},
		Outputs: []stages.Output{
			{Name: reportFile, Schema: "html", Doc: "the page, without other files"},
			{Name: summaryFile, Schema: "text", Doc: "its chief numbers, as printed"},
		},
		Config: ReportConfig{Settings: corpus.DefaultSettings(), readSettings: defaultReading(), Years: labelled.AutoYears, Examples: 12, Seed: 1},
		Usual:  []string{"by", "years", "examples", "seed", "absent", "format", "columns"},
		Check: func(c ReportConfig) error {
			return errors.Join(c.Settings.Check(true), c.readSettings.check())
		},
		Run: runReport,
	}
}

// runReport reads the labels once, in step with their documents, and draws the page.
func runReport(ctx context.Context, t *stages.Task, c ReportConfig) error {
	from := survey.Outputs{Documents: t.Input("documents"), Settings: c.Settings, Years: c.Years}
	if len(from.Documents) == 0 && (len(c.By) > 0 || c.Years != labelled.AutoYears && c.Years != labelled.NoYears) {
		return &stages.UsageError{Err: errors.New("--by and --years need --documents: predictions have no columns")}
	}
	var err error
	if from.Folders, err = labelled.Folders(t, "labels"); err != nil {
		return err
	}
	if from.Concepts, err = labelled.OneKind(t, from.Folders); err != nil {
		return err
	}
	likely := true
	for _, f := range from.Folders {
		absent, err := export.ParseAbsent(c.Absent, f.Likely, f.Rule)
		if err != nil {
			return err
		}
		from.Absent, likely = append(from.Absent, absent), likely && f.Likely
	}
	p := report.New(from.Folders, from.Concepts, c.Seed)
	if p.Survey, err = survey.New(survey.Settings{By: c.By, Likely: likely, Examples: c.Examples, Seed: c.Seed}); err != nil {
		return err
	}
	defer p.Close()
	if p.Years, err = p.Read(ctx, t, from); err != nil {
		return err
	}
	if p.Survey.Documents == 0 {
		return &schemas.FileError{File: from.Folders[0].Spec, Err: errors.New("no document was labelled"), Remedy: "label documents first; rejects.jsonl of that folder says why rows were not read"}
	}
	if err := p.Finish(ctx); err != nil {
		return err
	}
	p.Texts = len(from.Documents) > 0
	if err := p.Explain(ctx, t, t.Input("model")); err != nil {
		return err
	}
	if p.Corrected, err = corrected(t); err != nil {
		return err
	}
	t.Note("documents", p.Survey.Documents)
	if err := t.Fill(reportFile, p.Write); err != nil {
		return err
	}
	return t.Fill(summaryFile, func(w io.Writer) error { return p.Text(io.MultiWriter(w, t.Stdout)) })
}

// corrected says how many documents --review corrects, and whether a refit to so many gains; "" without --review.
func corrected(t *stages.Task) (string, error) {
	var paths []string
	for _, in := range t.Input("review") {
		paths = append(paths, in.Files...)
	}
	if len(paths) == 0 {
		return "", nil
	}
	r, err := review.Read(paths, t.Open)
	if err != nil {
		return "", err
	}
	n := r.Count().Touched
	return fmt.Sprintf("documents corrected: %d; %s", n, review.Gain(n)), nil
}
