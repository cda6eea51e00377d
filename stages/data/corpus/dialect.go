package corpus

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/header"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/table"
)

// The dialect of a CSV file is found here from its first bytes: the delimiter by --delimiter, by a line "sep=;", or by the header, which
// has one delimiter only, and may stand below a heading; quotes by --quotes. What quotes, blanks before them and row names the first
// rows show, package table judges (quotes.go, shape.go); the encoding is found before (package file, encoding.go).

type delimiter struct {
	comma rune
	name  string
}

// delimiters separate the columns of tables: tabs those of TSV, and the others those of CSV.
var delimiters = []delimiter{{'\t', "tabs"}, {',', "commas"}, {';', "semicolons"}, {'|', "bars"}}

// dialect returns the dialect of a table. If its first line is a header with several delimiters, that is an error; if with none, the
// delimiter is a comma.
func (o *opening) dialect() (d table.Dialect, err error) {
	if o.format == TSV {
		o.comma = '\t'
	}
	var fit []string
	for _, by := range delimiters[1:] {
		if names := cells(o.first, by.comma); o.comma == 0 && len(names) > 1 && o.headed(by.comma, "") {
			d.Comma, fit = byte(by.comma), append(fit, fmt.Sprintf("%s (columns %.100q)", by.name, names))
		}
	}
	switch {
	case len(fit) > 1:
		return d, o.fail("header", fmt.Errorf("can be read with %s", strings.Join(fit, " and with ")), "name one with --delimiter")
	case len(fit) == 1:
		o.comma = rune(d.Comma)
	case o.comma == 0:
		o.comma = ','
	}
	d = table.Dialect{Comma: byte(o.comma), Above: o.above}
	switch o.Quotes {
	case auto, "":
		d.Quotes = table.QuotesOf(o.begin, d.Comma)
	case backslash:
		d.Quotes = table.Backslash
	case noQuotes:
		d.Quotes = table.None
	}
	o.quotes = d.Quotes
	return d, nil
}

// heading drops the lines above the header of a table, which is in one of the first lines: how it was made, a title, or notes; and the
// line "sep=;" above them.
func (o *opening) heading() error {
	if m := separatorLine.FindSubmatch(o.begin); m != nil {
		o.comma = cmp.Or(o.comma, rune(m[1][0]))
		if err := o.drop(len(m[0])); err != nil {
			return err
		}
	}
	if o.target != "" || o.inFolder() {
		return nil
	}
	if err := o.undraw(); err != nil {
		return err
	}
	if err := o.unwrap(); err != nil {
		return err
	}
	lines := slices.Collect(bytes.Lines(o.begin))
	lines = lines[:min(len(lines), header.Within)]
	below, most := 0, 0
	var above [][]string
	for _, by := range delimiters {
		var rows [][]string
		for _, line := range lines {
			rows = append(rows, cells(strings.TrimRight(string(line), "\r\n"), by.comma))
		}
		at, parts := header.Row(rows, o.names)
		followed := at == 0 || at+1 < len(lines) && bytes.ContainsRune(lines[at+1], by.comma) // else it is a sentence about a table
		if (o.comma == 0 || o.comma == by.comma) && parts > most && followed {
			below, most, above = at, parts, rows[:at]
		}
	}
	o.above = above
	return o.drop(len(slices.Concat(lines[:below]...)))
}

// wrapped matches a first line that is one cell in quotes, perhaps with empty ones behind it.
var wrapped = regexp.MustCompile(`\A"((?:[^"\r\n]|"")+)"([,;|\t]?)[,;|\t]*\r?\n`)

// unwrap takes the rows of a table out of the quotes round each whole row, if the first one is a header.
func (o *opening) unwrap() (err error) {
	m := wrapped.FindSubmatch(o.begin)
	if m == nil || o.names == nil { // of a Foreign table, whose header is not that of a corpus
		return nil
	}
	o.first = strings.ReplaceAll(string(m[1]), `""`, `"`)
	if o.wrapped = slices.ContainsFunc(delimiters, func(by delimiter) bool { return o.headed(by.comma, "") }); !o.wrapped {
		return nil
	}
	table.Unwrap(o.file, append(m[2], 0)[0])
	o.begin, err = o.file.Start()
	return err
}

// undraw takes the bars and lines out of a table that is drawn with them, if its header names a title or a text.
func (o *opening) undraw() (err error) {
	if o.names == nil || o.comma != 0 {
		return nil
	}
	free := *o.names
	free.Must = [record.Fields]bool{}
	names := table.Header(o.begin)
	if _, err := free.Choose(names); len(names) < 2 || err != nil {
		return nil
	}
	o.drawn = true
	table.Undraw(o.file, o.begin)
	o.begin, err = o.file.Start()
	return err
}

// drop drops the first bytes of the text.
func (o *opening) drop(n int) (err error) {
	if o.file.Text.Discard(n); n > 0 {
		o.begin, err = o.file.Start()
	}
	return err
}

// tabs and commas see the header of a table.
func (o *opening) tabs() string { return when(o.comma == 0 && o.headed('\t', o.name), "a header") }

