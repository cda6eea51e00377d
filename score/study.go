package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/paper"
	"github.com/wrone2set/wrone2set/stages"
)

// Files in the inputs of the paper's tables.
const (
	scoresFile      = "scores.parquet"
	metricsFile     = "metrics.json"
	trainLogFile    = "train_log.parquet"
	assignmentsFile = "assignments.parquet"
	paperFile       = "paper.md" // also printed
)

var scoreFiles = []string{scoresFile, metricsFile}

// tabling makes the tables of the paper.
var tabling = stages.Stage[TablesConfig]{
	Name:    "score tables",
	Version: "7", // of score tables alone: its test of significance draws seeds
	Doc: `Makes the tables of the paper from scores.

Example: score tables --result wr_27_inspec=scores/inspec --out tables

Give --result SYSTEM_SEED_TEST=FOLDER for each system, seed and test set. The tables show means over the seeds of a system,
beside the numbers of the paper. --chosen and --training add more tables. make paper trains, labels and scores all systems of
the paper, and then runs score tables.`,
	Inputs: []stages.Input{
		{Name: "result", Schema: "scores", Required: true, Remote: true, Named: true, Files: scoreFiles,
			Doc: "scores of infer --choose slots, such as wr_27_kp20k=FOLDER"},
		{Name: "chosen", Schema: "scores", Remote: true, Named: true, Files: scoreFiles,
			Doc: "scores of infer --choose f1, by the same names"},
		{Name: "training", Schema: "train_log", Remote: true, Named: true, Files: []string{trainLogFile, assignmentsFile},
			Doc: "outputs of train, such as wr_27=FOLDER"},
	},
	Outputs: []stages.Output{
		{Name: "paper.*", Schema: "table", Doc: "tables beside the paper's numbers: Markdown, CSV"},
		{Name: "costs.md", Schema: "text", Doc: "time and memory of training and labelling; differs between runs"},
	},
	Usual:  []string{"bootstrap", "seed"},
	Config: TablesConfig{defaultSampling()},
	Run:    study,
}

// study makes the paper's tables from the scores of any number of systems, seeds and test sets.
func study(ctx context.Context, t *stages.Task, c TablesConfig) error {
	runs, err := runsOf(ctx, t, "result")
	if err != nil {
		return err
	}
	chosen, err := runsOf(ctx, t, "chosen")
	if err != nil {
		return err
	}
	var trained []*paper.Trained
	for _, src := range t.Input("training") {
		of, err := trainedIn(src)
		if err != nil {
			return err
		}
		trained = append(trained, of)
	}
	s, err := paper.New(runs, chosen, trained, paper.Options{Context: ctx, Samples: c.Bootstrap, Seed: c.Seed, Threads: t.Threads})
	if err != nil {
		return &schemas.FileError{File: t.Input("result")[0].Spec, Err: err, Remedy: "leave it out, or repeat it with the settings of the others"}
	}
	return cmp.Or(writeStudy(t, s), ctx.Err()) // tables made after the end lack marks
}

// writeStudy writes the tables in all forms and prints the first.
func writeStudy(t *stages.Task, s *paper.Study) error {
	for _, form := range []struct {
		file  string
		write func(io.Writer) error
	}{
		{paperFile, func(w io.Writer) error { return s.Markdown(io.MultiWriter(w, t.Stdout)) }},
		{"paper.csv", s.CSV},
		{"costs.md", func(w io.Writer) error { return costs(w, t) }},
	} {
		if err := t.Fill(form.file, form.write); err != nil {
			return err
		}
	}
	return nil
}

// runsOf reads the scores of one input.
func runsOf(ctx context.Context, t *stages.Task, input string) (runs []*paper.Run, err error) {
	for _, src := range t.Input(input) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		model, test, err := named(input, src.Name, 3)
		if err != nil {
			return nil, err
		}
		r, err := runIn(src)
		if err != nil {
			return nil, err
		}
		r.Model, r.Test = model, test
		t.Read(int64(len(r.Documents)))
		runs = append(runs, r)
	}
	return runs, nil
}

