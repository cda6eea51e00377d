package stagetest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

type settings struct {
	Pause int    `key:"pause" help:"microseconds between two rows"`
	Seed  uint64 `key:"seed" help:"added to each id"`
}

// slow copies the tokens of a vocabulary in several files, slowly, so that there is time to kill it. In place it
// keeps its state after every row.
func slow(layout stages.Layout) stages.Stage[settings] {
	names := map[stages.Layout]string{stages.Whole: "whole", stages.Parted: "parted", stages.InPlace: "inplace"}
	return stages.Stage[settings]{
		Name: names[layout], Version: "1", Doc: "Copy a vocabulary slowly.", Layout: layout,
		Inputs: []stages.Input{{Name: "vocab", Doc: "words", Schema: "vocab", Required: true}},
		Outputs: []stages.Output{
			{Name: "words-*.parquet", Doc: "the words", Schema: "vocab"},
			{Name: "tokens-*.txt", Doc: "the words as text", Schema: "text"},
			{Name: "state/*", Doc: "how far it is", Schema: "text", Optional: true},
		},
		Config: settings{Pause: 200, Seed: 7},
		Run: func(ctx context.Context, t *stages.Task, c settings) error {
			switch layout {
			case stages.InPlace:
				return inPlace(ctx, t, c)
			case stages.Parted:
				return inParts(ctx, t, c)
			}
			return copyRows(ctx, t, c)
		},
	}
}

func rows(t *stages.Task) (all []schemas.VocabRow, err error) {
	for _, file := range t.Input("vocab")[0].Files {
		rows, err := schemas.Vocab.ReadAll(file)
		if err != nil {
			return nil, err
		}
		t.Rows(file, int64(len(rows)))
		all = append(all, rows...)
	}
	t.Read(int64(len(all)))
	return all, nil
}

// ofParts is the number of parts of a Parted output.
const ofParts = 4

func inParts(ctx context.Context, t *stages.Task, c settings) error {
	parts, err := t.Cut(ctx, func() (int, error) { return ofParts, nil })
	if err != nil {
		return err
	}
	for _, i := range parts.Todo {
		if err := parts.Make(ctx, i, func(t *stages.Task) error { return copyRows(ctx, t, c) }); err != nil {
			return err
		}
	}
	return nil
}

func copyRows(ctx context.Context, t *stages.Task, c settings) error {
	all, err := rows(t)
	if err != nil {
		return err
	}
	words, err := t.Create("words-*.parquet")
	if err != nil {
		return err
	}
	tokens, err := t.Create("tokens-*.txt")
	if err != nil {
		return err
	}
	w := schemas.Vocab.NewWriter(words, nil)
	progress := t.Progress("copy", "words", int64(len(all)))
	defer progress.Done()
	of := max(t.Part.Of, 1)
	lo, hi := len(all)*t.Part.Index/of, len(all)*(t.Part.Index+1)/of
	for _, row := range all[lo:hi] {
		if err := ctx.Err(); err != nil {
			return err
		}
		time.Sleep(time.Duration(c.Pause) * time.Microsecond)
		row.ID += int32(c.Seed)
		if err := w.Write(row); err != nil {
			return err
		}
		fmt.Fprintln(tokens, row.Token)
		progress.Add(1)
	}
	words.SetRows(int64(hi - lo))
	return errors.Join(w.Close(), words.Close(), tokens.Close())
}

// inPlace keeps one file a row, so that the next attempt goes on after the last of them.
func inPlace(ctx context.Context, t *stages.Task, c settings) error {
	all, err := rows(t)
	if err != nil {
		return err
	}
	for i, row := range all {
		name := fmt.Sprintf("state/%04d", i)
		if _, err := os.Stat(filepath.Join(t.Dir(), name)); err == nil {
			continue
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		time.Sleep(time.Duration(c.Pause) * time.Microsecond)
		if err := create(t, name, row.Token+"\n"); err != nil {
			return err
		}
	}
	var b strings.Builder
	for i := range all {
		data, err := os.ReadFile(filepath.Join(t.Dir(), fmt.Sprintf("state/%04d", i)))
		if err != nil {
			return err
		}
		b.Write(data)
	}
	if err := create(t, "words-*.parquet", strconv.FormatUint(c.Seed, 10)); err != nil {
		return err
	}
	return create(t, "tokens-*.txt", b.String())
}

func create(t *stages.Task, name, text string) error {
	f, err := t.Create(name)
	if err != nil {
		return err
	}
	defer f.Abort()
	if _, err := f.Write([]byte(text)); err != nil {
		return err
	}
	return f.Close()
}

var layouts = []stages.Layout{stages.Whole, stages.Parted, stages.InPlace}

func TestMain(m *testing.M) {
	for _, layout := range layouts {
		Child(slow(layout))
	}
	os.Exit(m.Run())
}

// vocab writes n words and returns the file.
func vocab(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{\"ID\": %d, \"Token\": \"w%d\", \"Count\": 1}\n", i, i)
	}
	return WriteRows(t, schemas.Vocab, filepath.Join(t.TempDir(), "vocab.parquet"), b.String())
}

