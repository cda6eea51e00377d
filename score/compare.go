package main

import (
	"context"
	"errors"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/compare"
	"github.com/wrone2set/wrone2set/score/internal/judge"
	"github.com/wrone2set/wrone2set/score/internal/report"
	"github.com/wrone2set/wrone2set/stages"
)

// comparing scores several predictions for the same documents.
var comparing = stages.Stage[judge.Criteria]{
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
	Config:  judge.Defaults(),
	Presets: []stages.Preset[judge.Criteria]{{Name: releasedPreset, Doc: releasedDoc, Apply: func(c *judge.Criteria) { c.Released = true }}},
	Check:   judge.Criteria.Check,
	Run:     comparison,
}

// Files of score compare.
const (
	compareFile = "compare.txt" // also printed
	comparePage = "compare.html"
)

// comparison scores several predictions of one test set, one after the other, and writes them side by side.
func comparison(ctx context.Context, t *stages.Task, c judge.Criteria) error {
	given := t.Input("predictions")
	if len(given) < 2 {
		return &stages.UsageError{Err: errors.New("--predictions NAME=… is given once, a comparison needs at least two")}
	}
	var systems []*compare.System
	for _, predictions := range given {
		s, err := system(ctx, t, c, predictions)
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
	return fill(t, []form{
		{compareFile, func(w io.Writer) error { return table.Text(io.MultiWriter(w, t.Stdout)) }},
		{"compare.md", table.Markdown},
		{"compare.csv", table.CSV},
		{"compare.tex", table.LaTeX},
		{comparePage, func(w io.Writer) error { return report.Compare(w, table) }},
	})
}

// system scores one of the predictions.
func system(ctx context.Context, t *stages.Task, c judge.Criteria, predictions stages.Source) (*compare.System, error) {
	set, err := judge.Open(t, c, judge.Input{Predictions: predictions, Cuts: []string{"5", "M", "O"}})
	if err != nil {
		return nil, err
	}
	defer set.Close()
	about, err := report.AboutPredictions(predictions)
	if err != nil {
		return nil, err
	}
	s := compare.NewSystem(predictions.Name, about.String(), set.Settings)
	if err := set.Each(ctx, s.Add, func(*judge.Document) error { return nil }); err != nil {
		return nil, err
	}
	return s, judge.Warn(t, s.Result, "system", s.Name)
}
