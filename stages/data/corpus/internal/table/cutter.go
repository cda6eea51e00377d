package table

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
)

// maxCells is the largest number of delimiters in a record: each cell takes tens of bytes, even an empty one.
const maxCells = 4 << 20

// cutter cuts a text into the rows of a table. A cell that begins with a quote ends with one; between them are delimiters,
// line ends and doubled quotes, all kept as they are. In other cells a quote is a character like others. Lines of nothing but
// blanks and delimiters, as Excel leaves them below a table, are no rows. It reads no further than the row that next returns.
type cutter struct {
	from   *bufio.Reader
	comma  byte
	quotes Quotes
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
	marked   bool // it has marks of quotes that are text; see Quotes
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
		if len(bytes.Trim(c.text[begin:c.end()], " "+string(rune(c.comma)))) == 0 {
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

// end returns the length of the text without the end of its last line, which Python on Windows may write with two carriage returns.
func (c *cutter) end() int {
	return len(bytes.TrimRight(bytes.TrimSuffix(c.text, []byte("\n")), "\r"))
}

// errQuote means that a quote does not end the cell that another one opened.
type errQuote struct {
	from, to int64 // lines of the opening quote and the other one
	column   int   // of the other one, in its line, in bytes from 1
	open     bool  // the text ends within the cell
}

func (e errQuote) Error() string {
	if e.open {
		return fmt.Sprintf("the quote that opens a cell in line %d is not closed", e.from)
	}
	return fmt.Sprintf("at byte %d: a quote within a cell in quotes is not doubled", e.column)
}

// settings are those that may help against such a quote.
const settings = "give --quotes none if no cell is quoted, or --quotes backslash if a backslash marks quotes within cells"

// cut finds the cells of a row that begins at i.
func (c *cutter) cut(i int) error {
	for {
		cell, next, err := c.cell(i)
		if err != nil {
			return err
		}
		c.spans = append(c.spans, cell)
		if next >= c.end() {
			return nil
		}
		if len(c.spans) > maxCells {
			return errLong{fmt.Sprintf("%d delimiters", maxCells)}
		}
		i = next + 1
	}
}

// cell finds the cell at i and the delimiter or line end behind it.
func (c *cutter) cell(i int) (s span, next int, err error) {
	if quote := c.opening(i); quote >= 0 {
		end, marked, err := c.close(quote + 1)
		var wrong errQuote
		if c.comma != '\t' || !errors.As(err, &wrong) || wrong.open || wrong.from < wrong.to {
			return span{quote + 1, end, marked}, end + 1, err
		}
	}
	next, err = c.bare(i)
	return span{i, next, c.quotes.backslashed()}, next, err
}

// opening returns the place of the quote that opens the cell at i, or -1.
func (c *cutter) opening(i int) int {
	if c.quotes == None {
		return -1
	}
	for c.spaced && i < len(c.text) && c.text[i] == ' ' {
		i++
	}
	if i < len(c.text) && c.text[i] == '"' {
		return i
	}
	return -1
}

// bare returns the end of the cell without quotes that begins at i. It reads on if a backslash marks the end of the line.
func (c *cutter) bare(i int) (end int, err error) {
	for from := i; ; from = end + 1 {
		end = c.end()
		k := bytes.IndexByte(c.text[min(from, end):end], c.comma)
		if k >= 0 {
			end = from + k
		}
		if !c.escaped(i, end) {
			return end, nil
		}
		if k < 0 {
			if err = c.more(); err != nil {
				return end, err
			}
		}
	}
}

// escaped reports whether a backslash marks the character at end as text, in a cell that begins at i.
func (c *cutter) escaped(i, end int) bool {
	return c.quotes.backslashed() && (end-i-len(bytes.TrimRight(c.text[i:end], `\`)))%2 == 1
}

// close returns the place of the quote that ends the cell whose text begins at i. It reads on for as long as there is none.
func (c *cutter) close(i int) (end int, marked bool, err error) {
	opened := c.lines
	marked = c.quotes.backslashed()
	for j := i; ; {
		k := bytes.IndexByte(c.text[j:], '"')
		if k < 0 {
			j = len(c.text)
			if err := c.more(); err == io.EOF {
				return 0, false, errQuote{from: opened, to: c.lines, open: true}
			} else if err != nil {
				return 0, false, err
			}
			continue
		}
		j += k
		rest := c.text[j+1:]
		switch {
		case c.escaped(i, j):
			j++
			continue
		case len(rest) > 0 && rest[0] == '"':
			marked, j = true, j+2
			continue
		case j+1 >= c.end() || rest[0] == c.comma:
			return j, marked, nil
		}
		line := bytes.LastIndexByte(c.text[:j], '\n') + 1
		return 0, false, errQuote{from: opened, to: c.lines, column: j - line + 1}
	}
}

// cells returns the cells of the text.
func (c *cutter) cells() []string {
	text := string(c.text)
	cells := make([]string, len(c.spans))
	for i, s := range c.spans {
		if cells[i] = text[s.from:s.to]; s.marked {
			cells[i] = c.quotes.unmarked(cells[i], c.comma)
		}
	}
	return cells
}
