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

	"golang.org/x/tools/txtar"

	"github.com/wrone2set/wrone2set/stages"
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

// TestMake: what make would run of the programs is what testdata/make.txtar has, where a script's name is the words given to make,
// and the programs take every flag of it: one that moved or has another name is found before the run that comes to it after hours.
// DIR is a folder of the test.
func TestMake(t *testing.T) {
	const golden = "testdata/make.txtar"
	archive, err := txtar.ParseFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"tagger/tagger-vocab.parquet", "corpora/train_pool.jsonl.gz", "corpora/more/authorkw_train.jsonl.gz", "corpora/inspec_train.jsonl"} {
		put(t, filepath.Join(dir, name), "")
	}
	seen := map[string]bool{}
	for i, f := range archive.Files {
		args := strings.Split(strings.ReplaceAll(f.Name, "DIR", dir), " | ")
		said, err := runMake(t, "..", append([]string{"-n"}, args...)...)
		if err != nil {
			t.Fatalf("%s: %v\n%s", f.Name, err, said)
		}
		commands := commandsOf(said)
		known(t, commands, seen)
		got := strings.ReplaceAll(strings.Join(commands, "\n")+"\n", dir, "DIR")
		if !*stages.Update && got != string(f.Data) {
			t.Errorf("make %s runs\n%s", f.Name, got)
		}
		archive.Files[i].Data = []byte(got)
	}
	if *stages.Update {
		if err := os.WriteFile(golden, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// commandsOf returns the lines of what make says that run a program of the folder bin.
func commandsOf(said string) (commands []string) {
	for line := range strings.Lines(strings.ReplaceAll(said, "\\\n", " ")) {
		if line = strings.Join(strings.Fields(line), " "); strings.HasPrefix(line, "bin/") {
			commands = append(commands, line)
		}
	}
	return commands
}

// known reports commands that the programs refuse, once for a program, mode and flags.
func known(t *testing.T, commands []string, seen map[string]bool) {
	t.Helper()
	if testing.Short() {
		return // builds the programs
	}
	for _, command := range commands {
		command = strings.TrimSuffix(strings.TrimPrefix(command, "bin/"), ">/dev/null")
		shape := fmt.Sprint(slices.Compact(regexp.MustCompile(`^\w+( \w+)?|--[a-z-]+`).FindAllString(command, -1)))
		if seen[shape] || strings.HasPrefix(command, "score show") {
			continue
		}
		seen[shape] = true
		cmd := exec.Command("sh", "-c", filepath.Join(programs(t), command)+" --describe")
		cmd.Dir = ".."
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
}

// The sample's model goes on to documents of another kind: shape and vocabulary stay, weights do not, and the model labels.
// The model of infer gets another choice for the sample and labels.
func TestAdapted(t *testing.T) {
	wholePipelines(t)
	root := treeCopy(t)
	corpora(t, root)
	var germans strings.Builder
	for i := range 60 {
		a, b := word(i), word(2*i+5)
		fmt.Fprintf(&germans, "{\"id\":\"g%d\",\"title\":\"Die %s und der %s\",\"abstract\":\"Wir untersuchen, wie eine %s in den Bergen mit dem %s lebt.\",\"keywords\":[\"%s\",\"%s\"]}\n", i, a, b, a, b, a, b)
	}
	put(t, filepath.Join(root, "german.jsonl"), germans.String())
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

// TestMakeRecipe: the recipe of the built-in model cuts the pool and the authors' keywords by their lines, and draws as many documents as asked
// for, by the seed alone.
func TestMakeRecipe(t *testing.T) {
	corpora, out := t.TempDir(), t.TempDir()
	var pool bytes.Buffer
	zip := gzip.NewWriter(&pool)
	lines := ""
	for i := range 200 {
		lines += fmt.Sprintf("{\"id\": \"%d\"}\n", i)
	}
	_, err := zip.Write([]byte(lines))
	if err = errors.Join(err, zip.Close(), os.Mkdir(corpora+"/more", 0o777), os.WriteFile(corpora+"/train_pool.jsonl.gz", pool.Bytes(), 0o666),
		os.WriteFile(corpora+"/more/authorkw_train.jsonl.gz", pool.Bytes(), 0o666), os.WriteFile(corpora+"/inspec_train.jsonl", []byte(lines), 0o666)); err != nil {
		t.Fatal(err)
	}
	do := func(args ...string) string {
		t.Helper()
		said, err := runMake(t, "..", append([]string{"-f", "infer/pretrained/recipe.mk", "CORPORA=" + corpora, "OUT=" + out}, args...)...)
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
	if test, valid, train := ids("akw_test.jsonl"), ids("akw_valid.jsonl"), ids("akw_train.jsonl"); !slices.Equal(test, []int{0, 40, 80, 120, 160}) ||
		!slices.Equal(valid, []int{20, 60, 100, 140, 180}) || len(train) != 190 || train[19] != 21 {
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
}
