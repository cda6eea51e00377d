//go:build linux

package torture

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// pipeline is the undisturbed run of the four programs that every round is held against. In its folder in lie the corpora
// and what the stages read from one another; a round sees it as the folder in of its own.
type pipeline struct {
	root, bin, in string
	jobs          []*job
}

// job is a run of one program, or of one program for each shard, that makes the folder out of a round's folder.
type job struct {
	name   string
	lines  [][]string // command lines without --out
	reader []string   // a command line that reads out, and refuses it while it is unfinished
	other  []string   // settings that, added to the lines, make another output
	others [][]string // the lines with them

	whole map[string]string // the files of the undisturbed output
	old   map[string]string // those of the other one
	took  time.Duration     // by the first command line, undisturbed
	calls []call            // its system calls; none without strace
}

// network is as small as a network can be: width 8, one layer.
var network = strings.Fields("--preset tiny --d-model 8 --heads 2 --ff 16 --slots 4 --batch-size 4 --epochs 3 --lr 0.02 --checkpoint-every 2")

// newPipeline builds the programs and makes the undisturbed run.
func newPipeline(t *testing.T) *pipeline {
	t.Helper()
	root := t.TempDir()
	p := &pipeline{root: root, bin: filepath.Join(root, "bin"), in: filepath.Join(root, "in")}
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go tool to build the programs")
	}
	build := exec.Command(tool, "build", "-ldflags=-s -w", "-o", p.bin+"/", "./preprocess", "./train", "./infer", "./score")
	build.Dir = "../../.."
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as they are released: nothing is linked when they start
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	writeCorpora(t, filepath.Join(p.in, "corpus"))
	writeVocabulary(t, p.in)
	writeSettings(t, filepath.Join(p.in, "config"))
	const documents = "in/data/test.t-*.parquet"
	infer := []string{"infer", "--model", "in/model", "--documents", documents, "--slots", "--export", "jsonl", "--batch-size", "3"}
	score := []string{"score", "--predictions", "in/predictions", "--slots", "in/predictions", "--documents", documents, "--bootstrap", "20"}
	read := func(line []string, input string) []string { return swap(line, input, "out") }
	train := append([]string{"train", "--data", "in/data"}, network...)
	fewer := []string{"--max-phrases", "1"}
	raw := []string{"infer", "--model", "in/model", "--documents", "in/corpus/label.jsonl", "--export", "jsonl"}
	corpora := []string{"--train", "in/corpus/pool.jsonl", "--valid", "in/corpus/valid.jsonl", "--test", "t=in/corpus/test.jsonl", "--max-rejects", "0"}
	p.jobs = []*job{
		{name: "preprocess", reader: read(train, "in/data"), other: []string{"--max-oov", "1"},
			lines: [][]string{append([]string{"preprocess", "--vocab-size", "36"}, corpora...)}},
		{name: "config", reader: read(train, "in/data"), other: []string{"--max-oov", "1"},
			lines: [][]string{append([]string{"preprocess", "--config", "in/config/pipeline.yaml"}, corpora...)}},
		{name: "train", lines: [][]string{train}, reader: read(infer, "in/model"), other: []string{"--seed", "2"}},
		{name: "infer", lines: [][]string{infer}, reader: read(score, "in/predictions"), other: fewer},
		{name: "raw", lines: [][]string{raw}, reader: read(score, "in/predictions"), other: fewer},
		{name: "parts", lines: [][]string{append(slices.Clone(raw), "--part-documents", "5")}, reader: read(score, "in/predictions"), other: fewer},
		{name: "arrow", lines: [][]string{append(swap(raw, "in/corpus/label.jsonl", "in/corpus/label.arrows"), "--format", "arrow")},
			reader: read(score, "in/predictions"), other: fewer},
		{name: "shards", reader: read(score, "in/predictions"), other: fewer, lines: [][]string{
			append(slices.Clone(infer), "--shard", "0/3"), append(slices.Clone(infer), "--shard", "1/3"), append(slices.Clone(infer), "--shard", "2/3")}},
		{name: "int8", lines: [][]string{append(slices.Clone(infer), "--precision", "int8")}, reader: read(score, "in/predictions"), other: fewer},
		{name: "score", lines: [][]string{score}, reader: []string{"score", "show", "out"}, other: []string{"--seed", "2"}},
	}
	p.jobs = append(p.jobs, modes()...)
	for _, j := range p.jobs {
		r := &round{Rand: rand.New(rand.NewPCG(0, 0)), ctx: t.Context(), dir: filepath.Join(root, j.name)}
		if err := p.undisturbed(r, j); err != nil {
			t.Fatalf("%s, undisturbed: %v\n%s", j.name, err, r.trail())
		}
		if input, ok := map[string]string{"preprocess": "data", "train": "model", "infer": "predictions", "learn": "learned"}[j.name]; ok {
			if err := os.CopyFS(filepath.Join(p.in, input), os.DirFS(filepath.Join(r.dir, "out"))); err != nil {
				t.Fatal(err)
			}
		}
	}
	p.begun(t)
	p.half(t)
	return p
}

