package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// columns is a page of plain text whose lines have at most width columns.
type columns struct {
	strings.Builder
	width  int
	filled bool // the last element was a paragraph
}

// right is the column at which the texts of entries start.
const right = 30

func (c *columns) heading(title, note string) {
	if c.Len() > 0 {
		fmt.Fprintln(c)
	}
	if note != "" {
		title += ": " + note
	}
	fmt.Fprintln(c, strings.Join(wrap(title, c.width), "\n"))
	c.filled = false
}

func (c *columns) paragraph(text string) {
	if c.filled {
		fmt.Fprintln(c)
	}
	c.filled = true
	for _, line := range wrap(text, c.width-2) {
		fmt.Fprintln(c, "  "+line)
	}
}

// entry writes a name and its text side by side; after a name that is too long the text starts on the next line.
func (c *columns) entry(name, text string) {
	left := "  " + name
	if utf8.RuneCountInString(left) > right-2 {
		fmt.Fprintln(c, left)
		left = ""
	}
	for _, line := range wrap(text, c.width-right) {
		fmt.Fprintf(c, "%-*s%s\n", right, left, line)
		left = ""
	}
}

// wrap breaks text between words into lines of at most width runes; a longer word has a line of its own.
func wrap(text string, width int) (lines []string) {
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
