// Package table reads CSV and TSV.
package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// table reads the records below a header. By the rules of encoding/csv a quoted cell may contain delimiters, line ends and
// doubled quotes; if no cell is quoted, a quote is a character like others.
type table struct {
	file    *file.File
	in      rows
	comma   rune
	plain   bool // no cell is quoted
	left    *leash
	at      [record.Fields]int // column of each part, -1 for none
	missing []string
	header  []string
	split   string          // separator of keyphrases
	columns []record.Column // of header, if records keep their row; else nil
	width   int             // number of columns in the header
	stem    string
	line    int64 // first line of the last record
	lines   int64 // lines of the file before in started
	ended   int64 // lines that in has read
	begins  int64 // bytes of text before in started
}

// New reads the header of a table with the given delimiter, whose cells may be quoted unless unquoted is true.
func New(f *file.File, comma rune, unquoted bool, c *record.Names) (record.Enterable, error) {
	t := &table{file: f, comma: comma, plain: unquoted, left: &leash{from: f.Text, left: file.MaxLine, comma: byte(comma), cells: maxCells}, stem: record.Stem(f.Path)}
	t.split = c.Split
	t.begin(0)
	header, err := t.in.Read()
	if err == io.EOF {
		return t, nil
	}
	if err == nil {
		t.ended = t.linesOf(header)
		if t.at, err = c.Choose(header); err == nil {
			t.width, t.header = len(header), header
			if c.Keep {
				t.columns = record.TextColumns(header)
			}
			t.missing = record.Missing(t.at[record.Title] < 0, t.at[record.Body] < 0, t.at[record.Keyphrases] < 0)
			return t, nil
		}
	}
	var broken *schemas.FileError
	if errors.As(err, &broken) {
		return nil, err
	}
	return nil, &schemas.FileError{File: f.Path, Place: "header", Err: err, Remedy: c.Remedy()}
}

// begin starts to read rows at the file's current place. The rows have width cells, or as many as the first if it is 0.
func (t *table) begin(width int) {
	t.begins = t.file.Where().Text
	if t.plain {
		t.in = newUnquoted(t.left, t.comma, width)
		return
	}
	in := csv.NewReader(t.left)
	in.Comma, in.FieldsPerRecord = t.comma, width
	t.in = in
}

func (t *table) Place() record.Place {
	return record.Place{Rows: t.lines + t.ended, Source: t.file.At(t.begins + t.in.InputOffset())}
}

func (t *table) Enter(to record.Place) error {
	// The CSV reader has read ahead of its record, and the file can only move forward.
	var u record.Unparsed
	for t.Place().Source.Text < to.Source.Text && to.Source.Text < t.file.Where().Text {
		if err := t.Next(&u); err != nil {
			return err
		}
	}
	if t.Place().Source.Text == to.Source.Text {
		return nil
	}
	if err := t.file.Enter(to.Source); err != nil {
		return err
	}
	t.begin(t.width)
	t.lines, t.ended = to.Rows, 0
	return nil
}

func (t *table) Enters() bool { return t.file.Enters() }

// linesOf returns the number of lines up to the end of the last record. A quoted cell may span several lines.
func (t *table) linesOf(row []string) int64 {
	last := len(row) - 1
	line, _ := t.in.FieldPos(last)
	return int64(line + strings.Count(row[last], "\n"))
}

func (t *table) Close() error { return t.file.Close() }

// Header returns the names of the columns, or nil for a table without a header.
func (t *table) Header() []string { return t.header }

// Columns returns the columns of records that keep their row.
func (t *table) Columns() []record.Column { return t.columns }

// Next reads a record. It rejects a bad record only if just that record's lines are affected. A quote that closes
// lines later in a wrong place may have swallowed any number of records, so it ends the file.
func (t *table) Next(u *record.Unparsed) error {
	// Reset before each record, not after: bytes read ahead then count once, for the record before.
	t.left.left, t.left.cells = file.MaxLine, maxCells
	row, err := t.in.Read()
	var broken *schemas.FileError
	var bad *csv.ParseError
	switch {
	case err == nil:
		*u = *t.record(row)
		t.line, t.ended = u.Row, t.linesOf(row)
	case errors.As(err, &broken):
		broken.Place = fmt.Sprintf("after line %d", t.line)
		return err
	case errors.Is(err, errLeash):
		what := fmt.Sprintf("%d bytes", file.MaxLine)
		if t.left.cells <= 0 {
			what = fmt.Sprintf("%d delimiters", maxCells)
		}
		return &schemas.FileError{File: t.file.Path, Place: fmt.Sprintf("after line %d", t.line),
			Err: fmt.Errorf("a record of more than %s", what), Remedy: "look for a quote that is not closed"}
	case !errors.As(err, &bad):
		return err
	case errors.Is(err, csv.ErrQuote) && bad.Line > bad.StartLine:
		return &schemas.FileError{File: t.file.Path, Place: fmt.Sprintf("lines %d to %d", t.lines+int64(bad.StartLine), t.lines+int64(bad.Line)),
			Err: errors.New("a quote is not closed, or one within a cell is not doubled"), Remedy: "write the file again with quotes doubled, or give --quotes none if no cell is quoted"}
	default:
		t.line, t.ended = t.lines+int64(bad.StartLine), int64(bad.Line)
		if errors.Is(bad, csv.ErrFieldCount) {
			t.ended = t.linesOf(row)
		}
		*u = record.Unparsed{Row: t.line, Err: t.reason(bad, len(row))}
	}
	return nil
}

// reason rewords an error of encoding/csv for users.
func (t *table) reason(bad *csv.ParseError, width int) error {
	if errors.Is(bad, csv.ErrFieldCount) {
		return fmt.Errorf("has %d columns, the header has %d", width, t.width)
	}
	return fmt.Errorf("at byte %d: %w (give --quotes none if no cell is quoted)", bad.Column, bad.Err)
}

func (t *table) record(row []string) *record.Unparsed {
	line, _ := t.in.FieldPos(0)
	r := &record.Record{File: t.file.Path, Row: t.lines + int64(line), Missing: t.missing}
	cell := func(p record.Field) string {
		if t.at[p] < 0 {
			return ""
		}
		return row[t.at[p]]
	}
	r.ID, r.Title, r.Body = strings.TrimSpace(cell(record.ID)), cell(record.Title), cell(record.Body)
	if r.ID == "" {
		r.ID = record.RowID(t.stem, r.Row)
	}
	if t.columns != nil {
		r.Given = &record.Given{Columns: t.columns, Cells: make([]record.Cell, 0, len(row))}
		for _, c := range row {
			r.Given.Add(c, record.Text)
		}
	}
	err := r.SetKeyphrases(cell(record.Keyphrases), t.split)
	return &record.Unparsed{Row: r.Row, Record: r, Err: err}
}

func (t *table) Parse(u *record.Unparsed) (record.Record, error) { return record.Whole(u, t.file.Path) }

// maxCells is the largest number of delimiters in a record, those in quotes included: the reader takes 40 bytes for each
// cell, even an empty one, and as much again while it grows.
const maxCells = 4 << 20

// leash fails after a number of bytes or delimiters, so that an unclosed quote does not read the whole file into memory.
type leash struct {
	from        io.Reader
	comma       byte
	left, cells int
}

var errLeash = errors.New("too long")

func (l *leash) Read(p []byte) (int, error) {
	if l.left <= 0 || l.cells <= 0 {
		return 0, errLeash
	}
	n, err := l.from.Read(p)
	l.left -= n
	l.cells -= bytes.Count(p[:n], []byte{l.comma})
	return n, err
}
