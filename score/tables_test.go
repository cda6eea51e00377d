package main

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

type trainConfig struct {
	Slots int     `key:"slots" help:"slots"`
	LR    float64 `key:"lr" help:"rate"`
	Every int64   `key:"checkpoint_every,free" help:"steps"`
	Seed  uint64  `key:"seed" help:"seed"`
}

// trainedBy makes a folder like an output of train, with or without assignments.
func trainedBy(t *testing.T, assigned bool, flags ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "model")
	train := stages.Stage[trainConfig]{
		Name: "train", Version: "1", Doc: "Stands for train.", Config: trainConfig{Slots: 4, LR: 1, Seed: 27},
		Outputs: []stages.Output{{Name: "train_log.parquet", Schema: "train_log", Doc: "log"}, {Name: "assignments.parquet", Schema: "assignments", Optional: true, Doc: "targets"}},
		Run: func(_ context.Context, t *stages.Task, c trainConfig) error {
			t.Note("documents", 3)
			if c.Slots == 1 {
				t.Note("encoder", "MiniLM-L6")
			}
			err := t.Fill("train_log.parquet", func(w io.Writer) error {
				out := schemas.TrainLogs.NewWriter(w, nil)
				return errors.Join(out.Write(schemas.TrainLog{Step: 10, Split: "train", NullShare: .5, PotentialShare: .25}), out.Close())
			})
			if err != nil || !assigned {
				return err
			}
			return t.Fill("assignments.parquet", func(w io.Writer) error {
				out := schemas.Assignments.NewWriter(w, nil)
				for slot, target := range [][]string{{"x"}, nil, nil, nil} {
					if err := out.Write(schemas.Assignment{Snapshot: 10, Document: "a", Slot: int32(slot), Target: target}); err != nil {
						return err
					}
				}
				return out.Close()
			})
		},
	}
	if code := stages.Execute(context.Background(), []stages.Mode{train}, append(flags, "--config", "none", "--out", out, "--quiet"), io.Discard, os.Stderr); code != 0 {
		t.Fatalf("exit %d", code)
	}
	return out
}

// scored scores the small set and returns the folder.
func scored(t *testing.T, args ...string) string {
	t.Helper()
	dir := small(t)
	out, _, _ := done(t, append([]string{"--predictions", dir, "--slots", dir, "--documents", dir, "--quiet", "--bins", "100"}, args...)...)
	return out
}

