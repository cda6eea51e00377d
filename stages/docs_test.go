package stages_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	binaries "github.com/wrone2set/wrone2set/stages/stagetest/programs"
)

// shown says of every command that the documents show how the test runs it: with what behind it, so that it is done
// soon, or not at all and why. The longest entry that a command begins with counts; a command without one fails the test.
var shown = []struct{ command, more, not string }{
	{command: "make run", more: " SAMPLE=150 TRAIN_FLAGS='--epochs 1'"},
	{command: "make run OUT=run/kp20k", more: " TRAIN_FLAGS='--epochs 1 --check-from 1 --d-model 8 --heads 2 --ff 8 --layers 1'"},
	{command: "make build"},
	{command: "make refit", not: "the corpora here are too small for a fit"},
	{command: "make test", not: "this is it"},
	{command: "make fuzz", not: "it takes half an hour; .ci/run runs a part of it"},
	{command: "make lint", not: "it fetches its tools"},
	{command: "make mutants", not: "it takes a night"},
	{command: "make torture", not: "it takes hours; its package tests some of it"},
	{command: "bash .ci/run", not: "it runs this test"},
	{command: "preprocess"},
	{command: "bin/train refit --model infer/pretrained/model --review", not: "nobody fills in the sheet; train's tests do"},
	{command: "train refit", not: "the corpora here are too small for a fit; train's tests run it"},
	{command: "train concepts", not: "no corpus here names concepts; train's tests run it"},
	{command: "infer concepts --vocabulary gnd.ttl.gz", not: "the vocabulary is not here; the command before it runs"},
	{command: "train", more: " --epochs 1 --d-model 8 --heads 2 --ff 8 --layers 1"},
	{command: "train --preset small,catseq-r", more: " --epochs 1 --d-model 8 --layers 1"},
	{command: "infer"},
	{command: "bin/infer"},
	{command: "score"},
}

// The commands of README.md, CONTRIBUTING.md and of the package comments of the four programs run, in the order in
// which they stand there, in a copy of the tree that holds the corpora they name.
func TestCommands(t *testing.T) {
	wholePipelines(t)
	root := treeCopy(t)
	corpora(t, root)
	var commands []string
	for _, page := range []string{"README.md", ".github/CONTRIBUTING.md"} {
		commands = append(commands, fenced(t, filepath.Join(root, page))...)
	}
	for _, program := range []string{"preprocess", "train", "infer", "score"} {
		c := commented(t, filepath.Join(root, program, "main.go"))
		if len(c) == 0 {
			t.Errorf("the package comment of %s shows no command", program)
		}
		commands = append(commands, c...)
	}
	for _, c := range commands {
		runShown(t, root, c)
	}
	if _, err := os.Stat(filepath.Join(root, "run/scores/sample/report.html")); err != nil {
		t.Errorf("make run was not among %q, or left no report", commands)
	}
}

// TestHelpFitsAScreen: the help of every mode fits a screen of 46 lines and begins with an example, and --help-all has more,
// but of a query. Every mode with settings may have a section in pipeline.yaml, and takes that of the repository's.
func TestHelpFitsAScreen(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the programs")
	}
	said := func(mode string, flags ...string) string {
		words := append(strings.Fields(mode), flags...)
		out, _ := exec.Command(filepath.Join(programs(t), words[0]), words[1:]...).CombinedOutput()
		return string(out)
	}
	queries := []string{"infer status", "score show"}
	modes := []string{"preprocess", "train", "train refit", "train import", "train concepts", "infer", "infer stream", "infer export", "infer phrases", "infer report", "infer concepts", "score", "score compare",
		"score tables", "score concepts"}
	sections := filepath.Join(t.TempDir(), "pipeline.yaml")
	put(t, sections, strings.Join(modes, ": {}\n")+": {}\n")
	for _, mode := range slices.Concat(queries, modes) {
		short, all := said(mode, "--help"), said(mode, "--help-all")
		if n := strings.Count(short, "\n"); n > 46 || !strings.Contains(short, "\nExamples\n  "+mode+" ") {
			t.Errorf("%s --help has %d lines, or begins with no example of it:\n%s", mode, n, short)
		}
		if query := slices.Contains(queries, mode); query != (strings.Count(all, "\n  --") == strings.Count(short, "\n  --")) {
			t.Errorf("%s --help-all has no more flags than --help", mode)
		} else if text := said(mode, "--config", sections); !query && strings.Contains(text, "unknown stage") {
			t.Errorf("pipeline.yaml with all sections: %s", text)
		} else if text := said(mode, "--config", "../pipeline.yaml", "--describe"); !query && strings.Contains(text, "pipeline.yaml:") {
			t.Errorf("%s takes no settings of pipeline.yaml: %s", mode, text)
		}
	}
}

