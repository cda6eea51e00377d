package corpus

import (
	"errors"
	"fmt"
	"io"

	"wrone2set/schemas"
)

// source is a file read line by line.
type source struct {
	*stream
	lines *lines
}

func newSource(s *stream, max int) *source { return &source{stream: s, lines: newLines(s, max)} }

// next is lines.next with the line named in the errors of the file.
func (s *source) next() ([]byte, error) {
	line, err := s.lines.next()
	var f *schemas.FileError
	if errors.As(err, &f) {
		f.Place = fmt.Sprintf("after line %d", s.lines.n)
	}
	return line, err
}

// drain reads to the end of the file to count its lines.
func (s *source) drain() error {
	for {
		_, err := s.next()
		if _, skipped := err.(*tooLong); err != nil && !skipped {
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}