// All shards at once, some of them twice: the folder is finished once, with the rows of the whole output.
func TestRaceOfShards(t *testing.T) {
	dir, words := t.TempDir(), vocab(t, 61)
	out := filepath.Join(dir, "out")
	var cmds []*exec.Cmd
	for _, shard := range []string{"0/4", "1/4", "2/4", "3/4", "0/4", "3/4"} {
		p := Program{Stage: "parted", Args: []string{"--vocab", words, "--shard", shard}}
		cmd := p.Command(t, out)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		cmds = append(cmds, cmd)
	}
	for _, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	whole := filepath.Join(dir, "whole")
	Do(t, slow(stages.Whole), "--vocab", words, "--out", whole, "--quiet")
	var tokens string
	for i := range ofParts {
		data, err := os.ReadFile(filepath.Join(out, fmt.Sprintf("tokens-%05d-of-00004.txt", i)))
		if err != nil {
			t.Fatal(err)
		}
		tokens += string(data)
	}
	want, err := os.ReadFile(filepath.Join(whole, "tokens-00000-of-00001.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if tokens != string(want) {
		t.Error("the shards together are not the whole")
	}
	if _, err := os.Stat(filepath.Join(out, "manifest.json")); err != nil {
		t.Error(err)
	}
}

// Signals end a stage with exit code 1, and nothing looks finished.
func TestSignal(t *testing.T) {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		p := Program{Stage: "whole", Args: []string{"--vocab", vocab(t, 1000), "--pause", "20000"}}
		out := filepath.Join(t.TempDir(), "out")
		cmd := p.Command(t, out)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for range 500 { // until it works
			if m, _ := filepath.Glob(filepath.Join(out, ".*.txt.tmp-*")); len(m) > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		cmd.Process.Signal(sig)
		cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != stages.ExitFailed || !strings.Contains(stderr.String(), "stopped before the end") {
			t.Errorf("%v: exit code %d\n%s", sig, code, stderr.String())
		}
		if entries, _ := os.ReadDir(out); len(entries) != 1 || entries[0].Name() != ".stage.json" {
			t.Errorf("%v left %v", sig, entries)
		}
	}
}

func TestGolden(t *testing.T) {
	Golden(t, slow(stages.Whole), "testdata/*.txtar", Rows("*.parquet", schemas.Vocab))
}

func TestTwice(t *testing.T) {
	out := Twice(t, slow(stages.Whole), nil, "--vocab", vocab(t, 5))
	want := "{\"ID\":7,\"Token\":\"w0\",\"Count\":1}\n"
	if got := ReadRows(t, schemas.Vocab, filepath.Join(out, "words-00000-of-00001.parquet")); !strings.HasPrefix(got, want) {
		t.Errorf("rows\n%s, want first\n%s", got, want)
	}
}

func TestDescribe(t *testing.T) {
	file := Write(t, t.TempDir(), "pipeline.yaml", "whole:\n  seed: 9\n  pause: 0\ntrain:\n  lr: 1e-4\n")
	d := Describe(t, slow(stages.Whole), file)
	if got := Settings(t, d)["seed"]; got != 9.0 {
		t.Errorf("seed %v", got)
	}
	if len(d.Inputs) != 1 || d.Inputs[0].Flag != "--vocab" || len(d.Outputs) != 3 {
		t.Errorf("ports %+v %+v", d.Inputs, d.Outputs)
	}
}

func TestExamplesCodec(t *testing.T) {
	path := filepath.Join(t.TempDir(), "examples.arrow")
	text := "{\"VocabSize\":10,\"VocabDigest\":\"ab\"}\n{\"ID\":\"a\",\"Source\":[7,1],\"Extended\":[7,10],\"OOV\":[\"x\"],\"Targets\":[[7],[5]]}\n"
	c := Examples("*.arrow")
	if err := c.Encode(path, []byte(text)); err != nil {
		t.Fatal(err)
	}
	got, err := c.Decode(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(got), `"Source":[7,1]`) || strings.Count(string(got), "\n") != 2 {
		t.Errorf("got %s", got)
	}
	if err := c.Encode(path, []byte("{\"VocabSize\":10}\n{\"Name\":1}\n")); err == nil {
		t.Error("an unknown column is taken")
	}
}
