package corpus

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/table"
)

// The dialect of a CSV file is found here from its first bytes: the delimiter by --delimiter, by a line "sep=;", or by the first line,
// which is a header with one delimiter only; quotes by --quotes. Blanks before a quote and row names show in the first rows, which
// package table judges (shape.go); the encoding is found before (package file, encoding.go).

// dialect returns the dialect of a table; begin are its first bytes without a line "sep=;".
func (o Options) dialect(format Format, begin []byte, path string, c *record.Names) (d table.Dialect, err error) {
	comma := o.Delimiter
	switch {
	case format == TSV:
		comma = '\t'
	case format == CSV && comma == 0:
		comma, err = delimiterOf(begin, path, c)
	}
	return table.Dialect{Comma: byte(comma), Unquoted: o.Unquoted}, err
}

// delimiters separate the columns of tables.
var delimiters = []struct {
	format Format
	comma  rune
	name   string
}{{TSV, '\t', "tabs"}, {CSV, ',', "commas"}, {CSV, ';', "semicolons"}, {CSV, '|', "bars"}}

// knownHeader returns the format of a table whose first line names a title or a text, or "" if the line is not such a
// header.
func knownHeader(first, called string, c *record.Names) Format {
	for _, d := range delimiters {
		if headed(first, called, d.comma, c) {
			return d.format
		}
	}
	return ""
}

// headed reports whether a line is the header of a table with a delimiter: it names a title or a text. A single word is
// a header only if the file's name says that it is a table. A sentence that contains the name of a column is not a
// header: no cell has white space around it, or all columns are known, or the file's name says that it is a table.
func headed(first, called string, comma rune, c *record.Names) bool {
	names := cells(first, comma)
	if len(names) == 1 && (comma != '\t' || !strings.Contains(called, ".tsv")) && (comma != ',' || !strings.Contains(called, ".csv")) {
		return false
	}
	all := !slices.ContainsFunc(names, func(n string) bool { return c.Find(strings.TrimSpace(n)) < 0 })
	_, err := c.Choose(names)
	table := strings.Contains(called, ".csv") || strings.Contains(called, ".tsv")
	return len(names) > 0 && (all || err == nil && (table || tight(names)))
}

// separatorLine matches the first line by which Excel is told the delimiter of the table below it.
var separatorLine = regexp.MustCompile(`\A"?(?i:sep)=([,;|\t])"?\r?\n`)

// separator returns the delimiter that the first line of a table names, and the length of that line, or 0.
func separator(begin []byte) (comma rune, line int) {
	if m := separatorLine.FindSubmatch(begin); m != nil {
		return rune(m[1][0]), len(m[0])
	}
	return 0, 0
}

// delimiterOf finds the delimiter of CSV: the one that makes the first line a header, or a comma if none does. If several
// do, it is an error.
func delimiterOf(begin []byte, path string, c *record.Names) (rune, error) {
	first := firstLine(begin)
	var fit []string
	comma := ','
	for _, d := range delimiters {
		if names := cells(first, d.comma); d.format == CSV && len(names) > 1 && headed(first, "", d.comma, c) {
			comma, fit = d.comma, append(fit, fmt.Sprintf("%s (columns %.100q)", d.name, names))
		}
	}
	if len(fit) > 1 {
		return 0, &schemas.FileError{File: path, Place: "header", Err: fmt.Errorf("can be read with %s", strings.Join(fit, " and with ")),
			Remedy: "name one with --delimiter"}
	}
	return comma, nil
}

// quotedCell matches a quoted cell that another cell follows.
var quotedCell = regexp.MustCompile(`(^|[,\t;|])"[^"]*"[,\t;|]\S`)

// tableKind names the delimiter of a file that resembles a table, or returns "" for text. A table has a first line of
// short names, or quoted cells, or the same number of cells in each of the first lines.
func tableKind(begin []byte, first string) string {
	for _, d := range delimiters {
		names := cells(first, d.comma)
		if len(names) < 2 || !tight(names) {
			continue
		}
		short := !slices.ContainsFunc(names, func(n string) bool { return n == "" || len(n) > 40 || strings.Count(n, " ") > 2 })
		if short || quotedCell.MatchString(first) || equalRows(begin, d.comma, len(names)) {
			return d.name
		}
	}
	return ""
}

// equalRows reports whether the first two to five complete lines all have n cells.
func equalRows(begin []byte, comma rune, n int) bool {
	lines := 0
	for line := range bytes.Lines(begin) {
		if lines == 5 || !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		row := cells(strings.TrimRight(string(line), "\r\n"), comma)
		if len(row) != n || !tight(row) {
			return false
		}
		lines++
	}
	return lines >= 2
}

// cells splits one line of a table, or returns nil if the line is malformed.
func cells(line string, comma rune) []string {
	r := csv.NewReader(strings.NewReader(line))
	r.Comma = comma
	row, _ := r.Read()
	return row
}

// tight reports whether no cell begins or ends with white space. Words around a comma in a sentence do.
func tight(cells []string) bool {
	return !slices.ContainsFunc(cells, func(s string) bool { return strings.TrimSpace(s) != s })
}
