package schemas

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// FileError is an input that cannot be used: a file that is missing, truncated, damaged, or of another schema or version,
// or a row that is bad. It is the one error of its kind; stages map it to exit code 65.
type FileError struct {
	File   string // path as given by the user; "" if no file is at fault
	Row    int64  // from 1, as an editor shows it; 0 for no row
	Place  string // position in the file: "footer", "row group 3, column body"; "" for the whole file
	Remedy string // what the user can do, as an imperative without a full stop; "" for no advice
	Err    error  // what is wrong
}

// Error gives file, row, place, cause and remedy in one line.
func (e *FileError) Error() string {
	s := e.Err.Error()
	if e.Place != "" {
		s = e.Place + ": " + s
	}
	if e.Row > 0 {
		s = fmt.Sprintf("%s row %d: %s", e.File, e.Row, s)
	} else if e.File != "" {
		s = e.File + ": " + s
	}
	if e.Remedy != "" {
		s += "; " + e.Remedy
	}
	return s
}

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }

// ErrDamaged is the cause of every FileError for a file that is truncated or whose bytes contradict each other.
var ErrDamaged = guard.ErrDamaged

// ErrLarge is the cause of every FileError for a file that would take more memory than its readers allow.
var ErrLarge = guard.ErrLarge

// Caught turns a panic that was recovered while reading a file into an error that wraps ErrDamaged. It leaves out the
// wording of Go's runtime.
func Caught(p any) error { return guard.Caught(p) }

// failed returns the error of what was recovered, else err, with the place that at adds; nil stays.
func failed(recovered any, err error, at func(error) error) error {
	if recovered != nil {
		err = guard.Caught(recovered)
	}
	if err == nil {
		return nil
	}
	return at(err)
}

// ErrSchema is the cause of every FileError for an intact file with another schema or version than requested.
var ErrSchema = errors.New("not the expected schema")

// ErrUnnamed accompanies ErrSchema for a Parquet file that none of our stages wrote. Its footer is intact.
var ErrUnnamed = errors.New("the file does not name its schema")

// File is an open file: an *os.File, or a file embedded in the program (package embed).
type File interface {
	io.ReadSeekCloser
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// Opener opens a file by its path. nil means os.Open.
type Opener func(path string) (File, error)

// Open opens a file.
func (o Opener) Open(path string) (File, error) {
	if o == nil {
		return os.Open(path)
	}
	return o(path)
}

// sizeOf returns the size of a regular file.
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

// remedy advises on err in a file that the named stage writes. A stage trusts an output whose size and time match its
// manifest. Silent corruption changes neither, so the stage needs --verify.
func remedy(stage string, err error) string {
	if errors.Is(err, ErrDamaged) {
		return "restore an intact copy, or run " + stage + " again with --verify"
	}
	return "run " + stage + " again"
}
