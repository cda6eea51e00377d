package main

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/compare"
	"github.com/wrone2set/wrone2set/score/internal/report"
	"github.com/wrone2set/wrone2set/stages"
)

// comparing scores several predictions for the same documents.
var comparing = stages.Stage[CompareConfig]{
	Name:    "score compare",
	Version: version,
	Doc: `Scores several predictions for the same documents side by side.

Example: score compare --predictions wr=predictions --predictions theirs=theirs.txt --documents gold.jsonl --out compared

Give --predictions NAME=FOLDER once for each system. The first is the baseline: score compare shows the difference of each other
system to it, with the 95 % interval of a paired bootstrap, which draws the same documents for all systems. A star marks
significant differences, those whose interval excludes 0. The page shows the best value of each row in bold.`,
	Inputs: []stages.Input{
		{Name: "predictions", Schema: "predictions", Required: true, Remote: true, Named: true, Files: []string{"predictions*.parquet"},
			Doc: "predictions of a system, with its name; at least two"},
		documentsInput(),
	},
	Outputs: []stages.Output{
		{Name: compareFile, Schema: "text", Doc: "all systems side by side, as printed"},
		{Name: "compare.*", Schema: "table", Doc: "the same as Markdown, CSV, LaTeX and a page"},
	},
	Usual:   []string{"columns", "ks", "released", "bootstrap", "seed"},
	Config:  CompareConfig{defaultCriteria()},
	Presets: []stages.Preset[CompareConfig]{{Name: releasedPreset, Doc: releasedDoc, Apply: func(c *CompareConfig) { c.Released = true }}},
	Check:   func(c CompareConfig) error { return c.check() },
	Run:     comparison,
}

// compareFile holds what score compare prints.
const compareFile = "compare.txt"

// comparison scores several predictions of one test set, one after the other, and writes them side by side.
func comparison(ctx context.Context, t *stages.Task, c CompareConfig) error {
	given := t.Input("predictions")
	if len(given) < 2 {
		return &stages.UsageError{Err: errors.New("--predictions NAME=… is given once, a comparison needs at least two")}
	}
	var systems []*compare.System
	for _, predictions := range given {
		s, err := system(ctx, t, c.criteria, predictions)
		if err != nil {
			return err
		}
		systems = append(systems, s)
	}
	table, err := compare.New(ctx, systems, t.Threads)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return &schemas.FileError{File: t.Input("documents")[0].Spec, Err: err}
	}
	t.Note("documents", table.Documents)
	return writeTable(t, table)
}

// system scores one of the predictions.
func system(ctx context.Context, t *stages.Task, c criteria, predictions stages.Source) (*compare.System, error) {
	in, settings, err := open(t, nil, c, "", nil, predictions, []string{"5", "M", "O"})
	if err != nil {
		return nil, err
	}
	defer in.Close()
	s := compare.NewSystem(predictions.Name, settings)
	if s.About, err = inWords(predictions); err != nil {
		return nil, err
	}
	if err := judge(ctx, t, c, in, settings.TestSet, s.Add, func(*document) error { return nil }); err != nil {
		return nil, err
	}
	return s, caveats(t, s.Name, s.Result)
}

// inWords returns the facts about the predictions in one line.
func inWords(predictions stages.Source) (string, error) {
	facts, err := aboutPredictions(predictions)
	var words []string
	for _, f := range facts {
		words = append(words, f.Name+" "+f.Value)
	}
	return strings.Join(words, "; "), err
}

// writeTable writes the table in all forms and prints the first.
func writeTable(t *stages.Task, table *compare.Table) error {
	for _, form := range []struct {
		file  string
		write func(io.Writer) error
	}{
		{compareFile, func(w io.Writer) error { return table.Text(io.MultiWriter(w, t.Stdout)) }},
		{"compare.md", table.Markdown},
		{"compare.csv", table.CSV},
		{"compare.tex", table.LaTeX},
		{"compare.html", func(w io.Writer) error { return report.Compare(w, table) }},
	} {
		if err := t.Fill(form.file, form.write); err != nil {
			return err
		}
	}
	return nil
}
