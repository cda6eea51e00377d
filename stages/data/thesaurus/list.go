package thesaurus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus/internal/rdf"
)

// list is a list of terms: a table with a header, identifiers and terms without one as Annif has them, or a term a line.
type list struct {
	columns  []column
	headed   bool
	rows     []row // below the header
	size     int   // about the memory of rows
	above    int   // rows above the header
	comments int   // lines that are comments
	marked   int   // terms behind the number or the bullet of a line
}

// row is a row that is not empty; its cells have no blanks around them, and the last is not empty.
type row struct {
	cells   []string
	number  int64
	concept uint32 // of its term, gone for none
}

// header is the remedy of a list that cannot be read with certainty.
const header = "begin it with a header, such as id,term,synonyms in the delimiter of its rows, with ; or | between synonyms in one cell"

// list reads a list. Errors are *rdf.SyntaxError or *schemas.FileError.
func (b *builder) list(in *corpus.Foreign) (*list, error) {
	next, err := in.Table(delimiter)
	if err != nil {
		return nil, badRow(0, err)
	}
	l := &list{}
	for {
		cells, number, err := next()
		if errors.Is(err, io.EOF) {
			l.assume()
			return l, nil
		}
		before := l.size
		if err == nil {
			err = l.add(cells, number)
		}
		if err == nil {
			err = b.spend(l.size - before)
		}
		if err != nil {
			return nil, badRow(number, err)
		}
	}
}

// nothing are cells by which programs write a missing value.
var nothing = []string{"nan", "NaN", "<NA>", "None", "NULL", "null"}

// add adds a row, unless it is a comment or the header.
func (l *list) add(cells []string, number int64) error {
	filled, size := 0, perRow
	for i, c := range cells {
		if !utf8.ValidString(c) || strings.Contains(c, "\x00") {
			return errors.New("is not UTF-8, or has a NUL character")
		}
		size += perCell + len(c)
		if cells[i] = strings.TrimSpace(c); len(cells) > 1 && slices.Contains(nothing, cells[i]) {
			cells[i] = ""
		}
		if cells[i] != "" {
			filled = i + 1
		}
	}
	switch {
	case filled == 0:
		return nil
	case comment(cells[0]):
		l.comments++
		return nil
	}
	l.rows = append(l.rows, row{cells: cells[:filled], number: number})
	l.size += size
	if l.headed || len(l.rows) > mostAbove {
		return nil
	}
	above := len(l.rows) - 1
	columns, known, err := columnsOf(cells[:filled], above)
	if known > 0 {
		*l = list{columns: columns, headed: true, above: above, comments: l.comments}
	}
	return err
}

// assume sets the columns of a list without a header: terms, or identifiers, terms and notations.
func (l *list) assume() {
	switch {
	case l.headed:
	case len(l.rows) > 0 && len(l.rows[0].cells) > 1:
		l.columns = []column{{role: identifier, name: "column 1"}, {role: preferred, name: "column 2"}, {role: notation, name: "column 3"}}
		if !slices.ContainsFunc(l.rows, func(r row) bool { return len(r.cells) > 2 }) {
			l.columns = l.columns[:2]
		}
	default:
		l.columns = []column{{role: preferred, name: "each line"}}
		if len(l.rows) > 0 {
			l.unmark()
			l.columns[0].name += fmt.Sprintf(", of which the first is %.80q", l.rows[0].cells[0])
		}
	}
}

// lineMark matches the number or the bullet with which the line of a list begins.
var lineMark = regexp.MustCompile(`^(?:[-–—*•·]|[0-9]+[.)])\s+`)

// unmark takes off the marks of the lines, if all of several have one.
func (l *list) unmark() {
	if len(l.rows) < 2 || slices.ContainsFunc(l.rows, func(r row) bool { return !lineMark.MatchString(r.cells[0]) }) {
		return
	}
	for _, r := range l.rows {
		r.cells[0] = lineMark.ReplaceAllString(r.cells[0], "")
	}
	l.marked = len(l.rows)
}

// badRow returns the error about a row, 0 for none.
func badRow(number int64, err error) error {
	return &rdf.SyntaxError{Line: int(number), Msg: err.Error(), Err: err}
}

// Entries reads a list of URIs or terms: the lines of a text, or the first column of a table. It also returns what stands above them as
// their header, "" for nothing. The first entry is a header if it is called like a column of identifiers, terms or entries.
func Entries(ctx context.Context, path string, by schemas.Opener) (all []string, above string, err error) {
	f, err := by.Open(path)
	if err != nil {
		return nil, "", &schemas.FileError{File: path, Err: err}
	}
	defer f.Close()
	in, err := open(ctx, path, f)
	if err != nil {
		return nil, "", err
	}
	defer in.Close()
	l, err := new(builder).list(in)
	if err != nil {
		return nil, "", fileError(path, err, header)
	}
	if l.headed {
		all = append(all, l.columns[0].name)
	}
	for _, r := range l.rows {
		all = append(all, r.cells[0])
	}
	if len(all) > 0 && (len(l.columns) > 1 && l.headed || headsEntries(all[0])) {
		above, all = all[0], all[1:]
	}
	for i, entry := range all {
		all[i] = bareURI(entry)
	}
	all = slices.DeleteFunc(all, func(entry string) bool { return entry == "" })
	return all, above, nil
}

// headsEntries reports whether a cell is the header of a list of entries, such as uri, Label or keywords. A URI is none, whatever its end.
func headsEntries(cell string) bool {
	if strings.Contains(cell, "/") || strings.Count(cell, ":") > 1 || bareURI(cell) != cell {
		return false
	}
	for _, name := range []string{cell, strings.TrimSuffix(fold(cell), "s")} {
		switch columnOf(name).role {
		case identifier, preferred, alternative, entries:
			return true
		}
	}
	return false
}
