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
	path     string
	table    corpus.Table
	columns  []column
	held     []row // the first ones
	above    int   // rows above the header
	comments int   // lines that are comments
}

// row is a row without the blanks around its cells and the empty ones at its end.
type row struct {
	cells  []string
	number int64
}

// stream is a file for package corpus that is read once, from beginning to end.
type stream struct {
	schemas.File // nil
	from         io.Reader
}

func (s stream) Read(p []byte) (int, error) { return s.from.Read(p) }
func (stream) Stat() (fs.FileInfo, error)   { return nil, fs.ErrInvalid }
func (stream) Close() error                 { return nil }

// openList opens a list and finds its columns. Errors are *schemas.FileError.
func openList(path string, in io.Reader) (*list, error) {
	l := &list{path: path}
	by := func(string) (schemas.File, error) { return stream{from: in}, nil }
	var err error
	l.table, err = corpus.OpenTable(path, by, func(begin []byte) (comma byte, err error) {
		if comma, err = delimiter(begin); err != nil {
			err = &schemas.FileError{File: path, Err: err, Remedy: header}
		}
		return comma, err
	})
	if err != nil {
		return nil, err
	}
	if err := l.header(); err != nil {
		l.table.Close()
		return nil, err
	}
	return l, nil
}

// header finds the header among the first rows. Below other rows, it has two known columns. Without one, a row is a term, or an
// identifier, a term and a notation.
func (l *list) header() error {
	var head []row
	for len(head) < mostAbove {
		r, err := l.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		columns, err := columnsOf(r.cells)
		if err != nil {
			return l.fail(r, fmt.Errorf("the header: %w", err), "rename one of them")
		}
		if n := known(columns); n > 1 || n == 1 && len(head) == 0 {
			l.columns, l.above = columns, len(head)
			return nil
		}
		head = append(head, r)
	}
	l.held, l.columns = head, []column{{role: preferred, name: "each line"}}
	if len(head) > 0 && len(head[0].cells) > 1 {
		l.columns = []column{{role: identifier, name: "column 1"}, {role: preferred, name: "column 2"}, {role: notation, name: "column 3"}}
	}
	return nil
}

// headed reports whether the list has a header.
func (l *list) headed() bool {
	return l.columns[0].name != "column 1" && l.columns[0].name != "each line"
}

// next returns the next row that is not empty and not a comment; io.EOF after the last.
func (l *list) next() (r row, err error) {
	if len(l.held) > 0 {
		r, l.held = l.held[0], l.held[1:]
		return r, nil
	}
	for {
		if r.cells, r.number, err = l.table.Cells(); err != nil {
			return r, err
		}
		filled := 0
		for i, c := range r.cells {
			if !utf8.ValidString(c) || strings.Contains(c, "\x00") {
				return r, l.fail(r, errors.New("is not UTF-8, or has a NUL character"), "save the file as UTF-8")
			}
			if r.cells[i] = strings.TrimSpace(c); r.cells[i] != "" {
				filled = i + 1
			}
		}
		if r.cells = r.cells[:filled]; filled > 0 && comment(r.cells[0]) {
			l.comments++
		} else if filled > 0 {
			return r, nil
		}
	}
}

// fail is an error about a row.
func (l *list) fail(r row, err error, remedy string) error {
	if errors.Is(err, errFull) {
		remedy = smaller
	}
	return &schemas.FileError{File: l.path, Place: fmt.Sprintf("line %d", r.number), Err: err, Remedy: remedy}
}

// Entries reads a list of URIs or terms: the lines of a text, or the first column of a table, without its header.
func Entries(ctx context.Context, path string) (all []string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err}
	}
	defer f.Close()
	l, err := openList(path, until{ctx, f})
	if err != nil {
		return nil, err
	}
	defer l.table.Close()
	for {
		r, err := l.next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if entry := bareURI(r.cells[0]); entry != "" {
			all = append(all, entry)
		}
	}
}
