package file

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"wrone2set/schemas"
)

// MaxLine is the length in bytes above which a line, and any other record of
// text, is refused: 64 MiB, more than any document that our files can hold.
const MaxLine = 64 << 20

// Lines is a text file cut at '\n'; a '\r' before it belongs to the line end,
// and the last line needs no end. It is not for concurrent use.
type Lines struct {
	file *File
	long []byte // holds a line that is longer than the buffer of file
	row  int64
}

// OpenLines opens a text file, plain or compressed, for its lines alone.
func OpenLines(path string, by schemas.Opener) (*Lines, error) {
	f, err := Open(path, by)
	if err != nil {
		return nil, err
	}
	begin, err := f.Start()
	if kind := Kind(begin); err == nil && kind != "" {
		err = &schemas.FileError{File: path, Err: fmt.Errorf("is no text: its first bytes are those of %s", kind)}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &Lines{file: f}, nil
}

// NewLines gives the lines of a file that is open and stands at its start.
func NewLines(f *File) *Lines { return &Lines{file: f} }

// TooLong is the error of a line that was skipped.
type TooLong struct{ bytes int64 }

func (e *TooLong) Error() string {
	return fmt.Sprintf("the line has %d bytes, more than the limit of %d", e.bytes, MaxLine)
}

// Row is the number of the line that Next gave last, from 1.
func (l *Lines) Row() int64 { return l.row }

// Where is the place at which the next line begins.
func (l *Lines) Where() Place { return l.file.Where() }

// Enter goes forward to the line behind so many rows, which begins at a place.
func (l *Lines) Enter(to Place, rows int64) error {
	l.row = rows
	return l.file.Enter(to)
}

// Enters is that of the file.
func (l *Lines) Enters() bool { return l.file.Enters() }

// Path is the file's path as it was given.
func (l *Lines) Path() string { return l.file.Path }

// Close closes the file.
func (l *Lines) Close() error { return l.file.Close() }

// Fail says of an error that it is about the line that Next gave last.
func (l *Lines) Fail(err error) *schemas.FileError {
	return &schemas.FileError{File: l.file.Path, Place: fmt.Sprintf("row %d", l.row), Err: err}
}

// Next returns the next line, which is valid until the next call, and io.EOF
// after the last. A line of more than MaxLine bytes is passed over and is an
// error which is not final; all other errors are, and are *schemas.FileError.
func (l *Lines) Next() ([]byte, error) {
	line, err := l.file.Text.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		line, err = l.rest(line)
	}
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	var broken *schemas.FileError
	switch {
	case errors.As(err, &broken):
		broken.Place = fmt.Sprintf("after line %d", l.row)
		return nil, err
	case err == io.EOF:
		return nil, err
	}
	l.row++
	return trimEnd(line), err
}

// rest gathers a line that did not fit the buffer, and drops it once it has
// passed the limit.
func (l *Lines) rest(head []byte) ([]byte, error) {
	l.long = append(l.long[:0], head...)
	size := int64(len(head))
	for {
		part, err := l.file.Text.ReadSlice('\n')
		size += int64(len(part))
		if size <= MaxLine {
			l.long = append(l.long, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
		if size > MaxLine {
			return nil, &TooLong{size}
		}
		return l.long, nil
	}
}

// Drain reads to the end of the file to count its lines.
func (l *Lines) Drain() error {
	for {
		_, err := l.Next()
		if _, skipped := err.(*TooLong); err != nil && !skipped {
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}

func trimEnd(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line
}
