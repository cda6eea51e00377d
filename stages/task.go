package stages

import (
	"fmt"
	"io"
	"log/slog"
	"sync"

	"wrone2set/schemas"
	"wrone2set/stages/internal/cli"
	"wrone2set/stages/internal/output"
)

// Task is what Run works with: its inputs, its output and the console. Its methods may be called from several
// goroutines.
type Task struct {
	Log     *slog.Logger
	Threads int       // how many goroutines may compute at once, at least 1; results must not depend on it
	Shard   Shard     // zero when the output is not cut
	Key     string    // hex sha256 over stage version, settings and input digests
	Stdout  io.Writer // for what the stage has to show besides its output; discards with --quiet

	stage      string
	inputs     map[string][]Source
	output     *output.Attempt
	dir        string // of an InPlace output, else empty
	console    *cli.Console
	maxRejects float64
	streams    bool
	job        *job
	parts      *Parts // of Cut

	mu      sync.Mutex
	read    int64
	expect  int64
	rejects int64
	first   []string // of the reject messages
	reject  *File
	notes   map[string]any
	rows    map[string]int64 // of input files
	uses    map[string][]string
}

// Input returns the sources given for the input, in the order of the command line; none for one that was not given.
// It panics when the stage has no such input.
func (t *Task) Input(name string) []Source {
	sources, ok := t.inputs[name]
	if !ok {
		panic(fmt.Sprintf("stage %s has no input %q", t.stage, name))
	}
	return sources
}

// Open opens a file of an input, by its path in [Source.Files].
func (t *Task) Open(path string) (schemas.File, error) { return t.job.store.Open(path) }

// Create opens a file of the output, which the stage must have declared. A * in the name stands for the shard:
// predictions-*.parquet becomes predictions-00002-of-00005.parquet, and predictions-00000-of-00001.parquet when the
// output is not cut. In a shard of several a name without * gets the number before its extension. Names may hold
// slashes where the declared pattern does. A file of an InPlace output that is there already is replaced when the
// new one is closed. Close or Abort it before Run returns.
func (t *Task) Create(name string) (*File, error) {
	if output.IsRejects(t.output.FileName(name)) {
		return nil, fmt.Errorf("create %s: the framework writes this file", name)
	}
	return t.output.Create(name)
}

// Streams reports whether the output is standard output (--out -). Run then creates one file, one of the Stream outputs,
// and nothing else; every write to it is passed on at once.
func (t *Task) Streams() bool { return t.streams }

// Fill creates a file of the output, lets fill write it and closes it; after an error of fill the file is dropped. For
// files that are not of rows: those are package rows'.
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

// File is an output being written: an io.WriteCloser. Nobody sees it before Close, and in a Whole or Sharded output
// not before the whole is finished. One goroutine at a time may use it.
type File = output.File

// Dir is the output folder of an InPlace stage, which is locked while Run runs; what an earlier attempt with the
// same key left is there. It panics for another layout.
func (t *Task) Dir() string {
	if t.dir == "" {
		panic(fmt.Sprintf("stage %s is not laid out in place", t.stage))
	}
	return t.dir
}

// Read counts n rows of input as seen, good and bad ones: the denominator of the share of rejects.
func (t *Task) Read(n int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.read += n
}

// Rows says how many rows an input file has, for the manifest.
func (t *Task) Rows(file string, n int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows[file] = n
}

// Uses says which files of an input a part reads, where they are not all: the part's manifest lists these alone, and whether
// the others stay as they are is no matter to it. The manifest of the whole output lists all.
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

// Progress shows how far a loop is: a bar with rate and time left on a terminal, otherwise a log line every ten
// seconds. It may be used from several goroutines. One at a time is drawn as a bar.
type Progress = cli.Progress

// Progress starts showing what is being done ("decode"), counted in unit ("documents") up to total; 0 or less: not
// known.
func (t *Task) Progress(what, unit string, total int64) *Progress {
	return t.console.Progress(what, unit, total)
}
