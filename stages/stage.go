package stages

import (
	"context"
	"fmt"
	"io/fs"
	"slices"

	"wrone2set/schemas"
)

// Stage is one step of the pipeline as a value: what it is called, what it reads and writes, how it is set, and the
// function that does the work. C is a struct of settings; see [Stage.Config]. Main turns a Stage into a program.
type Stage[C any] struct {
	// Name is the name of the program, or that and the name of the mode behind a space, and of the section in pipeline.yaml:
	// "train", "train refit". Words are of lower-case letters, digits and dashes.
	Name string
	// Version changes whenever the same input and settings would give other bytes: it is part of the key of an output.
	Version string
	// Doc says what the stage does. Its first paragraph is the title in the help text, the others, wrapped anew, are the
	// description. Never empty.
	Doc string
	// Inputs are the ports the stage reads, each a flag --NAME.
	Inputs []Input
	// Outputs are the files the stage may write into its output folder. At least one.
	Outputs []Output
	// Config holds the defaults. Every exported field, those of embedded structs too, is a setting with two tags:
	//
	//	BatchSize int `key:"batch_size" help:"documents in a step"`
	//
	// The key is the name in pipeline.yaml and, with dashes, the flag (--batch-size). Field types are bool, integers,
	// floats, strings and []string (a flag takes a list as a,b,c). `key:"batch_size,free"` marks a setting
	// that cannot change a byte of the output: it is no part of the key. `key:"-"` is no setting. Two more tags are limits,
	// which Main enforces: choices:"a,b" for text, and range:"[0,1)" for numbers, an end with ( or ) being outside.
	Config C
	// Presets are named changes of the defaults, chosen with --preset a,b or `preset: [a, b]`, applied in that order.
	Presets []Preset[C]
	// Moved are flags of an earlier version, without dashes, and what to do instead: the error for one of them says it.
	Moved map[string]string
	// Check refuses settings that do not go together, or that a tag cannot say the limits of; its error ends the stage with
	// exit code 64 before anything is read. May be nil.
	Check func(C) error
	// Settle, where it is set, changes settings that an input decides, as a model folder decides the width of a network
	// that goes on from it: the layer between presets and what is given by name, which it refuses or lets stand. What it
	// leaves is checked again, is given to Run, is part of the key and is recorded in the manifest. --describe, which
	// looks at no input, shows the settings as they were before.
	Settle func(c *C, g Given) error
	// Layout says how the output comes to be; the zero value is Whole.
	Layout Layout
	// Run does the work. It returns nil only when every file of the output was created and closed. When ctx is done it
	// returns at the next safe point. It is called at most once and on the calling goroutine, where a panic is
	// recovered; goroutines that Run starts have to look after themselves.
	Run func(ctx context.Context, t *Task, c C) error
}

// Given is what Settle may look at: the inputs, and which settings were given by name.
type Given struct {
	ctx     context.Context
	job     *job
	named   []string
	presets []string
	failed  *error // to copy an input
}

// Input returns the sources given for an input; none for one that was not given.
func (g Given) Input(name string) []Source {
	sources, err := g.job.local(g.ctx, name)
	if err != nil {
		*g.failed = err
		return nil
	}
	return sources
}

// Setting reports whether a setting was given by its key, as a flag or in pipeline.yaml; not by a preset.
func (g Given) Setting(key string) bool { return slices.Contains(g.named, key) }

// Preset reports whether a preset was applied.
func (g Given) Preset(name string) bool { return slices.Contains(g.presets, name) }