func (o *opening) commas() string {
	for _, by := range delimiters[1:] {
		if o.comma == 0 && o.headed(by.comma, o.name) {
			return "a header"
		}
	}
	if o.comma == 0 && quotedWords.MatchString(o.first) && o.headed(' ', "") {
		o.comma = ' '
	}
	return when(o.comma != 0 && o.headed(o.comma, o.name), "a header")
}

// quotedWords matches the header of a table of R, which write.table writes with blanks between quoted names.
var quotedWords = regexp.MustCompile(`^"[^"]+"(?: "[^"]+")+\s*$`)

// headed reports whether the first line is the header of a table with a delimiter: it names a title or a text. A single word is
// a header only if the file's name says that it is a table. A sentence that contains the name of a column is not a
// header: no cell has white space around it, or all columns are known, or the file's name says that it is a table. A table that
// lacks a column that the user names is still a table.
func (o *opening) headed(comma rune, called string) bool {
	free := *o.names
	free.Must = [record.Fields]bool{}
	names := cells(o.first, comma)
	isCSV, isTSV := strings.Contains(called, ".csv"), strings.Contains(called, ".tsv")
	if len(names) == 0 || len(names) == 1 && !(comma == ',' && isCSV) && !(comma == '\t' && isTSV) {
		return false
	}
	all := !slices.ContainsFunc(names, func(n string) bool { return free.Find(strings.TrimSpace(n)) < 0 })
	_, err := free.Choose(names)
	return all || err == nil && (isCSV || isTSV || tight(names))
}

// wrap takes the lines below the first for part of it, if they are a header whose names have line ends between quotes, as in spreadsheets.
func (o *opening) wrap(below []byte) {
	if o.names == nil { // a table of something else than documents
		return
	}
	line := o.first
	for next := range bytes.Lines(below) {
		if strings.Count(o.first, `"`)%2 == 0 || len(o.first) > 4096 {
			break
		}
		o.first += "\n" + strings.TrimRight(string(next), "\r\n")
	}
	if o.first != line && !slices.ContainsFunc(delimiters, func(by delimiter) bool { return o.headed(by.comma, "") }) {
		o.first = line
	}
}

// calledTable and likeTable see a table whose first line names no title and no text: by its name, or by a first line of short names,
// quoted cells, or the same number of cells in each of the first lines.
func calledTable(o *opening) string {
	return when(strings.Contains(o.name, ".csv") || strings.Contains(o.name, ".tsv"), "its name says that it is a table"+o.nameless())
}

func likeTable(o *opening) string {
	for _, by := range delimiters {
		names := cells(o.first, by.comma)
		if len(names) < 2 || !tight(names) {
			continue
		}
		short := !slices.ContainsFunc(names, func(n string) bool { return n == "" || len(n) > 40 || strings.Count(n, " ") > 2 })
		if short || quotedCell.MatchString(o.first) || equalRows(o.begin, by.comma, len(names)) {
			return "it looks like a table with " + by.name + " between its columns" + o.nameless()
		}
	}
	return ""
}

// suggested returns the names for a table whose header names no title and no text.
func (o *opening) suggested() *record.Names {
	var best [][]string
	for _, by := range delimiters {
		var rows [][]string
		r := csv.NewReader(bytes.NewReader(o.begin))
		r.Comma, r.FieldsPerRecord, r.LazyQuotes = by.comma, -1, true
		for row, err := r.Read(); err == nil && len(rows) < header.Within; row, err = r.Read() {
			rows = append(rows, row)
		}
		if len(rows) > 0 && (best == nil || len(rows[0]) > len(best[0])) {
			best = rows
		}
	}
	if best == nil {
		return o.names
	}
	return o.names.Filled(best[0], best[1:])
}

func (o *opening) nameless() string {
	return fmt.Sprintf(", but its first line, %.100q, names no title and no text", o.first)
}

// aligned sees the header of a table whose columns are padded with blanks, and boxes of lines.
func aligned(o *opening) string {
	names := padding.Split(strings.TrimSpace(o.first), -1)
	_, err := o.names.Choose(names)
	all := !slices.ContainsFunc(names, func(n string) bool { return len(strings.Fields(n)) > 2 })
	return when(o.target == "" && len(names) > 1 && err == nil && all, "it looks like a table with blanks between its columns")
}

// padding matches blanks between columns.
var padding = regexp.MustCompile(`\s{2,}`)

// quotedCell matches a quoted cell that another cell follows.
var quotedCell = regexp.MustCompile(`(^|[,\t;|])"[^"]*"[,\t;|]\S`)

// equalRows reports whether the first two to five complete lines all have n cells.
func equalRows(begin []byte, comma rune, n int) bool {
	complete := slices.Collect(bytes.Lines(begin[:bytes.LastIndexByte(begin, '\n')+1]))
	complete = complete[:min(len(complete), 5)]
	return len(complete) >= 2 && !slices.ContainsFunc(complete, func(line []byte) bool {
		row := cells(strings.TrimRight(string(line), "\r\n"), comma)
		return len(row) != n || !tight(row)
	})
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

// separatorLine matches the first line by which Excel is told the delimiter of the table below it.
var separatorLine = regexp.MustCompile(`\A"?(?i:sep)=([,;|\t])"?[,;|\t]*\r?\n`)
