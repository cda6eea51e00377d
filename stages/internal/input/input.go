// Package input finds the files that an input of a stage names, and says how they came about.
package input

import (
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
