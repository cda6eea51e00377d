package file

import (
	"bytes"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
)

// invalid returns the index of the first character that no text has: a replacement for bytes without a meaning, or a control
// character of the second block, by which undefined bytes are read.
func invalid(text []byte) int {
	for i := 0; i < len(text); i++ {
		if text[i] == 0xc2 && i+1 < len(text) && text[i+1] < 0xa0 || bytes.HasPrefix(text[i:], []byte("\ufffd")) {
			return i
		}
	}
	return -1
}

// strict passes on decoded text and fails at bytes that are no characters of the encoding, and at lines that contradict a detected
// one.
type strict struct {
	from  io.Reader
	path  string
	name  string
	found bool // the encoding was detected
	line  int  // line ends so far
	err   error
}

func (s *strict) Read(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.from.Read(p)
	text := p[:n]
	if at := invalid(text); at >= 0 && s.name != Latin1 {
		s.err = s.wrong(bytes.Count(text[:at], []byte("\n")), fmt.Errorf("bytes that are not characters of %s", s.name))
		return 0, s.err
	}
	if s.found && s.name == Windows1252 {
		if lines, bad := s.contradicts(text); bad {
			s.err = s.wrong(lines, fmt.Errorf("reads like another encoding than %s, as which the file begins", s.name))
			return 0, s.err
		}
	}
	s.line += bytes.Count(text, []byte("\n"))
	return n, err
}

func (s *strict) wrong(lines int, err error) error {
	remedy := "give the file's --encoding, or save it as UTF-8"
	if !s.found {
		remedy = "give another --encoding, or save the file as UTF-8"
	}
	return &schemas.FileError{File: s.path, Place: fmt.Sprintf("line %d", s.line+lines+1), Err: err, Remedy: remedy}
}

// contradicts looks for a line that no Western text has, and returns the number of lines before it.
func (s *strict) contradicts(text []byte) (lines int, bad bool) {
	for piece := range bytes.Lines(text) {
		if firstHigh(piece) < len(piece) {
			if e := evidenceOf(string(piece)); e.run > longestRun || e.odd >= oddLine {
				return lines, true
			}
		}
		lines++
	}
	return lines, false
}
