// Package input finds the files that an input of a stage names, and says how they came about.
package input

import (
	"encoding/json"
	"io/fs"

	"github.com/wrone2set/wrone2set/schemas"
)

// Input is a port that a stage reads: one flag --NAME whose value is a file, a folder, a glob or a
// source.txt:target.txt pair. Inputs for foreign files also accept - for standard input, and pipes.
type Input struct {
	Name   string // also the flag; lower-case letters, digits and dashes
	Doc    string // one line for the help text
	Schema string // kind of its rows, "documents": a name of package schemas or a foreign format
	// Required inputs must be given. Named inputs are given as --test NAME=SPEC and may be repeated with other names.
	// Many inputs may be repeated.
	Required, Named, Many bool
	// Argument inputs need no flag: the words of a command line that belong to no flag are their values. One input of a stage can be
	// one.
	Argument bool
	// Files are the patterns (path.Match, on the file name) of the files that are taken from a folder. Other files are
	// neither read nor part of the key. Empty: all files that the folder's manifest lists except rejects, or all files
	// in it.
	Files []string
	// Default, if set, holds built-in files at its top level that are read if the flag is not given, even for a
	// Required input. Files selects them as it does those of a folder.
	Default fs.FS
	// Recognises, if set, accepts foreign files and reports whether a file is part of a corpus. A folder that no stage made
	// is then read with all folders below it. Other files there are skipped, and the log says so.
	Recognises func(path string, by schemas.Opener) (bool, error)
	// A Remote input may be in a bucket and then has URLs as paths. Run must open its files by Task.Open or
	// [Source.Open].
	Remote bool
	// A Piped input is read from standard input if the flag is not given.
	Piped bool
	// A Copied input may be in a bucket too. Its files are copied to a temporary folder when Settle asks for the
	// input, or before Run; Files and Dir have the paths of the copies. Use it for folders that are small or read
	// repeatedly.
	Copied bool
}

// Flag returns the flag of the input.
func (in Input) Flag() string { return "--" + in.Name }

// Otherwise says what is read without the flag: Stdin, BuiltIn, or "" for nothing.
func (in Input) Otherwise() string {
	switch {
	case in.Piped:
		return Stdin
	case in.Default != nil:
		return BuiltIn
	}
	return ""
}

// Must reports whether the flag has to be given.
func (in Input) Must() bool { return in.Required && in.Otherwise() == "" }

// MarshalJSON returns what --describe says of the input.
func (in Input) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Flag     string   `json:"flag"`
		Doc      string   `json:"doc"`
		Schema   string   `json:"schema"`
		Required bool     `json:"required"`
		Named    bool     `json:"named,omitempty"`
		Many     bool     `json:"many,omitempty"`
		Argument bool     `json:"argument,omitempty"` // its values need no flag
		Files    []string `json:"files,omitempty"`
		Default  string   `json:"default,omitempty"` // what is read without the flag
	}{in.Flag(), in.Doc, in.Schema, in.Must(), in.Named, in.Many, in.Argument, in.Files, in.Otherwise()})
}
