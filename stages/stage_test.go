package stages

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// childVariable in the environment makes the test binary the program of the copy stage.
const childVariable = "STAGES_CHILD"

// programsVariable names a folder for the four programs; see package programs of stagetest.
const programsVariable = "WRONE2SET_BIN"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		Main(copyStage(Whole))
	}
	if os.Getenv(programsVariable) != "" {
		os.Exit(m.Run())
	}
	programs, err := os.MkdirTemp("", "programs")
	if err != nil {
		panic(err)
	}
	os.Setenv(programsVariable, programs)
	code := m.Run()
	os.RemoveAll(programs)
	os.Exit(code)
}

type copyConfig struct {
	BatchSize int      `key:"batch_size" help:"lines in a batch"`
	Rate      float64  `key:"rate" help:"nothing, from 0 to 1"`
	Mode      string   `key:"mode" help:"plain or upper"`
	Words     []string `key:"words" help:"words to add"`
	Loud      bool     `key:"loud" help:"add an exclamation mark"`
	Seed      uint64   `key:"seed" help:"of nothing"`
	Window    int32    `key:"window,free" help:"changes no byte"`
}

// copyStage copies the lines of its input, where it is Parted as one part; a line "bad" is a reject, "stop" an error, "panic" a panic, "panic behind" one on a
// goroutine of package rows, "crash" one on a goroutine that looks after nothing; a line
// that begins with ! changes files, see TestScripts.
func copyStage(layout Layout) Stage[copyConfig] {
	run := copyLines
	if layout == Parted {
		run = inParts(1, copyLines)
	}
	return Stage[copyConfig]{
		Name: "copy", Version: "1", Layout: layout,
		Doc: "Copy lines.\n\nEach line of the input becomes a line of the output.",
		Inputs: []Input{
			{Name: "lines", Doc: "lines to copy", Schema: "text", Required: true},
			{Name: "more", Doc: "more lines", Schema: "text", Named: true},
		},
		Outputs: []Output{{Name: "lines-*.txt", Doc: "the lines", Schema: "text"}, {Name: "state/*", Doc: "state", Schema: "text", Working: true}},
		Config:  copyConfig{BatchSize: 12, Rate: 1e-4, Mode: "plain", Words: []string{"a"}, Seed: 1, Window: 3},
		Presets: []Preset[copyConfig]{
			{Name: "big", Doc: "big batches", Apply: func(c *copyConfig) { c.BatchSize, c.Rate = 64, 0.5 }},
			{Name: "upper", Doc: "upper case", Apply: func(c *copyConfig) { c.Mode, c.BatchSize = "upper", 65 }},
		},
		Check: func(c copyConfig) error {
			if c.Mode != "plain" && c.Mode != "upper" {
				return fmt.Errorf("mode %q: want plain or upper", c.Mode)
			}
			return nil
		},
		Run: run,
	}
}

// inParts cuts an output into n parts, each made by run; copyLines deals out the lines to them in turn.
func inParts(n int, run func(context.Context, *Task, copyConfig) error) func(context.Context, *Task, copyConfig) error {
	return func(ctx context.Context, t *Task, c copyConfig) error {
		parts, err := t.Cut(ctx, func() (int, error) { return n, nil })
		if err != nil {
			return err
		}
		for _, i := range parts.Todo {
			if err := parts.Make(ctx, i, func(t *Task) error { return run(ctx, t, c) }); err != nil {
				return err
			}
		}
		return nil
	}
}

func copyLines(ctx context.Context, t *Task, c copyConfig) error {
	f, err := t.Create("lines-*.txt")
	if err != nil {
		return err
	}
	defer f.Abort()
	var n int64
	row := 0
	for _, src := range append(t.Input("lines"), t.Input("more")...) {
		for _, file := range src.Files {
			read := os.ReadFile // also a pipe
			if store.Remote(file) {
				read = t.job.store.ReadFile
			}
			data, err := read(file)
			if err != nil {
				return err
			}
			for line := range strings.Lines(string(data)) {
				row++
				if t.Part.Split() && (row-1)%t.Part.Of != t.Part.Index {
					continue
				}
				t.Read(1)
				if command, ok := strings.CutPrefix(line, "!"); ok {
					if err := change(t.job.store, strings.TrimSuffix(command, "\n")); err != nil {
						return err
					}
					continue
				}
				switch strings.TrimSpace(line) {
				case "bad":
					if err := t.Reject(file, int64(row), "is bad"); err != nil {
						return err
					}
					continue
				case "stop":
					return fmt.Errorf("stopped at row %d", row)
				case "panic":
					panic("row is panic")
				case "panic behind":
					b := rows.NewBehind(1, func(line string) error { panic("row is " + line) })
					b.Send("panic behind")
					return b.Close()
				case "crash":
					go func() { panic("row is crash") }()
					select {}
				case "broken":
					return &schemas.FileError{File: file, Row: int64(row), Err: fmt.Errorf("broken"), Remedy: "mend it"}
				}
				if c.Mode == "upper" {
					line = strings.ToUpper(line)
				}
				n++
				if _, err := fmt.Fprint(f, line); err != nil {
					return err
				}
			}
		}
	}
	f.SetRows(n)
	return f.Close()
}

// run executes the stage and returns exit code, stdout and stderr.
func run[C any](t *testing.T, s Stage[C], args ...string) (int, string, string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := Execute(t.Context(), []Mode{s}, args, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
