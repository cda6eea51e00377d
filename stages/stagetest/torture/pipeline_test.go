//go:build linux

package torture

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/stagetest/programs"
)

// pipeline is the undisturbed run of the four programs that every round is held against. In its folder in lie the corpora
// and what the stages read from one another; a round sees it as the folder in of its own.
type pipeline struct {
	bin, in string
	jobs    []*job
}

// job is a run of one program that makes an output folder.
type job struct {
	name  string
	line  []string          // the command line without --out
	keep  string            // the folder below in into which its output is copied; empty: no other job reads it
	free  []string          // flags that change no byte of the output, whose values are drawn
	whole map[string]string // the files of the undisturbed output
	took  time.Duration
}

// jobs are in the order in which they read from one another.
func jobs() []*job {
	const (
		infer   = "infer --model in/model --export jsonl --batch-size 3 "
		raw     = infer + "--documents in/corpus/label.jsonl"
		terms   = "infer concepts --documents in/corpus/label.jsonl --export csv,jsonl --vocabulary in/thesaurus/labels.ttl --language en"
		corpora = " --train in/corpus/pool.jsonl --valid in/corpus/valid.jsonl --test t=in/corpus/test.jsonl --max-rejects 0"
		network = " --preset tiny --d-model 8 --heads 2 --ff 16 --slots 4 --batch-size 4 --epochs 3 --lr 0.02"
	)
	batches := []string{"--batch-size", "--batch-tokens", "--window"}
	line := strings.Fields
	return []*job{
		{name: "preprocess", line: line("preprocess --vocab-size 36" + corpora), keep: "data"},
		{name: "config", line: line("preprocess --config in/config/pipeline.yaml" + corpora)},
		{name: "train", line: line("train --data in/data" + network), keep: "model", free: []string{"--checkpoint-every"}},
		{name: "infer", line: line(infer + "--documents in/data/test.t-*.parquet --slots"), keep: "predictions", free: batches},
		{name: "raw", line: line(raw), free: batches},
		{name: "wide", line: line(raw + " --export csv-wide,xlsx,parquet-wide"), keep: "formats"},
		{name: "parts", line: line(raw + " --part-documents 5"), free: batches},
		{name: "arrow", line: line(infer + "--documents in/corpus/label.arrows --format arrow"), free: batches},
		{name: "int8", line: line(infer + "--documents in/data/test.t-*.parquet --precision int8"), free: batches},
		{name: "score", line: line("score --predictions in/predictions --slots in/predictions --documents in/data/test.t-*.parquet --bootstrap 20")},
		{name: "refit", line: line("train refit --model in/model --documents in/corpus/taught.jsonl")},
		{name: "learn", line: line("train concepts --documents in/corpus/indexed.jsonl --correct=false --vocabulary in/thesaurus/labels.ttl --language en"), keep: "learned"},
		{name: "terms", line: line(terms)},
		{name: "concepts", line: line(terms + " --concepts in/learned")},
		{name: "export", line: line("infer export --predictions in/predictions --documents in/corpus/test.jsonl --export csv-wide,xlsx,parquet-wide,jsonl")},
	}
}

// newPipeline builds the programs and makes the undisturbed run.
func newPipeline(t *testing.T) *pipeline {
	t.Helper()
	root := t.TempDir()
	p := &pipeline{bin: programs.Built(t), in: filepath.Join(root, "in"), jobs: jobs()}
	if err := writeCorpora(p.in); err != nil {
		t.Fatal(err)
	}
	for i, j := range p.jobs {
		r := newRound(t.Context(), 0, filepath.Join(root, j.name))
		start := time.Now()
		err := errors.Join(p.prepare(r), r.done(p.process(j, "out")))
		j.took = time.Since(start)
		out := filepath.Join(r.dir, "out")
		if err == nil {
			j.whole, err = contents(out)
		}
		if err == nil && j.keep != "" {
			err = os.CopyFS(filepath.Join(p.in, j.keep), os.DirFS(out))
		}
		switch {
		case err != nil:
		case j.name == "train": // one that was killed before its last step
			begun := filepath.Join(p.in, "begun")
			err = errors.Join(os.CopyFS(begun, os.DirFS(out)), os.Remove(filepath.Join(begun, "manifest.json")))
		case j.name == "parts": // of three, one is finished
			err = r.done(p.process(j, "in/half", "--shard", "0/3"))
		}
		if err != nil || len(j.whole) == 0 {
			t.Fatalf("job %d, %s, undisturbed: %d files, %v\n%s", i, j.name, len(j.whole), err, strings.Join(r.steps, "\n"))
		}
	}
	return p
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

// process is the process of a job with its output folder.
func (p *pipeline) process(j *job, out string, extra ...string) process {
	args := append([]string{filepath.Join(p.bin, j.line[0])}, j.line[1:]...)
	args = append(args, "--quiet", "--out", out)
	if !slices.Contains(args, "--config") {
		args = append(args, "--config", "none")
	}
	return process{args: append(args, extra...)}
}

// contents reads the files of an output that promise anything: path to bytes. Manifests and hidden files do not, nor when a checkpoint
// was made.
func contents(dir string) (map[string]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), ".") || strings.HasSuffix(e.Name(), "manifest.json") || e.Name() == "report.html" ||
			strings.HasPrefix(e.Name(), "state-") {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[name] = string(data)
		return err
	})
	return files, err
}

// same is an error unless an output has the files of the undisturbed run, but for those that are free to differ, and no leftovers.
func (j *job) same(out string, free ...string) error {
	got, err := contents(out)
	if err != nil {
		return err
	}
	for name, data := range j.whole {
		if got[name] != data && !slices.Contains(free, name) {
			return fmt.Errorf("%s (%d bytes) is not that of the undisturbed run (%d bytes)", name, len(got[name]), len(data))
		}
		delete(got, name)
	}
	for name := range got {
		return fmt.Errorf("%s is there, and not in the undisturbed run", name)
	}
	for _, dir := range []string{filepath.Dir(out), out} {
		if left, _ := filepath.Glob(filepath.Join(dir, "*.tmp-*")); len(left) > 0 {
			return fmt.Errorf("left over: %s", left[0])
		}
	}
	return nil
}

// finished reports whether a folder says that it is finished.
func finished(out string) bool {
	_, err := os.Stat(filepath.Join(out, "manifest.json"))
	return err == nil
}
