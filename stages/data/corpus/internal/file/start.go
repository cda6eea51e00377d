package file

import (
	"bytes"
	"io"
)

// mark is the byte order mark in UTF-8.
const mark = "\ufeff"

// Mark drops the UTF-8 byte order mark, or several ones.
func (f *File) Mark() error {
	for {
		begin, err := f.Text.Peek(len(mark))
		if string(begin) == mark {
			f.Text.Discard(len(mark))
			continue
		}
		if err == io.EOF {
			return nil
		}
		return err
	}
}

// Start drops UTF-8 byte order marks and returns the first bytes of the text without consuming them.
func (f *File) Start() ([]byte, error) {
	if err := f.Mark(); err != nil {
		return nil, err
	}
	begin, err := f.Text.Peek(LookedAt)
	if err == nil || err == io.EOF {
		if onlyReturns(begin) {
			f.Returns = true
			f.Convert(func(r io.Reader) io.Reader { return lineFeeds{r} })
		}
		begin, err = f.Text.Peek(LookedAt)
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	return begin, nil
}

// onlyReturns reports whether the lines of a text end in carriage returns, as in "CSV (Macintosh)" of Excel: it has no
// line feed.
func onlyReturns(begin []byte) bool {
	return bytes.IndexByte(begin, '\r') >= 0 && bytes.IndexByte(begin, '\n') < 0 && Kind(begin) == ""
}

// lineFeeds reads a text and replaces its carriage returns by line feeds.
type lineFeeds struct{ from io.Reader }

func (l lineFeeds) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	for i, b := range p[:n] {
		if b == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}
