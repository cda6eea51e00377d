package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"wrone2set/stages"
	"wrone2set/stages/stagetest"
)

// TestStatus: of three parts one is done, and one has more bad rows than are allowed; then all are done, though of the last
// part, which is short, one row in twenty is bad.
func TestStatus(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"--model", modelDir(t), "--documents", rawCorpora(t, 100)["jsonl"], "--part-documents", "40", "--out", out}
	said := func(want string) {
		t.Helper()
		r := stagetest.Do(t, stage(), "--status", out)
		if ok, err := regexp.MatchString("^"+want+"$", r.Stdout); !ok || err != nil {
			t.Errorf("%v\n%s\nwant\n%s", err, r.Stdout, want)
		}
	}
	if code, log := infer(t, "--status", out); code != stages.ExitInput || !strings.Contains(log, "is no output that a stage has begun") {
		t.Errorf("of no folder: exit %d, %s", code, log)
	}
	if code, log := infer(t, append(args, "--shard", "1/3", "--max-rejects", "2.5%")...); code != 0 {
		t.Fatal(log)
	}
	if code, log := infer(t, append(args, "--shard", "0/3", "--max-rejects", "0")...); code != stages.ExitInput {
		t.Fatal(log)
	}
	said(`parts     3, 100 documents
done      1, 40 documents, 1 rejected
in work   0
left      2, 60 documents
rate      [0-9.]+ documents a second, [0-9.]+ a process
time left [0-9hms]+ with 1 at work
stopped   0
failed    1
          part 0: 1 of 40 rows are bad [^\n]*rejects-00000-of-00003.jsonl
`)
	if code, log := infer(t, append(args, "--max-rejects", "3%")...); code != 0 {
		t.Fatal(log)
	}
	said(`parts     3, 100 documents
done      3, 100 documents, 3 rejected
in work   0
left      0, 0 documents
rate      [0-9.]+ documents a second, [0-9.]+ a process
stopped   0
failed    0
`)
	one := mustInfer(t, append(args[:4], "--max-rejects", "5%")...)
	if r := stagetest.Do(t, stage(), "--status", one); !strings.HasPrefix(r.Stdout, "parts     1, 100 documents\ndone      1, 100 documents, 3 rejected\n") {
		t.Error(r.Stdout)
	}
	if r := stagetest.Do(t, stage(), "--describe"); !strings.Contains(r.Stdout, `"flag": "--status"`) {
		t.Error(r.Stdout)
	}
}