func runShown(t *testing.T, root, command string) {
	best := -1
	for i, s := range shown {
		if (command == s.command || strings.HasPrefix(command, s.command+" ")) && (best < 0 || len(s.command) > len(shown[best].command)) {
			best = i
		}
	}
	if best < 0 {
		t.Errorf("the documents show %q: say in the table shown how to run it", command)
		return
	}
	if shown[best].not != "" {
		return
	}
	cmd := exec.Command("sh", "-c", command+shown[best].more)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "PATH="+filepath.Join(root, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"), "MAKEFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
}

// fenced lists the commands in the code blocks of a Markdown file: lines that begin with a command's name, with the
// lines that a trailing \ joins to them.
func fenced(t *testing.T, file string) (commands []string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, block := range strings.Split(string(data), "\n```") {
		if i%2 == 1 {
			_, block, _ = strings.Cut(block, "\n")
			commands = append(commands, commandLines(block)...)
		}
	}
	return commands
}

// commented lists the commands in the package comment of a Go file: lines set in by a tab.
func commented(t *testing.T, file string) []string {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var block strings.Builder
	for lines := bufio.NewScanner(f); lines.Scan(); {
		text, ok := strings.CutPrefix(lines.Text(), "//")
		if !ok {
			break
		}
		if set, ok := strings.CutPrefix(text, "\t"); ok {
			fmt.Fprintln(&block, set)
		}
	}
	return commandLines(block.String())
}

var (
	commandName = regexp.MustCompile(`^(make|bash|(bin/)?(preprocess|train|infer|score))( |$)`)
	remark      = regexp.MustCompile(`\s+# .*$`)
)

func commandLines(block string) (commands []string) {
	for line := range strings.Lines(strings.ReplaceAll(block, "\\\n", " ")) {
		if line = remark.ReplaceAllString(strings.TrimRight(line, "\n"), ""); commandName.MatchString(line) {
			commands = append(commands, strings.TrimSpace(line))
		}
	}
	return commands
}

var built sync.Once

// programs is a folder with the four programs.
func programs(t *testing.T) string {
	t.Helper()
	built.Do(func() { binaries.Built(t) })
	return os.Getenv(binaries.Variable) // as TestMain sets it
}

// wholePipelines skips a test that runs whole pipelines, or builds for another machine, unless it is asked for as .ci/run does: each
// takes minutes.
func wholePipelines(t *testing.T) {
	t.Helper()
	if os.Getenv("WRONE2SET_PIPELINES") == "" {
		t.Skip("takes minutes; WRONE2SET_PIPELINES=all go test runs it")
	}
}

// treeCopy is a copy of the tree with the programs in bin.
func treeCopy(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	if err := errors.Join(copyTree(root), os.CopyFS(filepath.Join(root, "bin"), os.DirFS(programs(t)))); err != nil {
		t.Fatal(err)
	}
	return root
}

// copyTree copies what git would, as files that can be written.
func copyTree(root string) error {
	return filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel("..", path)
		switch to := filepath.Join(root, name); {
		case d.IsDir() && slices.Contains([]string{".git", "bin", "run"}, name):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(to, 0o777)
		case d.Type().IsRegular():
			data, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(to, data, 0o666))
		}
		return nil
	})
}

// corpora writes small corpora under the names that the documents use.
func corpora(t *testing.T, root string) {
	packed := func(name, text string) {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := io.WriteString(z, text); errors.Join(err, z.Close()) != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(root, name), b.String())
	}
	for name, numbers := range map[string][2]int{"kp20k_train": {0, 40}, "kp20k_valid": {40, 48}, "kp20k_test": {48, 60}, "corpus": {60, 70}, "mine": {70, 110}} {
		var lines strings.Builder
		for i := numbers[0]; i < numbers[1]; i++ {
			a, b := word(i), word(3*i+1)
			fmt.Fprintf(&lines, "{\"id\":\"d%d\",\"title\":\"On %s %s\",\"abstract\":\"We study %s %s by means of a %s.\",\"keywords\":[\"%s %s\",\"%s theory\"]}\n",
				i, a, b, a, b, word(i+7), a, b, b)
		}
		packed(name+".jsonl.gz", lines.String())
	}
	packed("papers.jsonl.gz", `{"paper_id":"p1","name":"On graphs","summary":"We colour sparse graphs."}`+"\n")
	for name, text := range map[string]string{
		"library.bib":    "@article{p1,\n  title = {On graphs},\n  abstract = {We colour sparse graphs.},\n}\n",
		"papers.csv":     "id,title,abstract\np1,On graphs,We colour sparse graphs.\n",
		"inspec_src.txt": "on graphs . <eos> we colour sparse graphs .\n",
		"inspec_trg.txt": "sparse graphs;colouring\n",
		"theirs.txt":     "sparse graphs;trees\n",
	} {
		put(t, filepath.Join(root, name), text)
	}
}

// word is the i-th of many words that nobody has used yet.
func word(i int) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	var w strings.Builder
	for n := i*7919 + 17; w.Len() < 6; n /= 3 {
		w.WriteByte(consonants[n%len(consonants)])
		w.WriteByte(vowels[n/5%len(vowels)])
	}
	return w.String()
}
