package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

func TestMain(m *testing.M) {
	stagetest.Child(stage)
	code := m.Run()
	os.RemoveAll(shared.dir)
	os.Exit(code)
}

// A model learns the made-up corpus: the loss falls, and the folder is complete.
func TestTrain(t *testing.T) {
	data := madeData(t, 240, 24)
	out, said := do(t, append(slices.Clone(smallest), "--data", data, "--epochs", "12", "--dropout", "0",
		"--assignments-every", "100", "--assignments-documents", "5")...)
	log, valid := rowsOf(t, schemas.TrainLogs, out, "train_log.parquet"), validLines(t, out)
	if len(valid) != 12 || valid[0].Step != 40 || valid[11].Step != 480 || valid[11].Epoch != 12 {
		t.Errorf("validation lines %+v", valid)
	}
	best := slices.MinFunc(valid[:2], func(a, b schemas.TrainLog) int { return cmp.Compare(a.Loss, b.Loss) }).Loss
	if line := fmt.Sprintf("msg=validation stage=train step=80 loss=%v best=%v learning_rate=%v\n", valid[1].Loss, best, valid[1].LearningRate); !strings.Contains(said, line) {
		t.Errorf("no %q in\n%s", line, said)
	}
	learns(t, out, 1./3)
	if l := log[0]; l.Split != "train" || l.Step != 5 || l.LearningRate != .01 || l.GradNorm <= 0 || l.NullShare <= 0 || l.LambdaAdp <= 0 {
		t.Errorf("first line of the log %+v", l)
	}

	assignments := rowsOf(t, schemas.Assignments, out, "assignments.parquet")
	if n := len(assignments); n == 0 || n > 4*5*4 || assignments[0].Snapshot != 100 || assignments[0].Document != "d0" {
		t.Errorf("%d assignments", n)
	}
	if !slices.ContainsFunc(assignments, func(a schemas.Assignment) bool { return strings.Contains(strings.Join(a.Target, " "), " unheard") }) {
		t.Error("no assigned target has the word that is not in the vocabulary")
	}
	page := read(t, out, "report.html")
	lowest := slices.MinFunc(valid, func(a, b schemas.TrainLog) int { return cmp.Compare(a.Loss, b.Loss) })
	if line := fmt.Sprintf("480 steps, 12 epochs. Kept are the parameters of step %d, with the lowest validation loss, %.4f.", lowest.Step, lowest.Loss); !strings.Contains(string(page), line) || strings.Count(string(page), "<figure") != 4 {
		t.Errorf("report.html does not say %q with 4 charts:\n%s", line, page)
	}
	if found := there(out, "config.json", "model.safetensors", "last.safetensors", "vocab.parquet", "manifest.json"); len(found) != 5 {
		t.Errorf("there are only %v", found)
	}
}

// Every objective trains, with equal bytes for one thread and three.
func TestPresets(t *testing.T) {
	data := madeData(t, 30, 8)
	for _, preset := range []string{"wr", "settrans", "settrans-unscaled", "released", "settrans-batching", "no-reassign", "no-weighting", "rand-assign"} {
		t.Run(preset, func(t *testing.T) {
			if preset != "wr" && preset != "rand-assign" && testing.Short() {
				t.Skip("-short")
			}
			args := slices.Clone(smallest)
			args[1] = preset + ",tiny"
			out := stagetest.Twice(t, stage, nil, append(args, "--data", data, "--epochs", "2")...)
			load(t, out)
		})
	}
}

// The model is that of the check with the lowest validation loss. Its parameters are the last ones of a run that ends with
// that epoch, and not those of the longer run.
func TestBestIsPublished(t *testing.T) {
	args := []string{"--data", contraryData(t), "--decay", "1"}
	long := tiny(t, append(args, "--epochs", "5", "--patience", "9")...)
	lines := validLines(t, long)
	best := slices.MinFunc(lines, func(a, b schemas.TrainLog) int { return cmp.Compare(a.Loss, b.Loss) })
	if len(lines) != 5 || best.Epoch == 5 {
		t.Fatalf("validation %+v: the best epoch is the last, so the test tests nothing", lines)
	}
	short := tiny(t, append(args, "--epochs", fmt.Sprint(best.Epoch))...)
	model, last := read(t, long, modelFile), read(t, long, lastFile)
	if !slices.Equal(model, read(t, short, lastFile)) || slices.Equal(model, last) {
		t.Errorf("the model is not that of epoch %d", best.Epoch)
	}
	n := notes(t, long)
	if got, want := fmt.Sprint(n["best_step"], n["best_validation_loss"], n["steps"]), fmt.Sprint(best.Step, best.Loss, 50); got != want {
		t.Errorf("the manifest notes %s, want %s", got, want)
	}
}

