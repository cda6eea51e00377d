package stages_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	}
}

// Both stages of an adapting and of a refit are given the model and what is theirs of the settings.
func TestMakeAdapt(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	said, err := runMake(t, "..", "-n", "adapt", "refit", "IN=a b.jsonl", "MODEL=my/model", "OUT="+out, "PRESET=released",
		"PREPROCESS_FLAGS=--shards 2", "TRAIN_FLAGS=--seed 3")
	said = strings.Join(strings.Fields(strings.ReplaceAll(said, "\\\n", " ")), " ")
	for _, want := range []string{
		"bin/preprocess --config pipeline.yaml --vocab-from 'my/model' --train 'a b.jsonl' --valid-share 0.5 --preset released --out " + out + "/adapt/data --shards 2",
		"bin/train --config pipeline.yaml --init-from 'my/model' --data " + out + "/adapt/data --preset adapt --out " + out + "/adapt/model --seed 3",
		"bin/preprocess --config pipeline.yaml --valid 'a b.jsonl' --preset released --out " + out + "/refit/data --shards 2",
		"bin/train refit --config pipeline.yaml --model 'my/model' --data " + out + "/refit/data --out " + out + "/refit/model --seed 3",
	} {
		if err != nil || !strings.Contains(said, want) {
			t.Errorf("%v: no %s in\n%s", err, want, said)
		}
	}
}

// The paper's tables are made of every system, seed and test set, and of each only what is not there yet.
func TestMakePaper(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"-n", "paper", "OUT=" + out, "TRAIN=pool.jsonl", "VALID=valid.jsonl", "TESTS=kp20k=a.txt:b.txt in_spec=c.jsonl", "SIZE=best",
		"SYSTEMS=catseq-r settrans slots-12", "SEEDS=27 527", "TRAIN_FLAGS=--epochs 2"}
	said, err := runMake(t, "..", args...)
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
	for program, n := range map[string]int{"preprocess": 1, "train": 6, "infer": 20, "score": 21} {
		if got := strings.Count(said, "bin/"+program+" --config"); got != n {
			t.Errorf("%s runs %d times, want %d", program, got, n)
		}
	}
}

// The sample's model goes on to documents of another kind: shape and vocabulary stay, weights do not, and the model labels.
// The model of infer gets another choice for the sample and labels.
func TestAdapted(t *testing.T) {
	if testing.Short() {
		t.Skip("runs whole pipelines")
	}
	root := treeCopy(t)
	corpora(t, root)
	do := func(want string, args ...string) {
		t.Helper()
		out, err := runMake(t, root, args...)
		if !strings.Contains(out, want) || (err != nil) != strings.Contains(out, "Error") {
			t.Fatalf("make %v: %v; want %q in\n%s", args, err, want, out)
		}
	}
	do("documents", "run", "SAMPLE=150", "TRAIN_FLAGS=--epochs 1") // not what make run would make by itself
	do("which documents? make adapt IN=", "adapt")
	do("which documents? make refit IN=", "refit")
	do("adapted model: run/adapt/model", "adapt", "IN=mine.jsonl.gz", "MODEL=run/model", "TRAIN_FLAGS=--epochs 2")
	do("keyphrases: run/label/predictions", "label", "IN=corpus.jsonl.gz", "MODEL=run/adapt/model")
	for name, same := range map[string]bool{"config.json": true, "vocab.parquet": true, "model.safetensors": false} {
		a, err1 := os.ReadFile(filepath.Join(root, "run/model", name))
		b, err2 := os.ReadFile(filepath.Join(root, "run/adapt/model", name))
		if err1 != nil || err2 != nil || (string(a) == string(b)) != same {
			t.Errorf("%s: %v, %v; the same: %v, want %v", name, err1, err2, string(a) == string(b), same)
		}
	}
	do("refitted model: run/refit/model", "refit", "IN=run/data/train-*.parquet") // a choice for the model of infer
	for name, same := range map[string]bool{"config.json": true, "vocab.parquet": true, "choice.json": false} {
		a, err1 := os.ReadFile(filepath.Join(root, "infer/pretrained/model", name))
		b, err2 := os.ReadFile(filepath.Join(root, "run/refit/model", name))
		if err1 != nil || err2 != nil || (string(a) == string(b)) != same {
			t.Errorf("refitted %s: %v, %v; the same: %v, want %v", name, err1, err2, string(a) == string(b), same)
		}
	}
	do("keyphrases: run/label/predictions", "label", "IN=corpus.jsonl.gz", "MODEL=run/refit/model")
	if out, err := runMake(t, root, "adapt", "IN=mine.jsonl.gz", "MODEL=run/model", "TRAIN_FLAGS=--epochs 2"); err != nil || strings.Contains(out, "bin/train --config") {
		t.Errorf("an adapted model is made again: %v\n%s", err, out)
	}
}

