package file

import (
	"bytes"
	"io"
)

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