func TestRefusals(t *testing.T) {
	data := madeData(t, 12, 4)
	other := madeData(t, 12, 4)
	rows := madeVocabulary()
	rows[9].Token = "changed"
	writeVocabulary(t, other, rows)
	empty := t.TempDir()
	writeVocabulary(t, empty, rows)
	mixed, without := madeData(t, 12, 0), madeData(t, 12, 4)
	writeExamples(t, mixed, "examples.valid-00000-of-00001.arrow", schemas.ExampleHeader{VocabSize: 28, VocabDigest: "other"}, 3, 4)
	if err := os.Remove(filepath.Join(without, vocabFile)); err != nil {
		t.Fatal(err)
	}
	refuses(t, smallest, []refusal{
		{"another vocabulary", stages.ExitInput, []string{"vocab.parquet", "not the vocabulary of the examples", "preprocess"}, []string{"--data", other}},
		{"another size", stages.ExitInput, []string{"vocabulary of 28 words", "vocab_size is 50"}, []string{"--data", data, "--vocab-size", "50"}},
		{"two vocabularies", stages.ExitInput, []string{"training and validation examples were made with different vocabularies"}, []string{"--data", mixed}},
		{"no vocabulary", stages.ExitInput, []string{"holds no vocab.parquet", "run preprocess again"}, []string{"--data", without}},
		{"no examples", stages.ExitInput, []string{"no training examples"}, []string{"--data", empty}},
		{"no data", stages.ExitUsage, []string{"--data is required"}, nil},
		{"every keyphrase dropped", stages.ExitUsage, []string{"kp_drop is 1, want at least 0 and less than 1"}, []string{"--data", data, "--kp-drop", "1"}},
		{"odd slots", stages.ExitUsage, []string{"slots is 5"}, []string{"--data", data, "--slots", "5"}},
		{"unknown re-assignment", stages.ExitUsage, []string{"released"}, []string{"--data", data, "--reassign", "sums"}},
		{"unknown precision", stages.ExitUsage, []string{`precision is "int8", want float32 or bfloat16`}, []string{"--data", data, "--precision", "int8"}},
		{"unknown schedule", stages.ExitUsage, []string{`anneal is "cosine", want linear or off`}, []string{"--data", data, "--anneal", "cosine"}},
		{"negative warm-up", stages.ExitUsage, []string{"warmup is -1, want at least 0"}, []string{"--data", data, "--warmup", "-1"}},
		{"warm-up beyond the end", stages.ExitUsage, []string{"warmup is 7, but the run has only 6 steps"},
			[]string{"--data", data, "--epochs", "3", "--warmup", "7"}},
		{"decay with anneal linear", stages.ExitUsage, []string{"decay is 0.3, but with anneal linear", "leave decay out"},
			[]string{"--data", data, "--anneal", "linear", "--decay", "0.3"}},
		// Settings that diverge would diverge again, so a retry is useless. With one step per epoch, its damage shows in
		// the next step, in a check, in a snapshot or, without validation, in the parameters themselves.
		{"diverged at a step", stages.ExitUsage, []string{"step 2: ", "the first bad tensor is ", "try a lower --lr"},
			[]string{"--data", data, "--lr", "1e30", "--batch-size", "12", "--check-from", "2", "--epochs", "2"}},
		{"diverged at a check", stages.ExitUsage, []string{"check after step 1: ", "the first bad tensor is ", "try a lower --lr"},
			[]string{"--data", data, "--lr", "1e30", "--batch-size", "12", "--epochs", "1"}},
		{"loss diverged at a check", stages.ExitUsage, []string{"check after step 1: the predictions are not finite numbers", "the first bad tensor is ", "try a lower --lr"},
			[]string{"--data", data, "--lr", "1e30", "--batch-size", "12", "--epochs", "1", "--assign-steps", "1"}},
		{"diverged at a snapshot", stages.ExitUsage, []string{"snapshot after step 1: ", "the first bad tensor is ", "try a lower --lr"},
			[]string{"--data", data, "--lr", "1e30", "--batch-size", "12", "--epochs", "1", "--assignments-every", "1"}},
		{"diverged without validation", stages.ExitUsage, []string{"after step 1: a parameter is not a finite number", "the first bad tensor is encoder.", "try a lower --lr"},
			[]string{"--data", madeData(t, 12, 0), "--lr", "1e60", "--batch-size", "12", "--epochs", "1"}},
	})
}

// A finished run is not repeated; a run with other settings is refused.
func TestAgain(t *testing.T) {
	out := filepath.Join(t.TempDir(), "model")
	args := append(slices.Clone(smallest), "--data", madeData(t, 12, 4), "--epochs", "1", "--out", out)
	stagetest.Do(t, stage, args...)
	if r := stagetest.Do(t, stage, args...); !strings.Contains(r.Stderr, "nothing to do") {
		t.Errorf("second run:\n%s", r.Stderr)
	}
	if r := stagetest.Run(t, stage, append(args, "--seed", "3")...); r.Code == stages.ExitDone {
		t.Error("a run with another seed was accepted")
	}
	if r := stagetest.Do(t, stage, append(args, "--checkpoint-every", "2")...); !strings.Contains(r.Stderr, "nothing to do") {
		t.Errorf("when to write checkpoints changes the key:\n%s", r.Stderr)
	}
}
