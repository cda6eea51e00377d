// Package table reads CSV and TSV.
package table

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// table reads the records below a header; for quotes see cutter, for the number of cells see shape.
type table struct {
	file    *file.File
	in      cutter
	shape   shape
	at      [record.Fields]int // column of each part, -1 for none
	missing []string
	header  []string
	rows    [][]string      // the first ones, to judge columns by
	split   string          // separator of keyphrases
	columns []record.Column // of header, if records keep their row; else nil
	stem    string
	warn    func(line string)
	warned  int
}

// Dialect is how the cells of a table are separated and quoted.
type Dialect struct {
	Comma    byte
	Unquoted bool // no cell is quoted
}

// New reads the header of a table, whose text begins with begin. warn receives what the user should look at.
func New(f *file.File, begin []byte, d Dialect, c *record.Names, warn func(line string)) (record.Records, error) {
	t := &table{file: f, stem: record.Stem(f.Path), split: c.Split, warn: warn, at: [record.Fields]int{-1, -1, -1, -1}}
	t.in = cutter{from: f.Text, comma: d.Comma, plain: d.Unquoted}
	t.in.spaced = spaced(begin, t.in)
	t.rows, _ = sample(begin, sampled, t.in)
	header, err := t.in.next()
	if err == io.EOF {
		return t, nil
	}
	if err == nil {
		t.shape = shapeOf(header, t.rows)
		if t.shape.named {
			header = append([]string{""}, header...)
		}
		t.header = header
		if t.at, err = c.Choose(header); err == nil {
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

func (t *table) Close() error { return t.file.Close() }

// Header returns the names of the columns, or nil for a table without a header.
func (t *table) Header() []string { return t.header }

// Columns returns the columns of records that keep their row.
func (t *table) Columns() []record.Column { return t.columns }

// RowNames reports whether the rows have one cell more than the header, as in tables of R: their name.
func (t *table) RowNames() bool { return t.shape.named }

// Texts returns the cells of a column in the first rows.
func (t *table) Texts(column int) (texts []string) {
	for i, row := range t.rows {
		if i > 0 && column < len(row) {
			texts = append(texts, row[column])
		}
	}
	return texts
}

// Next reads a record. It rejects a bad record only if just that record's lines are affected. A quote that closes
// lines later in a wrong place may have swallowed any number of records, so it ends the file.
func (t *table) Next(u *record.Unparsed) error {
	before := t.in.first
	row, err := t.in.next()
	var broken *schemas.FileError
	var quote errQuote
	var long errLong
	switch {
	case err == nil:
		t.judge(row)
		*u = *t.record(row)
		return nil
	case errors.As(err, &broken):
		file.After(broken, before)
	case errors.As(err, &long):
		return &schemas.FileError{File: t.file.Path, Place: fmt.Sprintf("after line %d", before), Err: err, Remedy: "look for a quote that is not closed"}
	case errors.As(err, &quote) && (quote.open || quote.to > quote.from):
		return &schemas.FileError{File: t.file.Path, Place: fmt.Sprintf("lines %d to %d", quote.from, quote.to),
			Err:    errors.New("a quote is not closed, or one within a cell is not doubled"),
			Remedy: "write the file again with quotes doubled, or give --quotes none if no cell is quoted"}
	case errors.As(err, &quote):
		*u = record.Unparsed{Row: t.in.first, Err: fmt.Errorf("%w; double it, or give --quotes none if no cell is quoted", err)}
		return nil
	}
	return err
}

func (t *table) record(row []string) *record.Unparsed {
	r := &record.Record{File: t.file.Path, Row: t.in.first, Missing: t.missing}
	row, err := t.fit(row)
	if err != nil {
		return &record.Unparsed{Row: r.Row, Err: err}
	}
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
	err = r.SetKeyphrases(cell(record.Keyphrases), t.split)
	return &record.Unparsed{Row: r.Row, Record: r, Err: err}
}

func (t *table) Parse(u *record.Unparsed) (record.Record, error) { return record.Whole(u, t.file.Path) }
