package stages

import (
	"context"
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/stages/internal/input"
	"github.com/wrone2set/wrone2set/stages/internal/output"
)

// Stage is one step of the pipeline as a value: its name, its inputs and outputs, its settings, and the function that
// does the work. C is a struct of settings; see [Stage.Config]. Main turns a Stage into a program.
type Stage[C any] struct {
	// Name is the name of the program, or that and the name of a mode separated by a blank, and also of the section in
	// pipeline.yaml: "train", "train refit". Words consist of lower-case letters, digits and dashes.
	Name string
	// Version changes whenever the same input and settings would give other bytes. It is part of the key of an output.
	Version string
	// Doc describes the stage. Its first paragraph is the title of the help text; the others, wrapped again, are the
	// description. It is never empty.
	Doc string
	// Flag is set for a mode that --WORD selects, too, wherever it stands: infer --try is infer try.
	Flag bool
	// Inputs are the ports that the stage reads, each with a flag --NAME.
	Inputs []Input
	// Outputs are the files that the stage may write into its output folder, at least one.
	Outputs []Output
	// Config holds the defaults. Every exported field, also of embedded structs, is a setting with two tags:
	//
	//	BatchSize int `key:"batch_size" help:"documents in a step"`
	//
	// The key is the name in pipeline.yaml and, with dashes, the flag (--batch-size). Fields are bools, integers,
	// floats, strings and []string (a flag takes a list as a,b,c). `key:"batch_size,free"` marks a setting that cannot
	// change a byte of the output and is not part of the key, `key:"never,file"` one that names a file, whose content is part of the
	// key instead of its name. `key:"-"` means that the field is not a setting. Two
	// more tags are limits that Main enforces: choices:"a,b" for text, and range:"[0,1)" for numbers, where ( or )
	// excludes an end.
	Config C
	// Usual are the keys of the settings that --help shows; --help-all shows all.
	Usual []string
	// Presets are named sets of settings, chosen with --preset a,b or `preset: [a, b]` and applied in that order.
	Presets []Preset[C]
	// Check refuses settings that contradict each other or have limits that no tag can express. Its error ends the
	// stage with exit code 64 before anything is read. May be nil.
	Check func(C) error
	// Settle, if set, changes settings that an input decides, as a model folder decides the width of a network that is
	// fine-tuned. It comes between presets and values given by name, which it refuses or accepts. The result is
	// checked again, passed to Run, included in the key and recorded in the manifest. --describe reads no input and
	// shows the settings before Settle.
	Settle func(c *C, g Given) error
	// Layout is how the output is made; the zero value is Whole.
	Layout Layout
	// Run does the work. It returns nil only after every file of the output was created and closed. When ctx is done
	// it returns at the next safe point. It is called at most once, and a panic on its goroutine is recovered.
	// Goroutines that Run starts must recover their own panics.
	Run func(ctx context.Context, t *Task, c C) error
}

// Given is what Settle may look at: the inputs, and which settings were given by name.
type Given struct {
	ctx     context.Context
	job     *job
	named   []string
	presets []string
	failed  *error // error from copying an input
}

// Input returns the sources of an input, or none if it was not given.
func (g Given) Input(name string) []Source {
	sources, err := g.job.local(g.ctx, name)
	if err != nil {
		*g.failed = err
		return nil
	}
	return sources
}

// Setting reports whether a setting was given by its key, as a flag or in pipeline.yaml, and not by a preset.
func (g Given) Setting(key string) bool { return slices.Contains(g.named, key) }

// Preset reports whether a preset was applied.
func (g Given) Preset(name string) bool { return slices.Contains(g.presets, name) }

// Input is a port that a stage reads: one flag --NAME whose value is a file, a folder, a glob or a source.txt:target.txt pair.
type Input = input.Input

// Output is a file, or a family of files, that a stage writes.
type Output = output.Output

// Preset is a named set of settings.
type Preset[C any] struct {
	Name, Doc string
	// Size marks the presets of which every run has one: a --preset without one keeps that of pipeline.yaml.
	Size  bool
	Apply func(*C)
}

// Layout is the way in which an output folder is made.
type Layout int

const (
	// Whole: files get their names when all are complete.
	Whole Layout = iota
	// InPlace: the stage works inside its locked output folder, so that a killed attempt can be resumed.
	InPlace
	// Parted: Run cuts its output into parts by [Task.Cut] and makes them one after the other. Each part is committed
	// on its own, so a killed run resumes at the part it was working on. Any number of processes can make the parts of
	// one folder, each those of its --shard or of its task in an array job. An output of one part is made as Whole.
	Parted
	// Answer: Run reads standard input and answers on standard output, by its only output, a Stream. It has no folder,
	// no --out and no manifest, and never counts as done.
	Answer
)

// String returns the name that --describe shows.
func (l Layout) String() string {
	switch l {
	case Whole:
		return "whole"
	case InPlace:
		return "in place"
	case Parted:
		return "parted"
	case Answer:
		return "answer"
	}
	return fmt.Sprintf("layout %d", int(l))
}
