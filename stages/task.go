package stages

import (
	"fmt"
	"io"
	"log/slog"
	"sync"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/cli"
	"github.com/wrone2set/wrone2set/stages/internal/output"
)

// Task is what Run works with: its inputs, its output and the console. Its methods are safe for concurrent use.
type Task struct {
	Log     *slog.Logger
	Threads int       // number of goroutines that may compute at once, at least 1; results must not depend on it
	Part    Part      // the part of the output that this Task makes; zero if the output is not cut
	Key     string    // hex sha256 over stage version, settings and input digests
	Stdout  io.Writer // for output to the user besides the output folder; --quiet discards it

	stage   string
	inputs  map[string][]Source
	output  *output.Attempt
	console *cli.Console
	job     *job
	parts   *Parts // result of Cut

	mu      sync.Mutex
	read    int64
	expect  int64
	rejects int64
	first   []string // first messages about rejects
	reject  *File
	notes   map[string]any
	said    []any            // for the last line
	rows    map[string]int64 // rows per input file
	uses    map[string][]string
}

// Input returns the sources of the input, in the order of the command line, or none if it was not given. It panics if
// the stage has no such input.
func (t *Task) Input(name string) []Source {
	sources, ok := t.inputs[name]
	if !ok {
		panic(fmt.Sprintf("stage %s has no input %q", t.stage, name))
	}
	return sources
}

// File returns the one file of an input that was given, which must not be a folder. what names the file in the *UsageError otherwise.
func (t *Task) File(input, what string) (string, error) {
	in := t.Input(input)[0]
	if in.Dir != "" || len(in.Files) != 1 {
		return "", &UsageError{Err: fmt.Errorf("--%s %s: want the name of one file: %s", input, in.Spec, what)}
	}
	return in.Files[0], nil
}

// Open opens a file of an input, by its path in [Source.Files].
func (t *Task) Open(path string) (schemas.File, error) { return t.job.store.Open(path) }

// Ended is not nil once the run has been stopped: an error that ends whoever reads or computes for long without the context
// of Run.
func (t *Task) Ended() error { return t.job.store.Ended() }

// Say logs a line for the user.
func (t *Task) Say(line string) { t.Log.Info(line) }

// Warn logs a line about what the user should look at, also with --quiet.
func (t *Task) Warn(line string) { t.Log.Warn(line) }

// Create opens a file of the output, which the stage must have declared. A * in the name stands for the part:
// predictions-*.parquet becomes predictions-00002-of-00005.parquet, and predictions-00000-of-00001.parquet if the
// output is not cut. In one of several parts, a name without * gets the number before its extension. Names may
// contain slashes where the declared pattern does. In an InPlace output, closing the new file replaces an existing
// one. Close or Abort the file before Run returns.
func (t *Task) Create(name string) (*File, error) {
	if output.IsRejects(t.output.FileName(name)) {
		return nil, fmt.Errorf("create %s: the framework writes this file", name)
	}
	return t.output.Create(name)
}

// Streams reports whether the output is standard output (--out -). Run then creates one file, which is a Stream
// output, and nothing else; every write to it is passed on at once.
func (t *Task) Streams() bool { return t.job.stream }

// Fill creates a file of the output, calls fill to write it, and closes it. If fill fails, the file is dropped. For
// files of rows use package rows.
func (t *Task) Fill(name string, fill func(io.Writer) error) error {
	f, err := t.Create(name)
	if err != nil {
		return err
	}
	defer f.Abort()
	if err := fill(f); err != nil {
		return err
	}
	return f.Close()
}

// File is an output being written, an io.WriteCloser. Nobody sees it before Close, and in a Whole or Parted output
// not before the whole or the part is finished. Only one goroutine at a time may use it.
type File = output.File

// Dir returns the output folder of an InPlace stage, which is locked while Run runs. It contains what an earlier
// attempt with the same key left. Dir panics for another layout.
func (t *Task) Dir() string {
	if t.job.layout != InPlace {
		panic(fmt.Sprintf("stage %s is not InPlace", t.stage))
	}
	return t.output.Dir
}

// Read counts n rows of input as seen, good and bad ones: the denominator of the share of rejects.
func (t *Task) Read(n int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.read += n
}

// Rows records the number of rows of an input file for the manifest.
func (t *Task) Rows(file string, n int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows[file] = n
}

// Uses names the files of an input that a part reads, if it does not read all. The part's manifest lists only these,
// and changes of the others do not affect the part. The manifest of the whole output lists all.
func (t *Task) Uses(input string, files []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.uses[input] = files
}

// Note puts a fact into the manifest: a count, or a map of counts by cause. The value must marshal to JSON.
func (t *Task) Note(key string, value any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.notes[key] = value
}

// Said adds keys and values to the last line of the run, as those of slog. Only the Task that Run receives has one.
func (t *Task) Said(args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.said = append(t.said, args...)
}

// Mark returns what the output is made from.
func (t *Task) Mark() *Mark { return &t.output.Mark }

// Progress shows the progress of a loop: on a terminal a bar with rate and remaining time, otherwise a log line every
// ten seconds. It is safe for concurrent use. Only one at a time is drawn as a bar.
type Progress = cli.Progress

// Progress starts showing an activity ("decode"), counted in unit ("documents") up to total; 0 or less means unknown.
func (t *Task) Progress(what, unit string, total int64) *Progress {
	return t.console.Progress(what, unit, total)
}
