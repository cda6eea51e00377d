package table

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
)

// maxCells is the largest number of delimiters in a record: each cell takes tens of bytes, even an empty one.
const maxCells = 4 << 20

// cutter cuts a text into the rows of a table. A cell that begins with a quote ends with one; between them are delimiters,
// line ends and doubled quotes, all kept as they are. In other cells a quote is a character like others. Empty lines are no
// rows. It reads no further than the row that next returns.
type cutter struct {
	from   *bufio.Reader
	comma  byte
	plain  bool   // no cell is quoted: a quote is always text
	spaced bool   // blanks before a quote that opens a cell are not part of it
	lines  int64  // lines that have been read
	first  int64  // first line of the last row
	text   []byte // of the row: one line in the buffer of from, or joined
	joined []byte // several lines, or a long one
	spans  []span
}

// span is the place of a cell in the text of its row.
type span struct {
	from, to int
	doubled  bool // it has doubled quotes
}

// errLong means that a row is longer than any row may be.
type errLong struct{ what string }

func (e errLong) Error() string { return "a record of more than " + e.what }

// next returns the cells of the next row, and io.EOF after the last. After an errQuote within one line, the next line can be
// read.
func (c *cutter) next() ([]string, error) {
	for {
		c.text, c.joined, c.spans = nil, c.joined[:0], c.spans[:0]
		if err := c.more(); err != nil {
			return nil, err
		}
		c.first = c.lines
		begin := 0
		for bytes.HasPrefix(c.text[begin:], []byte(mark)) {
			begin += len(mark)
		}
		if c.end() == begin {
			continue
		}
		if err := c.cut(begin); err != nil {
			return nil, err
		}
		return c.cells(), nil
	}
}

// mark is the byte order mark in UTF-8. Files that were joined have one in their middle.
const mark = "\ufeff"

// more appends the next line to the text.
func (c *cutter) more() error {
	before := len(c.text)
	// The next read overwrites a line that still lies in the buffer of from.
	if len(c.joined) < len(c.text) {
		c.joined = append(c.joined, c.text...)
	}
	for {
		part, err := c.from.ReadSlice('\n')
		if len(c.joined) == 0 && err == nil {
			c.text = part
		} else {
			c.joined = append(c.joined, part...)
			c.text = c.joined
		}
		switch {
		case len(c.text) > file.MaxLine:
			return errLong{fmt.Sprintf("%d bytes", file.MaxLine)}
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(c.text) > before:
			err = nil
		}
		if err == nil {
			c.lines++
		}
		return err
	}
}

// end returns the length of the text without the end of its last line.
func (c *cutter) end() int {
	text, _ := bytes.CutSuffix(c.text, []byte("\n"))
	text, _ = bytes.CutSuffix(text, []byte("\r"))
	return len(text)
}
