package file

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
)

// MaxLine is the longest line or text record that is accepted, in bytes: 8 MiB. Books have less, and for each thread several rows,
// with their texts and tokens, are in memory at a time.
const MaxLine = 8 << 20

// Lines is a text file cut at '\n'. A '\r' before it belongs to the line end. The last line needs no line end. Lines
// is not safe for concurrent use.
type Lines struct {
	file *File
	long []byte // holds a line longer than file's buffer
	row  int64
}

// OpenLines opens a text file, plain or compressed, to read its lines. For ended see File.
func OpenLines(path string, by schemas.Opener, ended func() error) (*Lines, error) {
	f, err := Open(path, by)
	if err != nil {
		return nil, err
	}
	begin, err := f.Start()
	if kind := Kind(begin); err == nil && kind != "" {
		err = &schemas.FileError{File: path, Err: fmt.Errorf("is not text: its first bytes are those of %s", kind)}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	f.Ended = ended
	return &Lines{file: f}, nil
}

// NewLines returns the lines of an open file that is at its start.
func NewLines(f *File) *Lines { return &Lines{file: f} }

// TooLong is the error for a skipped line.
type TooLong struct{ bytes int64 }

func (e *TooLong) Error() string {
	return fmt.Sprintf("the line has %d bytes, more than the limit of %d", e.bytes, MaxLine)
}

// Row returns the number of the last line that Next gave, counted from 1.
func (l *Lines) Row() int64 { return l.row }

// Path returns the path as it was given.
func (l *Lines) Path() string { return l.file.Path }

// Close closes the file.
func (l *Lines) Close() error { return l.file.Close() }

// Fail wraps an error about the last line that Next gave.
func (l *Lines) Fail(err error) *schemas.FileError {
	return &schemas.FileError{File: l.file.Path, Place: fmt.Sprintf("row %d", l.row), Err: err}
}

// Next returns the next line, which is valid until the next call, and io.EOF after the last. A line longer than
// MaxLine is skipped and gives a *TooLong, after which reading may continue. All other errors are final and are
// *schemas.FileError.
func (l *Lines) Next() ([]byte, error) {
	line, size, err := l.read()
	var broken *schemas.FileError
	switch {
	case errors.As(err, &broken):
		After(broken, l.row)
		return nil, err
	case err != nil && size == 0:
		return nil, err
	}
	if l.row++; size > MaxLine {
		return nil, &TooLong{size}
	}
	for bytes.HasPrefix(line, []byte(mark)) { // of a file that was appended
		line = line[len(mark):]
	}
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r")), nil
}

// read reads a line with its end, and drops what exceeds the limit. size is the number of its bytes.
func (l *Lines) read() (line []byte, size int64, err error) {
	line, err = l.file.Text.ReadSlice('\n')
	size = int64(len(line))
	if err == bufio.ErrBufferFull {
		l.long = append(l.long[:0], line...)
		for err == bufio.ErrBufferFull {
			line, err = l.file.Text.ReadSlice('\n')
			if size += int64(len(line)); size <= MaxLine {
				l.long = append(l.long, line...)
			}
		}
		line = l.long
	}
	return line, size, err
}

// After adds the last line that was read to an error of a file that does not name a line.
func After(broken *schemas.FileError, line int64) {
	if !strings.HasPrefix(broken.Place, "line ") {
		broken.Place = fmt.Sprintf("after line %d", line)
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
