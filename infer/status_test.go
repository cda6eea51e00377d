package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestStatus: of three parts one is done, and one has more bad rows than are allowed; then all are done, though of the last
// part, which is short, one row in twenty is bad.
func TestStatus(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"--model", modelDir(t), "--documents", rawCorpora(t, 100)["jsonl"], "--part-documents", "40", "--out", out}
	said := func(want string) {
		t.Helper()
		r := stagetest.Do(t, following, out)
		if ok, err := regexp.MatchString("^"+want+"$", r.Stdout); !ok || err != nil {
			t.Errorf("%v\n%s\nwant\n%s", err, r.Stdout, want)
		}
	}
	if r := stagetest.Run(t, following, out); r.Code != stages.ExitInput || !strings.Contains(r.Stderr, "is not an output that a stage has begun") {
		t.Errorf("of no folder: exit %d, %s", r.Code, r.Stderr)
	}
	stagetest.Do(t, stage(), append(args, "--shard", "1/3", "--max-rejects", "2.5%")...)
	if code, log := infer(t, append(args, "--shard", "0/3", "--max-rejects", "0")...); code != stages.ExitInput {
		t.Fatal(log)
	}
	said(`parts     3, 100 documents
done      1, 40 documents, 1 rejected, 39 doubtful
in work   0
left      2, 60 documents
rate      [0-9.]+ documents per second, [0-9.]+ per process
time left [0-9hms]+ with 1 at work
stopped   0
failed    1
          part 0: 1 of 40 rows are bad [^\n]*rejects-00000-of-00003.jsonl
`)
	statusGolden(t, out, "status.json")
	stagetest.Do(t, stage(), append(args, "--max-rejects", "3%")...)
	statusGolden(t, out, "statusdone.json")
	said(`parts     3, 100 documents
done      3, 100 documents, 3 rejected, 97 doubtful
in work   0
left      0, 0 documents
rate      [0-9.]+ documents per second, [0-9.]+ per process
stopped   0
failed    0
`)
	one := mustInfer(t, append(args[:4], "--max-rejects", "5%")...)
	if r := stagetest.Do(t, following, one); !strings.HasPrefix(r.Stdout, "parts     1, 100 documents\ndone      1, 100 documents, 3 rejected, 97 doubtful\n") {
		t.Error(r.Stdout)
	}
}

// statusGolden holds infer status --json against a golden in which no rate is told, and its fields against the help.
func statusGolden(t *testing.T, out, golden string) {
	t.Helper()
	got := stagetest.Do(t, following, "--json", out).Stdout
	told := regexp.MustCompile(`("rate"|"rate_of_process"|"seconds_left"): [0-9.e-]*[1-9][0-9.e-]*`).ReplaceAllString(got, "$1: 1")
	told = regexp.MustCompile(`are listed in [^"]*`).ReplaceAllString(told, "are listed in …")
	told = regexp.MustCompile(`first [^ ]*/`).ReplaceAllString(told, "first …/")
	path := filepath.Join("testdata", golden)
	if stagetest.Update() {
		if err := os.WriteFile(path, []byte(told), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want := string(readFile(t, path)); told != want {
		t.Errorf("%s\nwant\n%s", told, want)
	}
	fields := map[string]any{}
	if err := json.Unmarshal([]byte(got), &fields); err != nil {
		t.Fatal(err)
	}
	help := stagetest.Do(t, following, "--help").Stdout
	for name := range fields {
		if !strings.Contains(help, "\n  "+name+" ") {
			t.Errorf("the help does not name %s:\n%s", name, help)
		}
	}
}

// TestProgress: of ten parts two are done and three are in work. The rate is that of the three processes.
func TestProgress(t *testing.T) {
	s := &stages.Status{Stage: "infer", Parts: 10, Done: []int{0, 1}, Working: []int{2, 3, 4}, Read: 200, Seconds: 10}
	p, err := progressFrom("labels", s)
	if err != nil || p.Done != 2 || p.Left != 5 || p.RateOfProcess != 20 || p.Rate != 60 {
		t.Errorf("%+v, %v", p, err)
	}
	s.Working = nil // unknown in a bucket: one at least
	if p, err = progressFrom("labels", s); err != nil || p.Left != 8 || p.Rate != 20 {
		t.Errorf("%+v, %v", p, err)
	}
	s.Stage = "infer concepts"
	if p, err = progressFrom("labels", s); err != nil || p.Left != 8 {
		t.Errorf("of concepts: %+v, %v", p, err)
	}
	s.Stage = "train"
	if _, err = progressFrom("model", s); err == nil || !strings.Contains(err.Error(), "model: is an output of stage train, not of infer") {
		t.Errorf("of another stage: %v", err)
	}
}
