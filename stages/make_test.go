package stages_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// runMake runs make in root and returns what it prints.
func runMake(t *testing.T, root string, args ...string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("no make")
	}
	cmd := exec.Command("make", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "MAKEFLAGS=")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// known reports commands of make that the programs refuse: a flag that moved to a mode or has another name is found before the run
// that comes to it after hours. At is where make believes the programs are.
func known(t *testing.T, at, said string) {
	t.Helper()
	if testing.Short() {
		return // builds the programs
	}
	seen := map[string]bool{} // programs, modes and flags
	for line := range strings.Lines(strings.ReplaceAll(said, "\\\n", " ")) {
		command, ok := strings.CutPrefix(strings.TrimSpace(line), at+"/")
		command = strings.TrimSuffix(command, ">/dev/null")
		shape := regexp.MustCompile(`^\w+( \w+)?|--[a-z-]+`).FindAllString(command, -1)
		if id := fmt.Sprint(slices.Compact(shape)); ok && !strings.HasPrefix(command, "score show") && !seen[id] {
			seen[id] = true
		} else {
			continue
		}
		cmd := exec.Command("sh", "-c", filepath.Join(programs(t), command)+" --describe")
		cmd.Dir = ".."
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
	if len(seen) == 0 {
		t.Errorf("no command of %s in\n%s", at, said)
	}
}

// Each stage is given the presets that are its own: sizes go to preprocess, all to train, the authors' release to all.
func TestMakePresets(t *testing.T) {
	for _, c := range []struct{ preset, preprocess, train, rest string }{
		{"", "", "", ""},
		{"settrans", "", "settrans", ""},
		{"small,wr", "small", "small,wr", ""},
		{"mini,wr", "mini", "mini,wr", ""},
		{"released,settrans", "released", "released,settrans", "released"},
		{"released", "released", "released", "released"},
	} {
		out, err := runMake(t, "..", "-n", "run", "PRESET="+c.preset, "OUT="+filepath.Join(t.TempDir(), "out"))
		if err != nil {
			t.Fatalf("%s: %v\n%s", c.preset, err, out)
		}
		seen := 0
		for line := range strings.Lines(strings.ReplaceAll(out, "\\\n", " ")) {
			program, ok := strings.CutPrefix(strings.Fields(line + " .")[0], "bin/")
			want, known := map[string]string{"preprocess": c.preprocess, "train": c.train, "infer": c.rest, "score": c.rest}[program]
			if !ok || !known {
				continue
			}
			seen++
			_, given, _ := strings.Cut(line, "--preset ")
			if given, _, _ = strings.Cut(given, " "); given != want {
				t.Errorf("PRESET=%s: %s is given the presets %q, want %q", c.preset, program, given, want)
			}
		}
		if seen != 4 {
			t.Errorf("PRESET=%s: %d programs in\n%s", c.preset, seen, out)
		}
		known(t, "bin", out)
	}
}

// The paper's tables are made of every system, seed and test set, and of each only what is not there yet.
func TestMakePaper(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"-n", "paper", "OUT=" + out, "TRAIN=pool.jsonl", "VALID=valid.jsonl", "TESTS=kp20k=a.txt:b.txt in_spec=c.jsonl", "SIZE=best",
		"SYSTEMS=catseq-r settrans slots-12", "SEEDS=27 527", "TRAIN_FLAGS=--epochs 2"}
	said, err := runMake(t, "..", args...)
	known(t, "bin", said)
	said = strings.Join(strings.Fields(strings.ReplaceAll(said, "\\\n", " ")), " ")
	for _, want := range []string{
		"--train 'pool.jsonl' --valid 'valid.jsonl' --test 'kp20k=a.txt:b.txt' --test 'in_spec=c.jsonl' --preset best --out " + out + "/paper/data",
		"--preset best,catseq-r --seed 27 --out " + out + "/paper/catseq-r/27/model --epochs 2",
		"--choose slots --out " + out + "/paper/catseq-r/27/slots/kp20k",
		"--predictions " + out + "/paper/catseq-r/27/slots/kp20k --documents",
		"--training catseq-r_27=" + out + "/paper/catseq-r/27/model --result catseq-r_27_kp20k=" + out + "/paper/catseq-r/27/scores/kp20k --result catseq-r_27_in_spec=",
		"--preset best,slots-12 --seed 527 --assignments-every 50 --assignments-documents 100 --out " + out + "/paper/slots-12/527/model --epochs 2",
		"--choose slots --slots --out " + out + "/paper/settrans/27/slots/in_spec",
		"--predictions " + out + "/paper/settrans/27/chosen/kp20k --documents '" + out + "/paper/data/test.kp20k-*.parquet' --out",
		"--training slots-12_527=" + out + "/paper/slots-12/527/model --result slots-12_527_kp20k=" + out + "/paper/slots-12/527/scores/kp20k $(test -f " +
			out + "/paper/slots-12/527/model/choice.json && echo --chosen slots-12_527_kp20k=" + out + "/paper/slots-12/527/chosen-scores/kp20k) --result slots-12_527_in_spec=",
		"--choose $(test -f " + out + "/paper/settrans/27/model/choice.json && echo f1 || echo slots) --out " + out + "/paper/settrans/27/chosen/kp20k",
	} {
		if err != nil || !strings.Contains(said, want) {
			t.Errorf("%v: no %s in\n%s", err, want, said)
		}
	}
	for program, n := range map[string]int{"preprocess": 1, "train": 6, "infer": 20, "score": 20, "score tables": 1} {
		if got := strings.Count(said, "bin/"+program+" --config"); got != n {
			t.Errorf("%s runs %d times, want %d", program, got, n)
		}
	}
}

