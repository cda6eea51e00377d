package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// columns is a page of plain text in lines of at most width columns.
type columns struct {
	strings.Builder
	width  int
	filled bool // the last thing was a paragraph
}

// right is the column in which the texts of entries begin.
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

// entry is a name and what it means side by side; beside a name that is too long there is nothing.
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
