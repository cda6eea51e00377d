package stages

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"wrone2set/stages/internal/config"
)

// Stage is one step of the pipeline as a value: what it is called, what it reads and writes, how it is set, and the
// function that does the work. C is a struct of settings; see [Stage.Config]. Main turns a Stage into a program.
type Stage[C any] struct {
	// Name is the name of the program and of its section in pipeline.yaml: lower case, letters, digits and dashes.
	Name string
	// Version changes whenever the same input and settings would give other bytes: it is part of the key of an output.
	Version string
	// Doc says what the stage does. Its first paragraph is the title in the help text. Never empty.
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
	// that cannot change a byte of the output: it is no part of the key. `key:"-"` is no setting.
	Config C
	// Presets are named changes of the defaults, chosen with --preset a,b or `preset: [a, b]`, applied in that order.
	Presets []Preset[C]
	// Check refuses settings that have a value out of range or do not go together; its error ends the stage with
	// exit code 2 before anything is read. May be nil.
	Check func(C) error
	// Layout says how the output comes to be; the zero value is Whole.
	Layout Layout
	// Run does the work. It returns nil only when every file of the output was created and closed. When ctx is done it
	// returns at the next safe point. It is called at most once and on the calling goroutine, where a panic is
	// recovered; goroutines that Run starts have to look after themselves.
	Run func(ctx context.Context, t *Task, c C) error
}

// Input is a port that a stage reads: one flag --NAME whose value is a file, a folder, a glob, or a
// source.txt:target.txt pair.
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
}

// Output is a file, or a family of files, that a stage writes.
type Output struct {
	// Name is the file name, or a pattern of path.Match: "vocab.parquet", "test.*-*.parquet", "checkpoint/*".
	// In a Sharded layout the name of a single-file output gets the shard's number before its extension.
	Name   string
	Doc    string // one line for --describe
	Schema string // what its rows are; never empty
	// Optional outputs may be missing from a finished folder.
	Optional bool
}

// Preset is a named set of settings.
type Preset[C any] struct {
	Name, Doc string
	Apply     func(*C)
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
	}
	return fmt.Sprintf("layout %d", int(l))
}

// Shard is one part of an output. The zero value and {0, 1} are the whole of it.
type Shard struct{ Index, Of int }

// Split reports whether there is more than one shard.
func (s Shard) Split() bool { return s.Of > 1 }

// Has reports whether row i (from 0, counted over all rows of the input in input order) belongs to this shard: rows
// are dealt out in turn. A stage is free to cut its input in another way.
func (s Shard) Has(i int64) bool { return s.Of <= 1 || i%int64(s.Of) == int64(s.Index) }

// Range cuts n rows into Of runs of equal length (give or take one) and returns the bounds of this shard's run, so that the shards
// one after the other are the rows in input order.
func (s Shard) Range(n int64) (lo, hi int64) {
	if s.Of <= 1 {
		return 0, n
	}
	i, of := int64(s.Index), int64(s.Of)
	return n/of*i + min(i, n%of), n/of*(i+1) + min(i+1, n%of)
}

// String is the part of a file name that stands for the shard: 00002-of-00005.
func (s Shard) String() string { return fmt.Sprintf("%05d-of-%05d", s.Index, max(s.Of, 1)) }

// Pipeline names the stages in the order in which data passes: the sections that a pipeline.yaml may have.
const Pipeline = "preprocess train infer score"

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// commonFlags are the flags of every stage; no input or setting may take their names.
var commonFlags = []string{"out", "config", "preset", "threads", "shard", "force", "verify", "describe", "quiet",
	"log-format", "max-rejects", "help", "h", "version", "v"}

// Validate reports what is wrong with the stage itself: a bad or missing name, an empty Doc, no Run, two ports with
// one name, a port without a schema, a setting without key, help or a type that can be set. Every program checks
// its stage before anything else, and so should a test.
func (s Stage[C]) Validate() error {
	var errs []error
	add := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if !nameForm.MatchString(s.Name) {
		add("name %q: want lower-case letters, digits and dashes", s.Name)
	}
	if s.Version == "" {
		add("no version")
	}
	if strings.TrimSpace(s.Doc) == "" {
		add("no doc")
	}
	if s.Run == nil {
		add("no Run")
	}
	if s.Layout < Whole || s.Layout > InPlace {
		add("unknown %v", s.Layout)
	}
	taken := slices.Clone(commonFlags)
	claim := func(what, flag string) {
		if slices.Contains(taken, flag) {
			add("%s %s: the flag --%s is taken", what, flag, flag)
		}
		taken = append(taken, flag)
	}
	for _, in := range s.Inputs {
		errs = append(errs, in.validate()...)
		claim("input", in.Name)
	}
	errs = append(errs, validateOutputs(s.Outputs)...)
	fields, err := config.Fields(&s.Config)
	if err != nil {
		errs = append(errs, err)
	}
	for _, f := range fields {
		claim("setting", f.Flag())
	}
	errs = append(errs, validatePresets(s.Presets)...)
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("stage %s is not well formed: %w", s.Name, err)
	}
	return nil
}

func (in Input) validate() (errs []error) {
	if !nameForm.MatchString(in.Name) {
		errs = append(errs, fmt.Errorf("input %q: want lower-case letters, digits and dashes", in.Name))
	}
	if in.Schema == "" {
		errs = append(errs, fmt.Errorf("input %s: no schema", in.Name))
	}
	if strings.TrimSpace(in.Doc) == "" {
		errs = append(errs, fmt.Errorf("input %s: no doc", in.Name))
	}
	for _, p := range in.Files {
		if _, err := path.Match(p, ""); err != nil {
			errs = append(errs, fmt.Errorf("input %s: pattern %q: %w", in.Name, p, err))
		}
	}
	return errs
}

func validateOutputs(outs []Output) (errs []error) {
	if len(outs) == 0 {
		errs = append(errs, errors.New("no outputs"))
	}
	var names []string
	for _, o := range outs {
		if slices.Contains(names, o.Name) {
			errs = append(errs, fmt.Errorf("two outputs named %s", o.Name))
		}
		names = append(names, o.Name)
		if _, err := path.Match(o.Name, ""); err != nil || !localName(o.Name) {
			errs = append(errs, fmt.Errorf("output %q: want a file name below the output folder", o.Name))
		}
		if o.Schema == "" {
			errs = append(errs, fmt.Errorf("output %s: no schema", o.Name))
		}
		if strings.TrimSpace(o.Doc) == "" {
			errs = append(errs, fmt.Errorf("output %s: no doc", o.Name))
		}
	}
	return errs
}

func validatePresets[C any](presets []Preset[C]) (errs []error) {
	var names []string
	for _, p := range presets {
		if !nameForm.MatchString(p.Name) {
			errs = append(errs, fmt.Errorf("preset %q: want lower-case letters, digits and dashes", p.Name))
		}
		if p.Apply == nil {
			errs = append(errs, fmt.Errorf("preset %s: no Apply", p.Name))
		}
		if slices.Contains(names, p.Name) {
			errs = append(errs, fmt.Errorf("two presets named %s", p.Name))
		}
		names = append(names, p.Name)
	}
	return errs
}

// localName reports whether name stays below the folder it is joined to and is no hidden or reserved file.
func localName(name string) bool {
	return name != "" && name == path.Clean(name) && !path.IsAbs(name) && !strings.HasPrefix(name, "..") &&
		!strings.HasPrefix(path.Base(name), ".") && !strings.HasPrefix(name, ".") && name != manifestName
}
