package stages_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMakeText: what a user gives to make reaches the programs as it was given, and neither make nor the shell runs any of it.
// What stands in the names of targets is refused instead.
func TestMakeText(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"Makefile", "score/paper.mk"} {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(root, name), string(text))
	}
	put(t, filepath.Join(root, "pipeline.yaml"), "")
	// Each program notes its arguments and finishes its output.
	const program = `#!/bin/sh
printf '%s\n' "$@" >> said
while [ $# -gt 1 ]; do [ "$1" != --out ] || { mkdir -p "$2" && : > "$2/manifest.json"; }; shift; done
`
	for _, name := range []string{"go", "preprocess", "train", "infer", "score"} {
		put(t, filepath.Join(root, "bin", name), program)
	}
	t.Setenv("PATH", filepath.Join(root, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	run := func(args ...string) (said string, err error) {
		for _, old := range []string{"said", "run"} {
			if err := os.RemoveAll(filepath.Join(root, old)); err != nil {
				t.Fatal(err)
			}
		}
		out, err := runMake(t, root, args...)
		b, _ := os.ReadFile(filepath.Join(root, "said"))
		if _, bad := os.Stat(filepath.Join(root, "hacked")); bad == nil {
			t.Fatalf("%q runs a command of its own\n%s", args, out)
		}
		return "\n" + string(b) + out, err
	}
	hostile := []string{"$(shell touch hacked)", "$(touch hacked)", "`touch hacked`", "x'; touch hacked; '", `a"; touch hacked; "`, "$(eval x:=$(shell touch hacked))", "a b's.csv", "$HOME", "${IN}", "a#b"}
	for i, c := range []struct{ target, name, flag string }{
		{"label", "IN", "--documents"}, {"label", "MODEL", "--model"}, {"label", "REUSE", "--reuse"}, {"refit", "IN", "--valid"}, {"refit", "DOCUMENTS", "--documents"}, {"refit", "MODEL", "--model"}, {"refit", "REVIEW", "--review"},
		{"adapt", "IN", "--train"}, {"adapt", "MODEL", "--init-from"}, {"run", "TRAIN", "--train"}, {"run", "VALID", "--valid"}, {"paper", "ENCODER", "--encoder"},
	} {
		for k, value := range hostile {
			if i > 0 && k >= 4 {
				break // one name is tried with all of them
			}
			args := []string{c.target, c.name + "=" + value}
			for _, needs := range []struct{ target, name, value string }{
				{"label", "IN", "x.csv"}, {"refit", "DOCUMENTS", "x.csv"}, {"adapt", "IN", "x.csv"}, {"run", "TRAIN", "x.csv"}, {"run", "TESTS", "kp=x.csv"}, {"paper", "SYSTEMS", "promptkp"}, {"paper", "SEEDS", "1"},
			} {
				if needs.target == c.target && needs.name != c.name {
					args = append(args, needs.name+"="+needs.value)
				}
			}
			if said, err := run(args...); err != nil || !strings.Contains(said, "\n"+c.flag+"\n"+value+"\n") {
				t.Errorf("%q: %v\n%s", args, err, said)
			}
		}
	}
	for _, name := range []string{"OUT", "PRESET", "SAMPLE", "SIZE", "SEEDS", "SYSTEMS", "MODULE", "TESTS"} {
		for _, value := range hostile[:5] {
			if said, err := run("run", name+"="+value); err == nil || !strings.Contains(said, "want words without the characters") || !strings.Contains(said, name) {
				t.Errorf("%s=%s: %v\n%s", name, value, err, said)
			}
		}
	}
	if said, err := run("refit", "REVIEW=review.xlsx"); err == nil || !strings.Contains(said, "which documents were labelled?") || strings.Contains(said, "--review\n") {
		t.Errorf("%v\n%s", err, said)
	}
	if said, err := run("refit", "IN=x.csv", "DOCUMENTS=y.csv"); err != nil || strings.Contains(said, "--review") {
		t.Errorf("%v\n%s", err, said)
	}
	if said, err := run("run", "OUT=a b"); err == nil || !strings.Contains(said, "want a folder without blanks") {
		t.Errorf("%v\n%s", err, said)
	}
	if said, err := run("run", "TRAIN=t.jsonl", "TESTS=one=it's.jsonl two=$(touch)"); err != nil || !strings.Contains(said, "\n--test\none=it's.jsonl\n--test\ntwo=$(touch)\n") {
		t.Errorf("%v\n%s", err, said)
	}
	// make clean removes what make build made, and nothing of the user's.
	if out, err := runMake(t, root, "clean"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for name, stays := range map[string]bool{"run/data/manifest.json": true, "Makefile": true, "bin": false} {
		if _, err := os.Stat(filepath.Join(root, name)); stays != (err == nil) {
			t.Errorf("%s: %v, is to stay: %v", name, err, stays)
		}
	}
}

// put writes a file that can be run.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
}
