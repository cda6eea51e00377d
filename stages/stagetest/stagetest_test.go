package stagetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

// slow copies the tokens of a vocabulary in two files, slowly, so that there is time to stop it.
var slow = stages.Stage[settings]{
	Name: "slow", Version: "1", Doc: "Copy a vocabulary slowly.",
	Inputs: []stages.Input{{Name: "vocab", Doc: "words", Schema: "vocab", Required: true}},
	Outputs: []stages.Output{
		{Name: "words-*.parquet", Doc: "the words", Schema: "vocab"},
		{Name: "tokens-*.txt", Doc: "the words as text", Schema: "text"},
	},
	Config: settings{Pause: 200, Seed: 7},
	Run: func(ctx context.Context, t *stages.Task, c settings) error {
		rows, err := schemas.Vocab.ReadAll(t.Input("vocab")[0].Files[0])
		if err != nil {
			return err
		}
		words, err1 := t.Create("words-*.parquet")
		tokens, err2 := t.Create("tokens-*.txt")
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		w := schemas.Vocab.NewWriter(words, nil)
		for _, row := range rows {
			if err := ctx.Err(); err != nil {
				return err
			}
			time.Sleep(time.Duration(c.Pause) * time.Microsecond)
			row.ID += int32(c.Seed)
			if err := w.Write(row); err != nil {
				return err
			}
			fmt.Fprintln(tokens, row.Token)
		}
		return errors.Join(w.Close(), words.Close(), tokens.Close())
	},
}

func TestMain(m *testing.M) {
	Child(slow)
	os.Exit(m.Run())
}

var table = Rows("*.parquet", schemas.Vocab)

// vocab writes n words and returns the file.
func vocab(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{\"ID\": %d, \"Token\": \"w%d\", \"Count\": 1}\n", i, i)
	}
	path := filepath.Join(t.TempDir(), "vocab.parquet")
	if err := table.Encode(path, []byte(b.String())); err != nil {
		t.Fatal(err)
	}
	return path
}

// Signals end a stage with exit code 1, and nothing looks finished.
func TestSignal(t *testing.T) {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		p := Program{Stage: "slow", Args: []string{"--vocab", vocab(t, 1000), "--pause", "20000"}}
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

func TestGolden(t *testing.T) { Golden(t, slow, "testdata/*.txtar", table) }
