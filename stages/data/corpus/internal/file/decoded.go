package file

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"golang.org/x/text/transform"

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

// decoded passes on decoded text and fails at bytes that are no characters of the encoding, and at lines that contradict a detected
// one.
type decoded struct {
	from  io.Reader
	path  string
	name  string
	found bool // the encoding was detected
	line  int  // line ends so far
	err   error
}

func (s *decoded) Read(p []byte) (int, error) {
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

func (s *decoded) wrong(lines int, err error) error {
	remedy := "give the file's --encoding, or save it as UTF-8"
	if !s.found {
		remedy = "give another --encoding, or save the file as UTF-8"
	}
	return &schemas.FileError{File: s.path, Place: fmt.Sprintf("line %d", s.line+lines+1), Err: err, Remedy: remedy}
}

// contradicts looks for a line that no Western text has, and returns the number of lines before it.
func (s *decoded) contradicts(text []byte) (lines int, bad bool) {
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

// ascii reads a text that has been ASCII so far. Its first other bytes decide how it goes on.
type ascii struct {
	file *File
	from io.Reader
	json bool
	line int // of the next byte
	done bool
}

func (a *ascii) Read(p []byte) (int, error) {
	n, err := a.from.Read(p)
	if a.done || err != nil && err != io.EOF {
		return n, err
	}
	at := firstHigh(p[:n])
	start := bytes.LastIndexByte(p[:at], '\n') + 1
	a.line += bytes.Count(p[:at], []byte("\n"))
	if at == n {
		return n, err
	}
	a.done = true
	rest, err := io.ReadAll(io.LimitReader(a.from, LookedAt))
	if err != nil {
		return 0, err
	}
	name := UTF8
	if !a.json {
		if name, err = a.file.judge(append(slices.Clone(p[start:n]), rest...), a.line); err != nil {
			return 0, err
		}
	}
	a.from = io.MultiReader(bytes.NewReader(append(slices.Clone(p[at:n]), rest...)), a.from)
	if by, _ := named(name); by == nil {
		a.from = a.file.mend(a.from, a.line-1)
	} else {
		a.from = &decoded{from: transform.NewReader(a.from, by.NewDecoder()), path: a.file.Path, name: name, found: true, line: a.line - 1}
		if a.file.Later != nil {
			a.file.Later(name, a.line)
		}
	}
	if at > 0 {
		return at, nil
	}
	return a.from.Read(p)
}
