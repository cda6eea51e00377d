package stages_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/wrone2set/wrone2set/stages"
)

// settings of the stage count; the struct's values are the defaults.
type settings struct {
	Longest int `key:"longest" help:"letters of a word; longer ones are rejected"`
}

// count is a whole program: main would call stages.Main(count).
var count = stages.Stage[settings]{
	Name:    "count",
	Version: "1",
	Doc:     "Counts the words of a text.",
	Inputs:  []stages.Input{{Name: "text", Schema: "text", Required: true, Doc: "one word a line"}},
	Outputs: []stages.Output{{Name: "count.txt", Schema: "text", Doc: "the number of words"}},
	Config:  settings{Longest: 20},
	Check: func(c settings) error {
		if c.Longest < 1 {
			return fmt.Errorf("longest is %d, want at least 1", c.Longest)
		}
		return nil
	},
	Run: func(ctx context.Context, t *stages.Task, c settings) error {
		file := t.Input("text")[0].Files[0]
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		var words, row int64
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			row++
			t.Read(1)
			if len(lines.Text()) > c.Longest {
				if err := t.Reject(file, row, "too long"); err != nil {
					return err
				}
				continue
			}
			words++
		}
		return errors.Join(lines.Err(), t.Fill("count.txt", func(w io.Writer) error {
			_, err := fmt.Fprintln(w, words)
			return err
		}))
	},
}

// A stage is a value; with it come settings, an output that is there whole or not at all, rejects, exit codes.
func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	text, out := filepath.Join(dir, "text"), filepath.Join(dir, "out")
	if err := os.WriteFile(text, []byte("slots\nwrite\nphrases\n"), 0o666); err != nil {
		log.Fatal(err)
	}
	execute := func(args ...string) {
		args = append([]string{"--config", "none", "--text", text, "--out", out}, args...)
		fmt.Println("exit code", stages.Execute(context.Background(), []stages.Mode{count}, args, os.Stdout, io.Discard))
	}
	execute()
	made, _ := os.ReadFile(filepath.Join(out, "count.txt"))
	fmt.Print("words ", string(made))
	execute()                                         // it is there: nothing to do
	execute("--longest", "0")                         // refused before anything is read
	execute("--longest", "5")                         // another setting: refused, and the old output stays
	execute("--longest", "5", "--force")              // a third of the rows is rejected
	execute("--longest", "5", "--max-rejects", "40%") // that many may be
	made, _ = os.ReadFile(filepath.Join(out, "count.txt"))
	fmt.Print("words ", string(made))
	// Output:
	// exit code 0
	// words 3
	// exit code 0
	// exit code 64
	// exit code 64
	// exit code 65
	// exit code 0
	// words 2
}
