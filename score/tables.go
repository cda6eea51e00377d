package main

import (
	"context"
	"io"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/paper"
	"github.com/wrone2set/wrone2set/stages"
)

// tabling makes the tables of the paper.
var tabling = stages.Stage[metric.Sampling]{
	Name:    "score tables",
	Version: "7", // of score tables alone: its test of significance draws seeds
	Doc: `Makes the tables of the paper from scores.

Example: score tables --result wr_27_inspec=scores/inspec --out tables

Give --result SYSTEM_SEED_TEST=FOLDER for each system, seed and test set. The tables show means over the seeds of a system,
beside the numbers of the paper. --chosen and --training add more tables. make paper trains, labels and scores all systems of
the paper, and then runs score tables.`,
	Inputs: []stages.Input{
		{Name: "result", Schema: "scores", Required: true, Remote: true, Named: true, Files: paper.ScoreFiles,
			Doc: "scores of infer --choose slots, such as wr_27_kp20k=FOLDER"},
		{Name: "chosen", Schema: "scores", Remote: true, Named: true, Files: paper.ScoreFiles,
			Doc: "scores of infer --choose f1, by the same names"},
		{Name: "training", Schema: "train_log", Remote: true, Named: true, Files: paper.TrainingFiles,
			Doc: "outputs of train, such as wr_27=FOLDER"},
	},
	Outputs: []stages.Output{
		{Name: "paper.*", Schema: "table", Doc: "tables beside the paper's numbers: Markdown, CSV"},
		{Name: "costs.md", Schema: "text", Doc: "time and memory of training and labelling; differs between runs"},
	},
	Usual:  []string{"bootstrap", "seed"},
	Config: metric.DefaultSampling(),
	Run:    tables,
}

// paperFile holds what score tables prints.
const paperFile = "paper.md"

// tables makes the paper's tables from the scores of any number of systems, seeds and test sets.
func tables(ctx context.Context, t *stages.Task, c metric.Sampling) error {
	study, err := paper.Read(ctx, t, c)
	if err != nil {
		return err
	}
	return fill(t, []form{
		{paperFile, func(w io.Writer) error { return study.Markdown(io.MultiWriter(w, t.Stdout)) }},
		{"paper.csv", study.CSV},
		{"costs.md", func(w io.Writer) error { return paper.Costs(w, t) }},
	})
}