// named splits SYSTEM_SEED or SYSTEM_SEED_TEST.
func named(input, name string, parts int) (m paper.Model, test string, err error) {
	words := strings.SplitN(name, "_", parts)
	if len(words) < parts || slices.Contains(words, "") || strings.Trim(words[1], "0123456789") != "" {
		return m, "", &stages.UsageError{Err: fmt.Errorf("--%s %s=…: want a name like %s: system, seed%s, joined by _", input, name,
			map[int]string{2: "wr_27", 3: "wr_27_kp20k"}[parts], map[int]string{2: "", 3: ", test set"}[parts])}
	}
	if parts == 3 {
		test = words[2]
	}
	return paper.Model{System: words[0], Seed: words[1]}, test, nil
}

// runIn reads a folder that score wrote.
func runIn(src stages.Source) (*paper.Run, error) {
	r := &paper.Run{}
	for _, file := range scoreFiles {
		if !slices.ContainsFunc(src.Files, func(f string) bool { return filepath.Base(f) == file }) {
			return nil, &schemas.FileError{File: src.Spec, Err: fmt.Errorf("the folder has no %s", file), Remedy: "give a folder that score wrote"}
		}
	}
	if err := metricsIn(src, r); err != nil {
		return nil, err
	}
	all, err := rowsIn(src, scoresFile, schemas.Scores)
	if err != nil {
		return nil, err
	}
	r.Documents = paper.Documents(all)
	return r, nil
}

// metricsIn reads metrics.json and drops the test set from its names.
func metricsIn(src stages.Source, r *paper.Run) error {
	f, err := src.Open(metricsFile)
	if err != nil {
		return err
	}
	defer f.Close()
	all := map[string]float64{}
	if err := json.NewDecoder(f).Decode(&all); err != nil {
		return &schemas.FileError{File: src.Path(metricsFile), Err: err, Remedy: "run score again"}
	}
	r.Metrics = map[string]float64{}
	for name, v := range all {
		_, rest, _ := strings.Cut(name, "/")
		r.Metrics[rest] = v
	}
	return nil
}

// trainedIn reads a folder that train wrote.
func trainedIn(src stages.Source) (*paper.Trained, error) {
	model, _, err := named("training", src.Name, 2)
	if err != nil {
		return nil, err
	}
	made, ok, err := src.ProvenanceIn(src.Spec)
	if err != nil {
		return nil, err
	}
	if !ok || made.Stage != "train" {
		return nil, &schemas.FileError{File: src.Spec, Err: errors.New("the folder is not an output of train"), Remedy: "give a folder that train wrote"}
	}
	if string(made.Seed) != model.Seed {
		return nil, &schemas.FileError{File: src.Spec, Err: fmt.Errorf("the model was trained with seed %s, but its name says seed %s", made.Seed, model.Seed),
			Remedy: "give its own seed in the name"}
	}
	trained := &paper.Trained{Model: model, Documents: made.Number("documents"), Encoder: made.Noted("encoder"), Settings: settingsOf(made)}
	log, err := rowsIn(src, trainLogFile, schemas.TrainLogs)
	if err != nil {
		return nil, err
	}
	trained.Course = paper.CourseOf(log)
	if !slices.ContainsFunc(src.Files, func(f string) bool { return filepath.Base(f) == assignmentsFile }) {
		return trained, nil
	}
	assigned, err := rowsIn(src, assignmentsFile, schemas.Assignments)
	if err != nil {
		return nil, err
	}
	slots, _ := made.Settings()["slots"].(float64)
	trained.Targets = paper.Gather(assigned, int(slots))
	return trained, nil
}

// rowsIn reads a table of a folder.
func rowsIn[R any](src stages.Source, file string, table schemas.Table[R]) ([]R, error) {
	disk, err := src.Open(file)
	if err != nil {
		return nil, err
	}
	rows, err := table.OpenFile(src.Path(file), disk)
	if err != nil {
		return nil, errors.Join(err, disk.Close())
	}
	defer rows.Close()
	return rows.All()
}

// free lists the settings in which the models of a mean may differ: the seed, and those that change no output.
var free = []string{"seed", "checkpoint_every", "checkpoint_minutes"}

// settingsOf returns all other settings, one per line.
func settingsOf(made *stages.Manifest) string {
	settings := made.Settings()
	var lines []string
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		if !slices.Contains(free, key) {
			lines = append(lines, fmt.Sprintf("%s: %v", key, settings[key]))
		}
	}
	return strings.Join(lines, "\n")
}
