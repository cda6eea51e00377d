package thesaurus

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
)

// Limits of what is looked at.
const (
	mostAbove = 20  // lines or rows above a header
	looked    = 200 // lines that tell what separates their cells
)

// header is the remedy of a list that cannot be read with certainty.
const header = "begin it with a header, such as id,term,synonyms in the delimiter of its rows, with ; or | between synonyms in one cell"

// delimiter finds what separates the cells of a list; 0 for a term a line. The header decides. Without one it is a tab that any line has,
// or another sign that all lines have equally often. A ; or | that only some lines have is refused.
func delimiter(begin []byte) (byte, error) {
	var lines []string
	for line := range bytes.Lines(begin) {
		if text := strings.TrimRight(string(line), "\r\n"); strings.TrimSpace(text) != "" && !comment(text) && len(lines) < looked {
			lines = append(lines, text)
		}
	}
	sentences := 0
	for _, line := range lines {
		if len(strings.Fields(line)) > maxWords {
			sentences++
		}
	}
	for i, line := range lines[:min(len(lines), mostAbove)] {
		if comma, err := headerOf(line, i == 0); comma != 0 || err != nil {
			return comma, err
		}
	}
	for _, comma := range []byte("\t;|,") {
		counts := map[int]int{} // lines by how often they have the sign; a comma before a blank is part of a term
		for _, line := range lines {
			n := strings.Count(line, string(comma))
			if comma == ',' {
				n -= strings.Count(line, ", ")
			}
			counts[n]++
		}
		switch {
		case counts[0] == len(lines):
		case comma == '\t', len(counts) == 1 && len(lines) > 1:
			return comma, nil
		case comma != ',':
			return 0, fmt.Errorf("some lines have a %q, which may separate terms or be part of one", comma)
		}
	}
	if 2*sentences > len(lines) {
		return 0, fmt.Errorf("it is no list of terms: most lines have more than %d words", maxWords)
	}
	return 0, nil
}

// headerOf returns the delimiter of a line that is a header, 0 for another line. Below other lines a header has two known columns.
func headerOf(line string, first bool) (comma byte, err error) {
	most := 0
	for _, by := range []byte("\t;|,") {
		r := csv.NewReader(strings.NewReader(line))
		r.Comma, r.LazyQuotes = rune(by), true
		names, _ := r.Read()
		columns, _ := columnsOf(names)
		switch n := known(columns); {
		case len(names) < 2 || !first && n < 2 || n == 0 || n < most:
		case n == most:
			err = fmt.Errorf("the header %.80q can be read with %q and with %q", line, comma, by)
		default:
			comma, most, err = by, n, nil
		}
	}
	return comma, err
}

// known returns the number of columns that are read.
func known(columns []column) (n int) {
	for _, c := range columns {
		if c.role != unread {
			n++
		}
	}
	return n
}

// comment reports whether a line of a list is a comment.
func comment(line string) bool {
	line = strings.TrimSpace(line)
	return line == "#" || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "##")
}