// TestStudy: scores and trainings become tables, the same for any number of threads, with the costs beside them.
func TestStudy(t *testing.T) {
	scores, model := scored(t), trainedBy(t, true)
	var written [2]string
	for i, threads := range []string{"1", "3"} {
		out, printed, _ := done(t, "tables", "--result", "wr_27_kp20k="+scores, "--result", "wr_27_in_spec="+scores, "--chosen", "wr_27_kp20k="+scores,
			"--result", "settrans_27_kp20k="+scores, "--training", "wr_27="+model, "--training", "settrans_27="+trainedBy(t, false),
			"--training", "settrans_28="+trainedBy(t, false, "--seed", "28", "--checkpoint-every", "7"),
			"--result", "promptkp_27_kp20k="+scores, "--training", "promptkp_27="+trainedBy(t, false, "--slots", "1"), "--threads", threads)
		if printed != read(t, filepath.Join(out, "paper.md")) {
			t.Errorf("printed\n%s", printed)
		}
		if !strings.Contains(printed, "PromptKP (MiniLM)") {
			t.Error("the table does not name the pretrained encoder of the training")
		}
		for _, file := range []string{"paper.md", "paper.csv"} {
			written[i] += read(t, filepath.Join(out, file))
		}
		costs := read(t, filepath.Join(out, "costs.md"))
		for _, want := range []string{"| wr_27 | training | 0 |", "| settrans_27 | training |"} {
			if !strings.Contains(costs, want) {
				t.Errorf("the costs lack %q:\n%s", want, costs)
			}
		}
		if code, shown, _ := score("show", out); code != 0 || shown != printed {
			t.Errorf("show: exit %d: %s", code, shown)
		}
	}
	if written[0] != written[1] {
		t.Error("the tables of three threads differ")
	}
	metrics := metricsOf(t, scores)
	for _, want := range []struct{ line, metric string }{
		{"4,wr,kp20k/present/f1@M,3,1,V,0,1,0.378,0.002", "present/macro/f1@M"}, {"4,wr,in_spec/present/f1@5,3,1,V,0,,,", "present/macro/f1@5"},
		{"7,wr,in/over,3,1,V,0,,0.211,0", "over_estimation/all/share"}, {"8,wr,out/present,3,1,V,0,,5.94,0", "present/predicted_mean"},
		{"8,wr,in/duplication,3,1,V,0,,0.1,0", "duplication"}, {"beyond,wr,kp20k/chosen/ece,3,1,V,0,,,", "all/calibration/ece"},
		{"beyond,wr,kp20k/chosen/alpha_ndcg@5,3,1,V,0,,,", "all/mean_of_documents/alpha_ndcg@5"},
	} {
		before, after, _ := strings.Cut(want.line, "V")
		_, rest, found := strings.Cut(written[0], "\n"+before)
		value, tail, _ := strings.Cut(rest, ",")
		if x, err := strconv.ParseFloat(value, 64); !found || err != nil || math.Abs(x-metrics["garden/"+want.metric]) > 1e-12 || !strings.HasPrefix(","+tail, after+"\n") {
			t.Errorf("want %s with %v, there is %s,%.40s", want.line, metrics["garden/"+want.metric], value, tail)
		}
	}
	for _, want := range []string{"\n1,wr,present/null,3,1,0.5,0,,0.676,0\n", "\n1,wr,absent/null,3,1,1,0,,0.723,0\n", "\n2,wr,3,3,1,0,0,,,\n",
		"\ncourse,wr,potential/last,3,1,0.25,0,,,\n"} {
		if !strings.Contains(written[0], want) {
			t.Errorf("the tables lack %q", want)
		}
	}
	if strings.Contains(written[0], "\n1,settrans,present/null,3,1") {
		t.Error("a training without assignments has a share of ∅")
	}
}

// TestStudyRefused: wrong flags and inputs end with their exit code and message.
func TestStudyRefused(t *testing.T) {
	scores, model, other := scored(t), trainedBy(t, false), trainedBy(t, false, "--seed", "28", "--lr", "2")
	dir := small(t)
	result := []string{"--result", "wr_27_x=" + scores}
	broken := scored(t)
	if err := os.Remove(filepath.Join(broken, "metrics.json")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--result", "wr-27-x=" + scores}, stages.ExitUsage, "want a name like wr_27_kp20k"},
		{[]string{"--result", "wr_x_27=" + scores}, stages.ExitUsage, "want a name like wr_27_kp20k"},
		{append([]string{"--training", "wr=" + model}, result...), stages.ExitUsage, "want a name like wr_27: system, seed, joined"},
		{[]string{"--training", "wr_27=" + model}, stages.ExitUsage, "--result is required"},
		{append([]string{"--documents", dir}, result...), stages.ExitUsage, "there is no flag --documents"},
		{append([]string{"--training", "wr_27=" + scores}, result...), stages.ExitInput, ""},
		{append([]string{"--training", "wr_9=" + model}, result...), stages.ExitInput, "trained with seed 27, but its name says seed 9"},
		{append([]string{"--training", "wr_27=" + model, "--training", "wr_28=" + other}, result...), stages.ExitInput, "different settings (lr: 2)"},
		{append([]string{"--result", "wr_28_x=" + broken}, result...), stages.ExitInput, ""},
	} {
		refused(t, c.code, c.want, append([]string{"tables"}, c.args...)...)
	}
}
