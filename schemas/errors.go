package schemas

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"wrone2set/schemas/internal/guard"
)

// FileError is a file that cannot be used: cut, damaged, or of another schema
// or version. Stages map it to exit code 65.
type FileError struct {
	File   string // path as it was given
	Place  string // where in the file: "footer", "row group 3, column body"; "" for the whole
	Remedy string // what the user can do; "" if there is nothing to say
	Err    error  // what is wrong
}

// Error says file, place, cause and remedy in one line.
func (e *FileError) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Place != "" {
		b.WriteString(": " + e.Place)
	}
	fmt.Fprintf(&b, ": %v", e.Err)
	if e.Remedy != "" {
		b.WriteString("; " + e.Remedy)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }

// ErrDamaged is the cause of every FileError for a file that is cut short or
// whose bytes contradict each other.
var ErrDamaged = guard.ErrDamaged

// Caught turns the value of a panic that was recovered while a file was read
// into an error with ErrDamaged in its tree, and without Go's own words.
func Caught(p any) error { return guard.Caught(p) }

// ErrSchema is the cause of every FileError for a file that is whole but holds
// another schema or another version than the one asked for.
var ErrSchema = errors.New("not the expected schema")

// ErrUnnamed is the cause beside ErrSchema for a Parquet file that none of our
// stages wrote. Its footer has been found whole by then.
var ErrUnnamed = errors.New("the file does not name its schema")

// File is an open file: an *os.File, or one of those that are part of the program (package embed).
type File interface {
	io.ReadSeekCloser
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// Opener opens a file by its path; nil is os.Open.
type Opener func(path string) (File, error)

// Open opens a file.
func (o Opener) Open(path string) (File, error) {
	if o == nil {
		return os.Open(path)
	}
	return o(path)
}

// sizeOf is the size of a file that is none of a folder, a pipe or the like.
func sizeOf(disk File) (int64, error) {
	info, err := disk.Stat()
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() {
		return 0, fmt.Errorf("%w: not a regular file", ErrSchema)
	}
	return info.Size(), nil
}

// remedy is what helps against err, met in a file that the named stage writes. The stage takes an output whose size and
// time are those of its manifest for whole, and rot leaves both as they are: it has to be told to look.
func remedy(stage string, err error) string {
	if errors.Is(err, ErrDamaged) {
		return "copy it again from where it is whole, or run " + stage + " again with --verify"
	}
	return "run " + stage + " again"
}