// The sample's model goes on to documents of another kind: shape and vocabulary stay, weights do not, and the model labels.
// The model of infer gets another choice for the sample and labels.
func TestAdapted(t *testing.T) {
	wholePipelines(t)
	root := treeCopy(t)
	corpora(t, root)
	germans(t, root)
	do := func(want string, args ...string) {
		t.Helper()
		out, err := runMake(t, root, args...)
		if !strings.Contains(out, want) || (err != nil) != strings.Contains(out, "Error") {
			t.Fatalf("make %v: %v; want %q in\n%s", args, err, want, out)
		}
	}
	// kept says of files of a model whether one made of it has the same.
	kept := func(from, to string, files map[string]bool) {
		t.Helper()
		for name, same := range files {
			a, err1 := os.ReadFile(filepath.Join(root, from, name))
			b, err2 := os.ReadFile(filepath.Join(root, to, name))
			if err := errors.Join(err1, err2); err != nil || (string(a) == string(b)) != same {
				t.Errorf("%s of %s: %v; the same: %v, want %v", name, to, err, string(a) == string(b), same)
			}
		}
	}
	do("documents", "run", "SAMPLE=150", "TRAIN_FLAGS=--epochs 1") // not what make run would make by itself
	do("which documents? make adapt IN=", "adapt")
	do("which documents? make refit IN=", "refit")
	adapt := []string{"adapt", "IN=mine.jsonl.gz", "MODEL=run/model", "TRAIN_FLAGS=--epochs 2"}
	do("adapted model: run/adapt/model", adapt...)
	do("keyphrases: run/label/predictions", "label", "IN=corpus.jsonl.gz", "MODEL=run/adapt/model")
	kept("run/model", "run/adapt/model", map[string]bool{"config.json": true, "vocab.parquet": true, "model.safetensors": false})
	do("refitted model: run/refit/model", "refit", "IN=run/data/train-*.parquet") // a choice for the model of infer
	kept("infer/pretrained/model", "run/refit/model", map[string]bool{"config.json": true, "vocab.parquet": true, "choice.json": false})
	do("keyphrases: run/label/predictions", "label", "IN=corpus.jsonl.gz", "MODEL=run/refit/model", "INFER_FLAGS=--force") // over that of the other model
	do("refitted model: run/german/refit/model", "refit", "DOCUMENTS=german.jsonl", "OUT=run/german")
	kept("infer/pretrained/model", "run/german/refit/model", map[string]bool{"choice.json": true, "vocab.parquet": true})
	if _, err := os.Stat(filepath.Join(root, "run/german/refit/model/extract.json")); err != nil {
		t.Error(err) // infer has its own
	}
	if out, err := runMake(t, root, adapt...); err != nil || strings.Contains(out, "bin/train --config") {
		t.Errorf("an adapted model is made again: %v\n%s", err, out)
	}
}

