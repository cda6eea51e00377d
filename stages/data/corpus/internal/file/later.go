package file

import (
	"bytes"
	"io"
	"slices"

	"golang.org/x/text/transform"

	"github.com/wrone2set/wrone2set/schemas"
)

// detectLater looks for the first bytes that are not ASCII with a second reader.
func (f *File) detectLater() (string, error) {
	disk, err := f.Again()
	if err != nil {
		return "", &schemas.FileError{File: f.Path, Err: err}
	}
	again, err := New(f.Path, disk)
	if err != nil {
		return "", err
	}
	again.Ended = f.Ended
	defer again.Close()
	for line := 1; ; {
		sample, err := again.Text.Peek(textBuffer)
		if err != nil && err != io.EOF {
			return UTF8, nil // the reader of the rows meets the damage and says where
		}
		if at := firstHigh(sample); at < len(sample) {
			at = bytes.LastIndexByte(sample[:at], '\n') + 1
			line += bytes.Count(sample[:at], []byte("\n"))
			again.Text.Discard(at)
			sample, _ = again.Text.Peek(LookedAt)
			return f.judge(sample, line)
		}
		if err == io.EOF {
			return UTF8, nil
		}
		line += bytes.Count(sample, []byte("\n"))
		again.Text.Discard(len(sample))
	}
}

// late reads a pipe that has been ASCII so far. Its first other bytes decide how it goes on.
type late struct {
	file *File
	from io.Reader
	line int
	done bool
}

func (l *late) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	if l.done || n == 0 {
		return n, err
	}
	at := firstHigh(p[:n])
	if at == n {
		l.line += bytes.Count(p[:n], []byte("\n"))
		return n, err
	}
	l.done = true
	name, bad := l.file.judge(p[bytes.LastIndexByte(p[:at], '\n')+1:n], l.line+bytes.Count(p[:at], []byte("\n")))
	if bad != nil {
		return 0, bad
	}
	by, bad := named(name)
	if bad != nil || by == nil {
		return n, bad
	}
	rest := io.MultiReader(bytes.NewReader(slices.Clone(p[at:n])), l.from)
	l.from = &strict{from: transform.NewReader(rest, by.NewDecoder()), path: l.file.Path, name: name, found: true, line: l.line + bytes.Count(p[:at], []byte("\n")) - 1}
	if at > 0 {
		return at, nil
	}
	return l.from.Read(p)
}
