package paper

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages"
)

// Files in the inputs of the tables.
const (
	scoresFile      = "scores.parquet"
	metricsFile     = "metrics.json"
	trainLogFile    = "train_log.parquet"
	assignmentsFile = "assignments.parquet"
)

// ScoreFiles are the files of an output of score, and TrainingFiles those of train, that the tables need.
var (
	ScoreFiles    = []string{scoresFile, metricsFile}
	TrainingFiles = []string{trainLogFile, assignmentsFile}
)

// Read makes the tables of the inputs of a task: result, chosen and training.
func Read(ctx context.Context, t *stages.Task, sampling metric.Sampling) (*Study, error) {
	runs, err := readRuns(ctx, t, "result")
	if err != nil {
		return nil, err
	}
	chosen, err := readRuns(ctx, t, "chosen")
	if err != nil {
		return nil, err
	}
	var trained []*Trained
	for _, src := range t.Input("training") {
		of, err := readTrained(src)
		if err != nil {
			return nil, err
		}
		trained = append(trained, of)
	}
	s, err := New(ctx, runs, chosen, trained, sampling, t.Threads)
	if err != nil && ctx.Err() == nil {
		err = &schemas.FileError{File: t.Input("result")[0].Spec, Err: err, Remedy: "leave it out, or repeat it with the settings of the others"}
	}
	return s, err
}

// readRuns reads the scores of one input.
func readRuns(ctx context.Context, t *stages.Task, input string) (runs []*Run, err error) {
	for _, src := range t.Input(input) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		model, test, err := named(input, src.Name, 3)
		if err != nil {
			return nil, err
		}
		r := &Run{Model: model, Test: test}
		if err := r.read(src); err != nil {
			return nil, err
		}
		t.Read(int64(len(r.Documents)))
		runs = append(runs, r)
	}
	return runs, nil
}

// named splits SYSTEM_SEED or SYSTEM_SEED_TEST.
func named(input, name string, parts int) (m Model, test string, err error) {
	words := strings.SplitN(name, "_", parts)
	if len(words) < parts || slices.Contains(words, "") || strings.Trim(words[1], "0123456789") != "" {
		return m, "", &stages.UsageError{Err: fmt.Errorf("--%s %s=…: want a name like %s: system, seed%s, joined by _", input, name,
			map[int]string{2: "wr_27", 3: "wr_27_kp20k"}[parts], map[int]string{2: "", 3: ", test set"}[parts])}
	}
	if parts == 3 {
		test = words[2]
	}
	return Model{System: words[0], Seed: words[1]}, test, nil
}

// read reads a folder that score wrote. It drops the test set from the names of metrics.json.
func (r *Run) read(src stages.Source) error {
	for _, file := range ScoreFiles {
		if !has(src, file) {
			return &schemas.FileError{File: src.Spec, Err: fmt.Errorf("the folder has no %s", file), Remedy: "give a folder that score wrote"}
		}
	}
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
	scores, err := readTable(src, scoresFile, schemas.Scores)
	r.Documents = Documents(scores)
	return err
}

// has reports whether a source has a file of this name.
func has(src stages.Source, file string) bool {
	return slices.ContainsFunc(src.Files, func(f string) bool { return filepath.Base(f) == file })
}

// readTrained reads a folder that train wrote.
func readTrained(src stages.Source) (*Trained, error) {
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
	trained := &Trained{Model: model, Documents: made.Number("documents"), Encoder: made.Noted("encoder"), Settings: settingsOf(made), Values: map[string]float64{}}
	log, err := readTable(src, trainLogFile, schemas.TrainLogs)
	if err != nil {
		return nil, err
	}
	trained.course(log)
	if !has(src, assignmentsFile) {
		return trained, nil
	}
	assigned, err := readTable(src, assignmentsFile, schemas.Assignments)
	if err != nil {
		return nil, err
	}
	slots, _ := made.Settings()["slots"].(float64)
	trained.gather(assigned, int(slots))
	return trained, nil
}

// readTable reads a table of a folder.
func readTable[R any](src stages.Source, file string, table schemas.Table[R]) ([]R, error) {
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
