// Package table reads CSV and TSV.
package table

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"wrone2set/schemas"
	"wrone2set/stages/data/corpus/internal/file"
	"wrone2set/stages/data/corpus/internal/record"
)

// table reads the records below a header by the rules of encoding/csv: cells may stand in
// quotes and then hold delimiters, line ends and quotes, which are doubled.
type table struct {
	file    *file.File
	in      *csv.Reader
	left    *leash
	at      [record.Parts]int // the column of each part, -1 for none
	missing []string
	header  []string
	split   string // what parts keyphrases
	width   int    // columns of the header
	stem    string
	line    int64 // where the last record begins
	lines   int64 // of the file, before what in reads
	ended   int64 // lines of what in reads that have been read
	begins  int64 // bytes of text before what in reads
}

// New reads the header of a table whose columns are parted by comma.
func New(f *file.File, comma rune, c *record.Names) (record.Enterable, error) {
	t := &table{file: f, left: &leash{from: f.Text, left: file.MaxLine}, stem: record.Stem(f.Path)}
	t.split = c.Split
	t.begin(comma)
	header, err := t.in.Read()
	if err == io.EOF {
		return t, nil
	}
	if err == nil {
		t.ended = t.linesOf(header)
		if t.at, err = c.Choose(header); err == nil {
			t.width, t.header = len(header), header
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

// begin reads records from where the file stands.
func (t *table) begin(comma rune) {
	t.in = csv.NewReader(t.left)
	t.in.Comma = comma
	t.begins = t.file.Where().Text
}

func (t *table) Place() record.Place {
	return record.Place{Rows: t.lines + t.ended, Source: t.file.At(t.begins + t.in.InputOffset())}
}

func (t *table) Enter(to record.Place) error {
	// in has read ahead of its record, and the file goes forward only.
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
	t.begin(t.in.Comma)
	t.in.FieldsPerRecord = t.width
	t.lines, t.ended = to.Rows, 0
	return nil
}

func (t *table) Enters() bool { return t.file.Enters() }

// linesOf is the number of lines up to the end of the record that was read last: a cell in quotes may have several.
func (t *table) linesOf(row []string) int64 {
	last := len(row) - 1
	line, _ := t.in.FieldPos(last)
	return int64(line + strings.Count(row[last], "\n"))
}

func (t *table) Close() error { return t.file.Close() }

// Header is the names of the columns, nil of a table without a header.
func (t *table) Header() []string { return t.header }

// Next reads a record. A bad one is rejected where it is certain that only its
// own lines are lost with it. A quote that is closed in a wrong place lines
// later may have swallowed any number of records: that ends the file.
func (t *table) Next(u *record.Unparsed) error {
	// Before each record and not after: what is read ahead then counts for the record before, never twice.
	t.left.left = file.MaxLine
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
		return &schemas.FileError{File: t.file.Path, Place: fmt.Sprintf("after line %d", t.line),
			Err: fmt.Errorf("a record of more than %d bytes", file.MaxLine), Remedy: "look for a quote that is not closed"}
	case !errors.As(err, &bad):
		return err
	case errors.Is(err, csv.ErrQuote) && bad.Line > bad.StartLine:
		return &schemas.FileError{File: t.file.Path, Place: fmt.Sprintf("lines %d to %d", t.lines+int64(bad.StartLine), t.lines+int64(bad.Line)),
			Err: errors.New("a quote is not closed, or one within a cell is not doubled"), Remedy: "write the file again with quotes doubled"}
	default:
		t.line, t.ended = t.lines+int64(bad.StartLine), int64(bad.Line)
		if errors.Is(bad, csv.ErrFieldCount) {
			t.ended = t.linesOf(row)
		}
		*u = record.Unparsed{Row: t.line, Err: t.reason(bad, len(row))}
	}
	return nil
}

// reason says what is wrong in the user's words.
func (t *table) reason(bad *csv.ParseError, width int) error {
	if errors.Is(bad, csv.ErrFieldCount) {
		return fmt.Errorf("has %d columns, the header has %d", width, t.width)
	}
	return fmt.Errorf("at byte %d: %w", bad.Column, bad.Err)
}

func (t *table) record(row []string) *record.Unparsed {
	line, _ := t.in.FieldPos(0)
	r := &record.Record{File: t.file.Path, Row: t.lines + int64(line), Missing: t.missing}
	cell := func(p record.Part) string {
		if t.at[p] < 0 {
			return ""
		}
		return row[t.at[p]]
	}
	r.ID, r.Title, r.Body = strings.TrimSpace(cell(record.ID)), cell(record.Title), cell(record.Body)
	if r.ID == "" {
		r.ID = record.RowID(t.stem, r.Row)
	}
	var err error
	r.Keyphrases, err = record.Phrases(cell(record.Keyphrases), t.split)
	return &record.Unparsed{Row: r.Row, Record: r, Err: err}
}

func (t *table) Parse(u *record.Unparsed) (record.Record, error) { return record.Whole(u, t.file.Path) }

// leash lets so many bytes through and then fails, so that a quote which is
// never closed does not draw the whole file into memory.
type leash struct {
	from io.Reader
	left int
}

var errLeash = errors.New("too long")

func (l *leash) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errLeash
	}
	n, err := l.from.Read(p)
	l.left -= n
	return n, err
}