// make clean removes the outputs of the programs, finished or not, and nothing else.
func TestMakeClean(t *testing.T) {
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	paper, err := os.ReadFile("../score/paper.mk")
	if err != nil {
		t.Fatal(err)
	}
	const stamp = "{\n  \"stage\": %q,\n  \"version\": \"1\",\n  \"key\": \"%064d\",\n  \"config\": {}\n}\n"
	ours := func(stage string) string { return fmt.Sprintf(stamp, stage, 7) }
	for _, c := range []struct {
		name        string
		files       map[string]string
		stay        []string // of files
		refused, is bool     // is: the folder x is there in the end
	}{
		{name: "no such folder", files: map[string]string{}},
		{name: "a run", files: map[string]string{"x/.settings": "a", "x/data/manifest.json": ours("preprocess"), "x/data/vocab.parquet": "v",
			"x/model/.stage.json": ours("train"), "x/model/checkpoint/a": "a", "x/scores/a/manifest.json": ours("score"),
			"x/adapt/.settings": "a", "x/refit/.settings": "a", "x/refit/data/manifest.json": ours("preprocess"), "x/refit/model/manifest.json": ours("train"), "x/adapt/data/manifest.json": ours("preprocess"), "x/adapt/model/manifest.json": ours("train"),
			"x/label/.settings": "l", "x/label/predictions/manifest.json": ours("infer")}},
		{name: "the paper's tables", files: map[string]string{"x/paper/.settings": "a", "x/paper/.training": "a", "x/paper/.systems": "a",
			"x/paper/data/manifest.json": ours("preprocess"), "x/paper/tables/manifest.json": ours("score"), "x/paper/wr/27/model/manifest.json": ours("train"),
			"x/paper/wr/27/slots/a/manifest.json": ours("infer"), "x/paper/wr/27/scores/.a.tmp-01234567/.stage.json": ours("score")}},
		{name: "one output", files: map[string]string{"x/manifest.json": ours("infer"), "x/predictions.parquet": "p"}},
		{name: "of someone else", files: map[string]string{"x/notes.txt": "n", "x/.settings": "s"}, stay: []string{"x/notes.txt", "x/.settings"},
			refused: true, is: true},
		{name: "a manifest of another program", files: map[string]string{"x/manifest.json": "{\"name\": \"app\"}\n", "x/data/manifest.json": ours("webpack"),
			"x/b/manifest.json": "{\n  \"stage\": \"train\",\n}\n"}, stay: []string{"x/manifest.json", "x/data/manifest.json", "x/b/manifest.json"},
			refused: true, is: true},
		{name: "notes beside a run", files: map[string]string{"x/data/manifest.json": ours("preprocess"), "x/notes.txt": "n"},
			stay: []string{"x/notes.txt"}, is: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			c.files["bin/train"], c.files["Makefile"], c.files["score/paper.mk"] = "t", string(makefile), string(paper)
			for name, text := range c.files {
				file := filepath.Join(root, name)
				if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			out, err := runMake(t, root, "clean", "OUT=x")
			if (err != nil) != c.refused || c.is != strings.Contains(out, "clean: x stays") {
				t.Errorf("error %v\n%s", err, out)
			}
			for name := range c.files {
				_, err := os.Stat(filepath.Join(root, name))
				stays := name == "Makefile" || name == "score/paper.mk"
				for _, s := range c.stay {
					stays = stays || s == name
				}
				if stays != (err == nil) {
					t.Errorf("%s: %v, is to stay: %v", name, err, stays)
				}
			}
			if _, err := os.Stat(filepath.Join(root, "x")); c.is != (err == nil) {
				t.Errorf("the folder: %v", err)
			}
		})
	}
}
