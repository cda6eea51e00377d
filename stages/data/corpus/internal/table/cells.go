package table

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

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

// cut finds the cells of a row that begins at i.
func (c *cutter) cut(i int) error {
	for {
		next := i
		if quote := c.opening(i); quote >= 0 {
			end, doubled, err := c.close(quote + 1)
			if err != nil {
				return err
			}
			c.spans = append(c.spans, span{quote + 1, end, doubled})
			next = end + 1
		} else {
			next = c.end()
			if k := bytes.IndexByte(c.text[i:next], c.comma); k >= 0 {
				next = i + k
			}
			c.spans = append(c.spans, span{i, next, false})
		}
		if next >= c.end() {
			return nil
		}
		if len(c.spans) > maxCells {
			return errLong{fmt.Sprintf("%d delimiters", maxCells)}
		}
		i = next + 1
	}
}

// opening returns the place of the quote that opens the cell at i, or -1.
func (c *cutter) opening(i int) int {
	if c.plain {
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

// close returns the place of the quote that ends the cell whose text begins at i. It reads on for as long as there is none.
func (c *cutter) close(i int) (end int, doubled bool, err error) {
	opened := c.lines
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
		case len(rest) > 0 && rest[0] == '"':
			doubled, j = true, j+2
			continue
		case j+1 >= c.end() || rest[0] == c.comma:
			return j, doubled, nil
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
		if cells[i] = text[s.from:s.to]; s.doubled {
			cells[i] = strings.ReplaceAll(cells[i], `""`, `"`)
		}
	}
	return cells
}