// Input is a port that a stage reads: one flag --NAME whose value is a file, a folder, a glob, or a
// source.txt:target.txt pair, and for files of anyone's also - for standard input, or a pipe.
type Input struct {
	Name   string // also the flag; lower case, letters, digits and dashes
	Doc    string // one line for the help text
	Schema string // what its rows are, "documents"; one of the names of package schemas or a foreign format
	// Required inputs must be given. Named inputs are given as --test NAME=SPEC and may be repeated with other names.
	// Many inputs may be repeated.
	Required, Named, Many bool
	// Files are the patterns (path.Match, against the file name) of the files that are taken of a folder, so that
	// what lies beside them is neither read nor part of the key. Empty: all files that the folder's manifest lists,
	// without rejects, or all that lie in it.
	Files []string
	// Default, where it is set, holds files of the program itself, none in a folder, that are read when the flag is not
	// given: a Required input then need not be. They are chosen by Files as those of a folder.
	Default fs.FS
	// Known, where it is set, says that the input may be anyone's files, and of a file whether it is a corpus. A folder
	// that no stage made is then read with all folders below it; what is no corpus there is passed over with a line.
	Known func(path string, by schemas.Opener) (bool, error)
	// A Remote input may lie in a bucket, and have URLs for paths: Run opens its files by [Task.Open] or [Source.Open] alone.
	Remote bool
	// A Piped input is read from standard input when the flag is not given.
	Piped bool
	// A Copied input may lie in a bucket too: its files are copied to a folder for temporary files of this machine when Settle
	// asks for it, or before Run, and paths in Files and Dir are those of the copies. It is for folders that are small, or read
	// again and again.
	Copied bool
}

// Output is a file, or a family of files, that a stage writes.
type Output struct {
	// Name is the file name, or a pattern of path.Match: "vocab.parquet", "test.*-*.parquet", "checkpoint/*".
	// In a Sharded layout the name of a single-file output gets the shard's number before its extension.
	Name   string
	Doc    string // one line for --describe
	Schema string // what its rows are; never empty
	// When lists what the output comes with: names of inputs, and settings, "slots" or "export=csv" for a list that holds csv.
	// It is required when one of them is given or is not zero. Empty: always required.
	When []string
	// Optional outputs may be missing from a finished folder, because of what the input holds.
	Optional bool
	// A Stream output may go to standard output, by --out -, where a setting chooses it: see [Task.Streams].
	Stream bool
	// Working outputs are what an unfinished attempt of an InPlace stage goes on from. They are declared, so that
	// clearing the folder takes them along, but are no part of the finished output: the manifest leaves them out.
	Working bool
}

// Preset is a named set of settings.
type Preset[C any] struct {
	Name, Doc string
	// Size says that the preset is one of those of which every run has one: a --preset without one keeps that of
	// pipeline.yaml.
	Size  bool
	Apply func(*C)
}

// Layout is the way in which an output folder comes to be.
type Layout int

const (
	// Whole: everything is written into a folder beside the target, which is renamed into place when complete.
	Whole Layout = iota
	// Sharded: as Whole, and with --shard i/n the folder fills up shard by shard. A shard is finished when its own
	// manifest is there; whoever finishes the last one writes the folder's manifest.
	Sharded
	// InPlace: the stage works inside its locked output folder, so that an attempt that was killed can be continued.
	InPlace
	// Parted: Run cuts its output into parts by [Task.Cut] and makes them one after the other; each is finished on its own,
	// so that a run that was killed goes on at the part that it was at, and any number of processes make the parts of one
	// folder, each those of its --shard or of the task of an array job that it is. One part alone is as Whole.
	Parted
	// Answer: Run reads standard input and answers it on standard output, by its one output, a Stream. There is no folder,
	// no --out, no manifest and nothing to find done.
	Answer
)

// String is the name that --describe shows.
func (l Layout) String() string {
	switch l {
	case Whole:
		return "whole"
	case Sharded:
		return "sharded"
	case InPlace:
		return "in place"
	case Parted:
		return "parted"
	case Answer:
		return "answer"
	}
	return fmt.Sprintf("layout %d", int(l))
}

// Pipeline names the programs in the order in which data passes.
var Pipeline = [...]string{"preprocess", "train", "infer", "score"}

// sections are the names that a section of pipeline.yaml may have: those of all stages of the programs.
var sections = []string{"preprocess", "train", "train refit", "infer", "infer stream", "score", "score compare", "score tables"}
