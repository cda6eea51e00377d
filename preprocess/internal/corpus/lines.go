package corpus

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// MaxLine is the length in bytes above which a line is skipped and its row
// rejected: 1 MiB, some seven hundred usual abstracts. No document of such a
// line takes more than the documents files can hold in a row.
const MaxLine = 1 << 20

// lines cuts a stream into lines at '\n'; a '\r' before it belongs to the line
// end. The last line needs no end. A UTF-8 byte order mark at the start is
// skipped.
type lines struct {
	in   *bufio.Reader
	long []byte // holds a line that is longer than in's buffer
	max  int
	n    int64
}

func newLines(r io.Reader, max int) *lines {
	return &lines{in: bufio.NewReaderSize(r, 256<<10), max: max}
}

// tooLong is the error of a line that was skipped.
type tooLong struct{ bytes, max int64 }

func (e *tooLong) Error() string {
	return fmt.Sprintf("the line has %d bytes, more than the limit of %d", e.bytes, e.max)
}

// next returns the next line, which is valid until the next call. A line over
// the limit is skipped to its end and gives a *tooLong, after which next can
// be called again; io.EOF and errors of the stream are final.
func (l *lines) next() ([]byte, error) {
	if l.n == 0 {
		l.skipMark()
	}
	line, err := l.in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		line, err = l.rest(line)
	}
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	if _, skipped := err.(*tooLong); err != nil && !skipped {
		return nil, err
	}
	l.n++
	return trimEnd(line), err
}

// rest gathers a line that did not fit the buffer, and drops it once it has
// passed the limit.
func (l *lines) rest(head []byte) ([]byte, error) {
	l.long = append(l.long[:0], head...)
	size := int64(len(head))
	for {
		part, err := l.in.ReadSlice('\n')
		size += int64(len(part))
		if size <= int64(l.max) {
			l.long = append(l.long, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
		if size > int64(l.max) {
			return nil, &tooLong{size, int64(l.max)}
		}
		return l.long, nil
	}
}

func (l *lines) skipMark() {
	if mark, err := l.in.Peek(3); err == nil && bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		l.in.Discard(3)
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