// writeSettings writes a pipeline.yaml with the settings of the job config, which are those of the job preprocess.
func writeSettings(t *testing.T, dir string) {
	t.Helper()
	const settings = "# Settings of the programs.\npreprocess:\n  vocab_size: 36\n  format: auto\n  columns: [id=id, title=title]\n" +
		"  keyword_separator: \";\"\ntrain: {preset: [tiny, wr], epochs: 3}\ninfer:\n  export:\n    - jsonl\n"
	if err := errors.Join(os.MkdirAll(dir, 0o777), os.WriteFile(filepath.Join(dir, "pipeline.yaml"), []byte(settings), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// half makes the folder in/half: a labelling in three parts, of which the first is finished.
func (p *pipeline) half(t *testing.T) {
	t.Helper()
	r := &round{ctx: t.Context(), dir: filepath.Join(p.root, "half")}
	if err := p.prepare(r); err != nil {
		t.Fatal(err)
	}
	if _, err := r.done(p.process(p.job("parts").lines[0], "in/half", "--shard", "0/3")); err != nil {
		t.Fatalf("the first part: %v\n%s", err, r.trail())
	}
}

// begun makes the folder in/begun: a training that was killed when it had two states to go on from, each with its best
// parameters or the newer one alone.
func (p *pipeline) begun(t *testing.T) {
	t.Helper()
	r := &round{ctx: t.Context(), dir: filepath.Join(p.root, "begun")}
	if err := p.prepare(r); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(r.dir, "out")
	ready := func() bool {
		states, _ := filepath.Glob(filepath.Join(out, "checkpoint", "state-*"))
		best, _ := filepath.Glob(filepath.Join(out, "checkpoint", "best-*"))
		return len(states) == 2 && len(best) > 0
	}
	for range 100 {
		if err := os.RemoveAll(out); err != nil {
			t.Fatal(err)
		}
		train := p.process(p.job("train").lines[0], "out")
		cmd := exec.Command(train.args[0], train.args[1:]...)
		cmd.Dir = r.dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for start := time.Now(); !ready() && time.Since(start) < 2*p.job("train").took; {
			time.Sleep(100 * time.Microsecond)
		}
		cmd.Process.Kill()
		cmd.Wait()
		if _, err := os.Stat(filepath.Join(out, "manifest.json")); err != nil && ready() {
			break
		}
	}
	if !ready() {
		t.Fatal("no training was killed with two states and the best parameters of one")
	}
	if err := os.CopyFS(filepath.Join(p.in, "begun"), os.DirFS(out)); err != nil {
		t.Fatal(err)
	}
	if err := leftovers(filepath.Join(p.in, "begun")); err != nil {
		t.Log(err)
	}
}

// undisturbed makes the outputs of a job for the first time and learns from them what the rounds have to know.
func (p *pipeline) undisturbed(r *round, j *job) error {
	if err := p.prepare(r); err != nil {
		return err
	}
	start := time.Now()
	if err := p.make(r, j.lines, "out"); err != nil {
		return err
	}
	j.took = time.Since(start) / time.Duration(len(j.lines))
	for _, line := range j.lines {
		j.others = append(j.others, slices.Concat(line, j.other))
	}
	if err := p.make(r, j.others, "old"); err != nil {
		return err
	}
	var err error
	if j.whole, err = contents(filepath.Join(r.dir, "out")); err != nil {
		return err
	}
	if j.old, err = contents(filepath.Join(r.dir, "old")); err != nil {
		return err
	}
	if len(j.whole) == 0 || maps.Equal(j.whole, j.old) {
		return fmt.Errorf("%d files, which %v leaves as they are", len(j.whole), j.other)
	}
	if !straced() {
		return nil
	}
	return p.traced(r, j)
}

// make runs command lines to their ends, into one folder.
func (p *pipeline) make(r *round, lines [][]string, out string) error {
	for _, line := range lines {
		if _, err := r.done(p.process(line, out)); err != nil {
			return err
		}
	}
	return nil
}

// job is the job of a name.
func (p *pipeline) job(name string) *job {
	return p.jobs[slices.IndexFunc(p.jobs, func(j *job) bool { return j.name == name })]
}

// prepare makes the folder of a round with the inputs in it.
func (p *pipeline) prepare(r *round) error {
	if err := os.MkdirAll(filepath.Join(r.dir, temporary), 0o777); err != nil {
		return err
	}
	return os.Symlink(p.in, filepath.Join(r.dir, "in"))
}

// process is a command line of a job with its output folder.
func (p *pipeline) process(line []string, out string, extra ...string) process {
	args := []string{filepath.Join(p.bin, line[0])}
	if line[1] == "show" {
		return process{args: append(args, line[1:]...)}
	}
	args = append(args, line[1:]...)
	if !slices.Contains(line, "--config") {
		args = append(args, "--config", "none")
	}
	args = append(args, "--quiet")
	if line[1] != "stream" {
		args = append(args, "--out", out)
	}
	return process{args: append(args, extra...)}
}

// swap is line with the word old, where it occurs, replaced.
func swap(line []string, old, word string) []string {
	line = slices.Clone(line)
	for i, w := range line {
		if w == old {
			line[i] = word
		}
	}
	return line
}

// contents reads the files of an output that promise anything: path to bytes. Manifests and hidden files do not.
func contents(dir string) (map[string]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), ".") || strings.HasSuffix(e.Name(), "manifest.json") {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[name] = string(data)
		return err
	})
	return files, err
}

// same is an error when the output of a round is not that of the undisturbed run, but for files that are
// free to differ, by how their names begin.
func (j *job) same(out string, free ...string) error {
	got, err := contents(out)
	if err != nil {
		return err
	}
	return differ(j.whole, got, "", free...)
}

// differ is an error when got does not hold the files of want, of those with part in their names and without those that
// are free to differ, by how their names begin.
func differ(want, got map[string]string, part string, free ...string) error {
	meant := func(name string) bool {
		return strings.Contains(name, part) && !slices.ContainsFunc(free, func(f string) bool { return strings.HasPrefix(name, f) })
	}
	for name, data := range want {
		other, ok := got[name]
		switch {
		case !meant(name):
		case !ok:
			return fmt.Errorf("%s is not there", name)
		case other != data:
			return fmt.Errorf("%s (%d bytes) is not that of the undisturbed run (%d bytes)", name, len(other), len(data))
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok && meant(name) {
			return fmt.Errorf("%s is there, and not in the undisturbed run", name)
		}
	}
	return nil
}
