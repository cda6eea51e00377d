package thesaurus

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
)

// Limits of what is looked at.
const (
	mostAbove = 20  // rows above a header
	looked    = 200 // lines that tell what separates their cells
)

// delimiter finds what separates the cells of a list; 0 for a term a line. The header decides. Without one it is a tab that any line has,
// or another sign that all lines have equally often. A ; or | that only some lines have is
// refused, and so are commas in an only line.
func delimiter(begin []byte) (byte, error) {
	var lines []string
	sentences := 0
	for line := range bytes.Lines(begin) {
		if text := strings.TrimRight(string(line), "\r\n"); strings.TrimSpace(text) != "" && !comment(text) && len(lines) < looked {
			lines = append(lines, text)
			if len(strings.Fields(text)) > maxWords {
				sentences++
			}
		}
	}
	if comma, err := byHeader(lines[:min(len(lines), mostAbove)]); comma != 0 || err != nil {
		return comma, err
	}
	for _, comma := range []byte("\t;|,") {
		counts := map[int]int{} // lines by how often they have the sign; a comma before a blank is part of a term
		for _, line := range lines {
			counts[strings.Count(strings.ReplaceAll(line, ", ", ""), string(comma))]++
		}
		switch {
		case counts[0] == len(lines):
		case comma == '\t', len(counts) == 1 && len(lines) > 1:
			return comma, nil
		case comma != ',':
			return 0, fmt.Errorf("some lines have a %q, which may separate terms or be part of one", comma)
		}
	}
	if len(lines) == 1 && strings.Count(lines[0], ",") > 1 {
		return 0, errors.New("its only line has several commas, which may separate terms or be part of one; write a term a line")
	}
	if 2*sentences > len(lines) {
		return 0, fmt.Errorf("it is no list of terms: most lines have more than %d words", maxWords)
	}
	return 0, nil
}

// byHeader returns the delimiter by which one of the first lines is a header, with most columns that are read; 0 if none is.
func byHeader(lines []string) (comma byte, err error) {
	for i, line := range lines {
		most := 0
		for _, by := range []byte("\t;|,") {
			r := csv.NewReader(strings.NewReader(line))
			r.Comma, r.LazyQuotes = rune(by), true
			names, _ := r.Read()
			switch _, n, _ := columnsOf(names, i); {
			case len(names) < 2 || n < max(most, 1):
			case n == most:
				err = errors.Join(err, fmt.Errorf("the header %.80q can be read with %q and with %q", line, comma, by))
			default:
				comma, most, err = by, n, nil
			}
		}
		if comma != 0 {
			break
		}
	}
	return comma, err
}

// comment reports whether a line of a list is a comment.
func comment(line string) bool {
	line = strings.TrimSpace(line)
	return line == "#" || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "##")
}
