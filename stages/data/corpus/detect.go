package corpus

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"wrone2set/schemas"
	"wrone2set/stages/data/corpus/internal/file"
	"wrone2set/stages/data/corpus/internal/object"
	"wrone2set/stages/data/corpus/internal/pair"
	"wrone2set/stages/data/corpus/internal/record"
)

// delimiters part the columns of tables; of those that have a format the file
// is read, of the others it is refused.
var delimiters = []struct {
	format Format
	comma  rune
	name   string
}{{TSV, '\t', "tabs"}, {CSV, ',', "commas"}, {"", ';', "semicolons"}, {"", '|', "bars"}}

// detect finds the format of a file from its first bytes, else from its name.
// It tells what it knows in this order: Parquet and kinds that are not read, by
// their first bytes; a table, by a header that names a title or a text; JSON,
// by how an array or an object begins; and then text is all that does not look
// like one of the others after all. The source of a pair is text unless it is
// something else for certain; text that is only to be labelled is raw, unless it has
// the mark of One2Set.
func detect(begin []byte, path string, c *record.Names, one2set, label bool) (Format, error) {
	named := c.Must != [record.Parts]bool{}
	free := *c // a table without a wanted column is a table
	free.Must = [record.Parts]bool{}
	c = &free
	if bytes.HasPrefix(begin, []byte("PAR1")) {
		return Parquet, nil
	}
	if bytes.HasPrefix(begin, []byte("\xff\xff\xff\xff")) {
		return Arrow, nil
	}
	if kind := file.Kind(begin); kind != "" {
		return "", unknown(path, c, "its first bytes are those of "+kind)
	}
	line, _, _ := bytes.Cut(bytes.TrimLeft(begin, "\r\n"), []byte("\n"))
	first := strings.TrimRight(string(line), "\r")
	called := strings.ToLower(filepath.Base(path))
	if f := knownHeader(first, called, c); f != "" {
		return f, nil
	}
	if f, saw := jsonKind(begin, called); f == JSONL && !named {
		return publisher(begin), nil
	} else if f != "" {
		return f, nil
	} else if saw != "" {
		return "", unknown(path, c, saw)
	}
	if one2set || bytes.Contains(begin, []byte(pair.EndOfTitle)) || len(bytes.TrimSpace(begin)) == 0 {
		return Text, nil
	}
	if by := foreignMark(first, c); by != "" {
		return "", unknown(path, c, fmt.Sprintf("it is a table with %s between its columns, where commas or tabs are read", by))
	}
	if strings.Contains(called, ".csv") || strings.Contains(called, ".tsv") {
		return "", unknown(path, c, fmt.Sprintf("its name says that it is a table, but its first line, %.100q, names no title and no text", first))
	}
	if by := tableKind(begin, first); by != "" {
		return "", unknown(path, c, fmt.Sprintf("it looks like a table with %s between its columns, but its first line, %.100q, names no title and no text", by, first))
	}
	if label {
		return Plain, nil
	}
	return Text, nil
}

// unknown is a file in none of the formats.
func unknown(path string, c *record.Names, saw string) error {
	return &schemas.FileError{File: path, Err: fmt.Errorf("is in none of the formats that are read: %s", saw), Remedy: fmt.Sprintf(
		"give JSON lines (OpenAlex and Semantic Scholar as they publish them) or an array of JSON objects, CSV or TSV with a header, Parquet, or an Arrow stream, with a column %s, or with others that --columns names; or text of one document a line, "+
			"or a pair of text files as One2Set has them (if it is that, say so by the format text); each of them plain, .gz or .zst", c.Either(c.Wanted()...))}
}

// knownHeader is the format of a table whose first line names a title or a
// text, "" for no such table. A lone word is a header only if the name of the file says so. That one word of a sentence is the name of a
// column makes no header: it must stand alone, or all the columns be known.
func knownHeader(first, called string, c *record.Names) Format {
	for _, d := range delimiters {
		names := cells(first, d.comma)
		if d.format == "" || len(names) == 1 && !strings.Contains(called, "."+string(d.format)) {
			continue
		}
		all := !slices.ContainsFunc(names, func(n string) bool { return c.Find(strings.TrimSpace(n)) < 0 })
		if _, err := c.Choose(names); len(names) > 0 && (all || err == nil && tight(names)) {
			return d.format
		}
	}
	return ""
}

// jsonKind is the JSON format of a file, or else what is wrong with it; both ""
// for a file that is not JSON. A file that has a line starting like an object
// is JSONL, and so is one whose name says it: its first lines may be bad.
func jsonKind(begin []byte, called string) (f Format, saw string) {
	start := bytes.TrimSpace(begin)
	named := strings.Contains(called, ".json") || strings.Contains(called, ".ndjson")
	if array, ok := bytes.CutPrefix(start, []byte("[")); ok {
		if array = bytes.TrimSpace(array); named || bytes.HasPrefix(array, []byte("{")) || string(array) == "]" {
			return JSON, ""
		}
	}
	for line := range bytes.Lines(begin) {
		if object, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("{")); ok {
			if object = bytes.TrimSpace(object); bytes.HasPrefix(object, []byte(`"`)) || bytes.HasPrefix(object, []byte("}")) {
				return JSONL, ""
			}
		}
	}
	if object, ok := bytes.CutPrefix(start, []byte("{")); ok && bytes.HasPrefix(bytes.TrimSpace(object), []byte(`"`)) {
		return "", "it begins with a JSON object that goes over several lines, neither in an array nor alone on a line"
	}
	if named {
		return JSONL, ""
	}
	return "", ""
}

// publisher is the format of objects one a line: that of whoever publishes some with the keys of the first ones, else
// JSONL. The keys are such as nobody gives a column of his own, and columns that are named leave it alone.
func publisher(begin []byte) Format {
	keys := object.LineKeys(begin)
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(keys, n) })
	}
	switch {
	case has("abstract_inverted_index"):
		return OpenAlex
	case has("corpusid") && has("externalids", "openaccessinfo", "content"), has("paper_id") && has("has_pdf_parse", "_pdf_hash"):
		return S2
	}
	return JSONL
}

// quotedCell is a cell in quotes with another behind it.
var quotedCell = regexp.MustCompile(`(^|[,\t;|])"[^"]*"[,\t;|]\S`)

// foreignMark names what parts the columns of a table that would be read but
// for that; "" for no such table.
func foreignMark(first string, c *record.Names) string {
	for _, d := range delimiters {
		if names := cells(first, d.comma); d.format == "" && len(names) > 1 {
			if _, err := c.Choose(names); err == nil && tight(names) {
				return d.name
			}
		}
	}
	return ""
}

// tableKind names what parts the columns of something that looks like a table,
// "" if it looks like text: the first line is one of short names, or has cells
// in quotes, or the first lines have equal numbers of cells.
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

// equalRows reports whether the first lines, two to five whole ones, all have n
// cells.
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

// cells are the cells of one line of a table, nil if it is none.
func cells(line string, comma rune) []string {
	r := csv.NewReader(strings.NewReader(line))
	r.Comma = comma
	row, _ := r.Read()
	return row
}

// tight reports whether no cell begins or ends with white space, as words
// around a comma in a sentence do.
func tight(cells []string) bool {
	return !slices.ContainsFunc(cells, func(s string) bool { return strings.TrimSpace(s) != s })
}
