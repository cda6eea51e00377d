package stages_test

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
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
	{command: "make lint", not: "it fetches its tools"},
	{command: "make mutants", not: "it takes a night"},
	{command: "make torture", not: "it takes hours; its package tests some of it"},
	{command: "bash .ci/run", not: "it runs this test"},
	{command: "preprocess"},
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

// TestHelpFitsAScreen: the help of every mode fits a screen of 46 lines and begins with an example, and --help-all has more.
// What a query has fits the screen, so its two are the same.
// Every mode with settings may have a section in pipeline.yaml.
func TestHelpFitsAScreen(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the programs")
	}
	bin := programs(t)
	help := func(mode, flag string) string {
		words := append(strings.Fields(mode), flag)
		out, err := exec.Command(filepath.Join(bin, words[0]), words[1:]...).Output()
		if err != nil {
			t.Fatalf("%s: %v", words, err)
		}
		return string(out)
	}
	for _, query := range []string{"infer status", "score show"} {
		short := help(query, "--help")
		if strings.Count(short, "\n") > 46 || !strings.Contains(short, "\nExamples\n  "+query+" ") || !strings.Contains(short, "\n  --help ") ||
			help(query, "--help-all") != short {
			t.Errorf("%s --help does not fit a screen, lacks an example or --help, or differs from --help-all:\n%s", query, short)
		}
	}
	modes := []string{"preprocess", "train", "train refit", "train concepts", "infer", "infer stream", "infer export", "infer concepts", "score", "score compare",
		"score tables", "score concepts"}
	sections := filepath.Join(t.TempDir(), "pipeline.yaml")
	if err := os.WriteFile(sections, []byte(strings.Join(modes, ": {}\n")+": {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, mode := range modes {
		short, all := help(mode, "--help"), help(mode, "--help-all")
		if n := strings.Count(short, "\n"); n > 46 {
			t.Errorf("%s --help has %d lines", mode, n)
		}
		if !strings.Contains(short, "\nExamples\n  "+mode+" ") {
			t.Errorf("%s --help begins with no example of it", mode)
		}
		if strings.Count(all, "\n  --") <= strings.Count(short, "\n  --") {
			t.Errorf("%s --help-all has no more flags than --help", mode)
		}
		words := append(strings.Fields(mode), "--config", sections)
		if said, _ := exec.Command(filepath.Join(bin, words[0]), words[1:]...).CombinedOutput(); strings.Contains(string(said), "unknown stage") {
			t.Errorf("pipeline.yaml with all sections: %s", said)
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

func copyTree(root string) error {
	source := os.DirFS("..")
	return fs.WalkDir(source, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if slices.Contains([]string{".git", "bin", "run"}, path) && d.IsDir() {
			return fs.SkipDir
		}
		to := filepath.Join(root, filepath.FromSlash(path))
		if d.IsDir() {
			return os.MkdirAll(to, 0o777)
		}
		if !d.Type().IsRegular() {
			return nil
		}
		data, err := fs.ReadFile(source, path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o666)
	})
}

// corpora writes small corpora under the names that the documents use.
func corpora(t *testing.T, root string) {
	jsonl := func(name string, from, to int) {
		f, err := os.Create(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z := gzip.NewWriter(f)
		defer z.Close()
		for i := from; i < to; i++ {
			a, b := word(i), word(3*i+1)
			fmt.Fprintf(z, "{\"id\":\"d%d\",\"title\":\"On %s %s\",\"abstract\":\"We study %s %s by means of a %s.\",\"keywords\":[\"%s %s\",\"%s theory\"]}\n",
				i, a, b, a, b, word(i+7), a, b, b)
		}
	}
	jsonl("kp20k_train.jsonl.gz", 0, 40)
	jsonl("kp20k_valid.jsonl.gz", 40, 48)
	jsonl("kp20k_test.jsonl.gz", 48, 60)
	jsonl("corpus.jsonl.gz", 60, 70)
	jsonl("mine.jsonl.gz", 70, 110)
	papers, err := os.Create(filepath.Join(root, "papers.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer papers.Close()
	z := gzip.NewWriter(papers)
	defer z.Close()
	fmt.Fprintln(z, `{"paper_id":"p1","name":"On graphs","summary":"We colour sparse graphs."}`)
	for name, text := range map[string]string{
		"papers.csv":     "id,title,abstract\np1,On graphs,We colour sparse graphs.\n",
		"inspec_src.txt": "on graphs . <eos> we colour sparse graphs .\n",
		"inspec_trg.txt": "sparse graphs;colouring\n",
		"theirs.txt":     "sparse graphs;trees\n",
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
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
