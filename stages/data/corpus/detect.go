package corpus

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/object"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/pair"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// delimiters separate the columns of tables.
var delimiters = []struct {
	format Format
	comma  rune
	name   string
}{{TSV, '\t', "tabs"}, {CSV, ',', "commas"}, {CSV, ';', "semicolons"}, {CSV, '|', "bars"}}

// detect finds the format of a file from its first bytes, or else from its name. It checks in this order: Parquet,
// Arrow and foreign kinds by their magic bytes; tables by a header that names a title or a text; JSON by the beginning
// of an array or object. The rest is text, unless it resembles a format that was ruled out. The source of a pair is
// text unless another format is certain. Text for labelling only is raw unless it contains the <eos> of One2Set.
func detect(begin []byte, path string, c *record.Names, comma rune, one2set, label bool) (Format, error) {
	given := c
	named := given.Must != [record.Fields]bool{}
	free := *c // a table that lacks a required column is still a table
	free.Must = [record.Fields]bool{}
	c = &free
	if bytes.HasPrefix(begin, []byte("PAR1")) {
		return Parquet, nil
	}
	if bytes.HasPrefix(begin, []byte("\xff\xff\xff\xff")) {
		return Arrow, nil
	}
	if kind := file.Kind(begin); kind != "" {
		return "", unknown(path, "its first bytes are those of "+kind, listed)
	}
	first := firstLine(begin)
	called := strings.ToLower(filepath.Base(path))
	if comma != 0 && headed(first, called, comma, c) {
		return CSV, nil
	}
	if f := knownHeader(first, called, c); f != "" && comma == 0 {
		return f, nil
	}
	if f, saw := jsonKind(begin, called); f == JSONL && !named {
		return publisher(begin), nil
	} else if f != "" {
		return f, nil
	} else if saw != "" {
		return "", unknown(path, saw, "write one object per line, or all in an array")
	}
	if kind := binaryName(called); kind != "" { // cut short, or not yet downloaded
		return "", unknown(path, "its name says that it is "+kind+", but its content is not", "copy or download it again; text needs another name")
	}
	// Only now text, because tables and JSON are text too.
	if one2set || bytes.Contains(begin, []byte(pair.EndOfTitle)) || len(bytes.TrimSpace(begin)) == 0 {
		return Text, nil
	}
	if strings.Contains(called, ".csv") || strings.Contains(called, ".tsv") {
		return "", unknown(path, fmt.Sprintf("its name says that it is a table, but its first line, %.100q, names no title and no text", first), naming(given))
	}
	if by := tableKind(begin, first); by != "" {
		return "", unknown(path, fmt.Sprintf("it looks like a table with %s between its columns, but its first line, %.100q, names no title and no text", by, first),
			naming(given)+"; "+sentences)
	}
	if kind := markup(begin); kind != "" {
		return "", unknown(path, "it looks like "+kind, "give titles and abstracts as CSV, which reference managers export; "+sentences)
	}
	if label {
		return Plain, nil
	}
	return Text, nil
}

// binaryName returns the format that a file name promises, if it is one that does not consist of text.
func binaryName(called string) string {
	called = strings.TrimSuffix(strings.TrimSuffix(called, ".gz"), ".zst")
	return map[string]string{".parquet": "Parquet", ".arrow": "Arrow", ".arrows": "Arrow", ".xlsx": "an Excel workbook", ".ods": "an OpenDocument workbook"}[filepath.Ext(called)]
}

// unknown is the error for a file in an unsupported format.
func unknown(path, saw, remedy string) error {
	return &schemas.FileError{File: path, Err: fmt.Errorf("is not in a supported format: %s", saw), Remedy: remedy}
}

// listed is the advice for a file of a kind that is not read.
const listed = "--man lists the formats"

// sentences is the advice for text that resembles another format.
const sentences = "a file of sentences needs --format text or plain"

// naming is the advice for a table without a known header.
func naming(c *record.Names) string {
	if c.Must != [record.Fields]bool{} {
		return "correct --columns"
	}
	return "name its columns by --columns, as in --columns title=name,text=summary; --man lists the names that are known"
}

// firstLine returns the first line that is not blank.
func firstLine(begin []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimLeft(begin, "\r\n"), []byte("\n"))
	return strings.TrimRight(string(line), "\r")
}

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
// header: either no cell has white space around it, or all columns must be known.
func headed(first, called string, comma rune, c *record.Names) bool {
	names := cells(first, comma)
	if len(names) == 1 && (comma != '\t' || !strings.Contains(called, ".tsv")) && (comma != ',' || !strings.Contains(called, ".csv")) {
		return false
	}
	all := !slices.ContainsFunc(names, func(n string) bool { return c.Find(strings.TrimSpace(n)) < 0 })
	_, err := c.Choose(names)
	return len(names) > 0 && (all || err == nil && tight(names))
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

// jsonKind returns the JSON format of a file, or in saw why it cannot be read. Both are "" for a file that is not
// JSON. A file with a line that starts like an object is JSONL. So is a file whose name says JSON, since its first
// lines may be bad.
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
		return "", "it begins with a JSON object that spans several lines outside an array"
	}
	if named {
		return JSONL, ""
	}
	return "", ""
}

// publisher returns the format of JSON lines: that of a publisher if the first objects have its keys, or else JSONL. The
// keys are unlikely names for columns of users. The caller skips this check if the user names columns.
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
