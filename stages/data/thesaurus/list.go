package thesaurus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// list is a list of terms: a table with a header, identifiers and terms without one as Annif has them, or a term a line.
type list struct {
	columns  []column
	headed   bool
	above    int // rows above the header
	comments int // lines that are comments
}

// stream is a file for package corpus that is read once, from beginning to end.
type stream struct {
	schemas.File // nil
	from         io.Reader
}

func (s stream) Read(p []byte) (int, error) { return s.from.Read(p) }
func (stream) Stat() (fs.FileInfo, error)   { return nil, fs.ErrInvalid }
func (stream) Close() error                 { return nil }

// header is the remedy of a list that cannot be read with certainty.
const header = "begin it with a header, such as id,term,synonyms in the delimiter of its rows, with ; or | between synonyms in one cell"

// row is a row that waits for the header.
type row struct {
	cells  []string
	number int64
}

// each calls do with the rows of a list that are not empty, once its columns are known. Errors are *schemas.FileError.
func (l *list) each(path string, in io.Reader, do func(cells []string) error) error {
	by := func(string) (schemas.File, error) { return stream{from: in}, nil }
	table, err := corpus.OpenTable(path, by, delimiter)
	if err != nil {
		return badRow(path, 0, err)
	}
	defer table.Close()
	var held []row
	pass := func() error {
		for _, r := range held {
			if err := do(r.cells); err != nil {
				return badRow(path, r.number, err)
			}
		}
		held = held[:0]
		return nil
	}
	for {
		cells, number, err := table.Cells()
		if errors.Is(err, io.EOF) {
			l.assume(held)
			return pass()
		}
		if err == nil {
			cells, err = l.trim(cells)
		}
		if err != nil {
			return badRow(path, number, err)
		}
		if len(cells) == 0 {
			continue
		}
		held = append(held, row{cells, number})
		if l.columns == nil {
			if err := l.find(cells, len(held)-1); err != nil {
				return badRow(path, number, err)
			}
			switch {
			case l.headed:
				held = held[:0]
			case len(held) < mostAbove:
				continue
			}
			l.assume(held)
		}
		if err := pass(); err != nil {
			return err
		}
	}
}

// find takes a row as the header, if it is one. Below other rows, a header has two columns that are read.
func (l *list) find(cells []string, above int) error {
	columns, known, err := columnsOf(cells)
	if known > 1 || known == 1 && above == 0 {
		l.columns, l.above, l.headed = columns, above, true
	}
	return err
}

// assume sets the columns of a list without a header: terms, or identifiers, terms and notations.
func (l *list) assume(rows []row) {
	switch {
	case l.columns != nil:
	case len(rows) > 0 && len(rows[0].cells) > 1:
		l.columns = []column{{role: identifier, name: "column 1"}, {role: preferred, name: "column 2"}, {role: notation, name: "column 3"}}
	default:
		l.columns = []column{{role: preferred, name: "each line"}}
	}
}

// trim returns the cells of a row without blanks around them and empty ones at the end; none for a comment.
func (l *list) trim(cells []string) ([]string, error) {
	filled := 0
	for i, c := range cells {
		if !utf8.ValidString(c) || strings.Contains(c, "\x00") {
			return nil, errors.New("is not UTF-8, or has a NUL character")
		}
		if cells[i] = strings.TrimSpace(c); cells[i] != "" {
			filled = i + 1
		}
	}
	if filled > 0 && comment(cells[0]) {
		l.comments++
		filled = 0
	}
	return cells[:filled], nil
}

// badRow returns the error about a row, 0 for none.
func badRow(path string, row int64, err error) error {
	if known := (*schemas.FileError)(nil); errors.As(err, &known) {
		return err
	}
	e := &schemas.FileError{File: path, Err: err, Remedy: header}
	if row > 0 {
		e.Place = fmt.Sprintf("line %d", row)
	}
	if errors.Is(err, errFull) {
		e.Remedy = smaller
	}
	return e
}

// Entries reads a list of URIs or terms: the lines of a text, or the first column of a table, without its header.
func Entries(ctx context.Context, path string) (all []string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err}
	}
	defer f.Close()
	err = new(list).each(path, until{ctx, f}, func(cells []string) error {
		if entry := bareURI(cells[0]); entry != "" {
			all = append(all, entry)
		}
		return nil
	})
	return all, err
}