// germans writes documents in German with keyphrases that are in them.
func germans(t *testing.T, root string) {
	var lines strings.Builder
	for i := range 60 {
		a, b := word(i), word(2*i+5)
		fmt.Fprintf(&lines, "{\"id\":\"g%d\",\"title\":\"Die %s und der %s\",\"abstract\":\"Wir untersuchen, wie eine %s in den Bergen mit dem %s lebt.\",\"keywords\":[\"%s\",\"%s\"]}\n", i, a, b, a, b, a, b)
	}
	if err := os.WriteFile(filepath.Join(root, "german.jsonl"), []byte(lines.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// make clean removes what make build made, and nothing of the user's.
func TestMakeClean(t *testing.T) {
	root := t.TempDir()
	if err := errors.Join(copyTree(root), os.Mkdir(filepath.Join(root, "bin"), 0o777)); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(root, "run/data/manifest.json"), "{}")
	if out, err := runMake(t, root, "clean"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for name, stays := range map[string]bool{"run/data/manifest.json": true, "Makefile": true, "bin": false} {
		if _, err := os.Stat(filepath.Join(root, name)); stays != (err == nil) {
			t.Errorf("%s: %v, is to stay: %v", name, err, stays)
		}
	}
}

// TestMakeRecipe: the recipe of the built-in model cuts the pool by its lines, draws as many documents as asked for, by the seed alone,
// and goes from the corpora to a model and to a table of refits.
func TestMakeRecipe(t *testing.T) {
	corpora, out := t.TempDir(), t.TempDir()
	var pool bytes.Buffer
	zip := gzip.NewWriter(&pool)
	lines := ""
	for i := range 200 {
		lines += fmt.Sprintf("{\"id\": \"%d\"}\n", i)
	}
	_, err := zip.Write([]byte(lines))
	if err = errors.Join(err, zip.Close(), os.WriteFile(corpora+"/train_pool.jsonl.gz", pool.Bytes(), 0o666), os.WriteFile(corpora+"/inspec_train.jsonl", []byte(lines), 0o666)); err != nil {
		t.Fatal(err)
	}
	do := func(args ...string) string {
		t.Helper()
		said, err := runMake(t, "..", append([]string{"-f", "infer/pretrained/recipe.mk", "CORPORA=" + corpora, "BIN=programs", "OUT=" + out}, args...)...)
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		return said
	}
	ids := func(name string) (numbers []int) {
		text, err := os.ReadFile(filepath.Join(out, "recipe", name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			var record struct {
				ID int `json:",string"`
			}
			if err := json.Unmarshal([]byte(line), &record); err != nil {
				t.Fatal(err)
			}
			numbers = append(numbers, record.ID)
		}
		return numbers
	}
	do("pools")
	if test, valid, train := ids("pool_test.jsonl"), ids("pool_valid.jsonl"), ids("pool_train.jsonl"); !slices.Equal(test, []int{0, 88, 176}) ||
		!slices.Equal(valid, []int{44, 132}) || len(train) != 195 || train[43] != 45 {
		t.Errorf("%v, %v, %v", test, valid, train)
	}
	drawn := out + "/recipe/refits/30/drawn.jsonl"
	draw := func(seed string) []int {
		os.Remove(drawn)
		do(drawn, "SEED="+seed)
		return ids("refits/30/drawn.jsonl")
	}
	first, again, other := draw("27"), draw("27"), draw("28")
	if len(first) != 30 || len(slices.Compact(slices.Sorted(slices.Values(first)))) != 30 || !slices.Equal(first, again) || slices.Equal(first, other) {
		t.Errorf("%v, %v, %v", first, again, other)
	}
	said := do("-n", "model", "refits", "SIZES=30 100")
	known(t, "programs", said)
	said = strings.Join(strings.Fields(strings.ReplaceAll(said, "\\\n", " ")), " ")
	at := out + "/recipe/"
	for _, want := range []string{
		"infer --config none --model infer/pretrained/model --documents '" + corpora + "/arxiv.jsonl.zst' --precision int8 --choose f1,probability=0.02 --absent all --export jsonl --export-text",
		"--vocab-from infer/pretrained/model --train " + at + "pool_train.jsonl --train '" + at + "labels/predictions*.jsonl' --train '" + corpora + "/kp20k_small/train_src.txt:",
		"--valid " + at + "pool_valid.jsonl --valid '" + corpora + "/kp20k_small/valid_src.txt:",
		"--preset best,wr --epochs 4 --seed 43 --precision bfloat16 --init-from infer/pretrained/model --choice-documents 0 --data " + at + "data --out " + at + "next",
		"refit --config none --model " + at + "next --data " + at + "data --choice-documents 3000 --alternatives 6 --store int8 --out " + at + "model",
		"refit --config none --quiet --model infer/pretrained/model --data " + at + "refits/100/data --out " + at + "refits/100/model",
		"--model " + at + "refits/100/model --documents '" + at + "refits/100/data/test.inspec-*.parquet' --precision int8 --choose top=5 --out " + at + "refits/100/top5",
		"score compare --config none --quiet --predictions top5=" + at + "refits/100/top5 --predictions f1=" + at + "refits/100/f1 --documents",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no %s in\n%s", want, said)
		}
	}
}
