// Package table reads CSV, TSV, and tables that are drawn with bars.
package table

import (
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/header"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// table reads the records below a header; for quotes see cutter, for the number of cells see shape.
type table struct {
	header.Chosen
	file   *file.File
	in     cutter
	shape  shape
	warned int
}

// Dialect is how the cells of a table are separated and quoted.
type Dialect struct {
	Comma  byte
	Quotes Quotes
	Above  [][]string // cells of the lines above the header, which are not in the text
}

// New reads the header of a table, whose text begins with begin. c becomes the names for its first rows. warn receives what the user
// should look at.
func New(f *file.File, begin []byte, d Dialect, c *record.Names, warn func(line string)) (record.Records, error) {
	t := &table{file: f, in: cutter{from: f.Text, comma: d.Comma, quotes: d.Quotes, lines: int64(len(d.Above))}}
	t.in.spaced = spaced(begin, t.in)
	rows, _ := sample(begin, sampled, t.in)
	names, err := t.in.next()
	if err == io.EOF {
		return t, nil
	}
	var broken *schemas.FileError
	if errors.As(err, &broken) {
		return nil, err
	}
	if err != nil {
		return nil, &schemas.FileError{File: f.Path, Place: "header", Err: err, Remedy: c.Remedy()}
	}
	if t.shape = shapeOf(names, rows); t.shape.named {
		names = append([]string{""}, names...)
	}
	below := rows[min(1, len(rows)):]
	*c = *c.Filled(names, below)
	if t.Chosen, err = header.New(f.Path, "header", names, c); err != nil {
		return nil, err
	}
	if t.Warn, t.Above, t.First = warn, d.Above, below; c.Keep {
		t.Kept = record.TextColumns(names)
	}
	return t, nil
}

func (t *table) Close() error { return t.file.Close() }

// RowNames reports whether the rows have one cell more than the header, as in tables of R: their name.
func (t *table) RowNames() bool { return t.shape.named }

// Next reads a record. It rejects a bad record only if just that record's lines are affected. A quote that closes
// lines later in a wrong place may have swallowed any number of records, so it ends the file.
func (t *table) Next(u *record.Unparsed) error {
	before := t.in.first
	row, err := t.in.next()
	for err == nil && t.aside(row) {
		before = t.in.first
		row, err = t.in.next()
	}
	var broken *schemas.FileError
	var quote errQuote
	var long errLong
	switch {
	case err == nil:
		t.judge(row)
		*u = *t.record(row)
		return nil
	case err == io.EOF:
		t.Ended()
	case errors.As(err, &broken):
		file.After(broken, before)
	case errors.As(err, &long):
		return &schemas.FileError{File: t.file.Path, Place: fmt.Sprintf("after line %d", before), Err: err, Remedy: "look for a quote that is not closed"}
	case errors.As(err, &quote) && (quote.open || quote.to > quote.from):
		return &schemas.FileError{File: t.file.Path, Place: fmt.Sprintf("lines %d to %d", quote.from, quote.to),
			Err:    errors.New("a quote is not closed, or one within a cell is not doubled"),
			Remedy: "write the file again with quotes doubled, or " + settings}
	case errors.As(err, &quote):
		*u = record.Unparsed{Row: t.in.first, Err: fmt.Errorf("%w; double it, or %s", err, settings)}
		return nil
	}
	return err
}

// null is how databases write a cell without a value.
const null = `\N`

func (t *table) record(row []string) *record.Unparsed {
	u := &record.Unparsed{Row: t.in.first}
	if row, u.Err = t.fit(row); u.Err != nil {
		return u
	}
	cell := func(p record.Field) string {
		if t.At[p] < 0 || row[t.At[p]] == null {
			return ""
		}
		return row[t.At[p]]
	}
	u.Record, u.Err = t.Record(u.Row, cell(record.ID), cell(record.Title), cell(record.Body), cell(record.Keyphrases))
	if t.Kept != nil {
		u.Record.Given = &record.Given{Columns: t.Kept, Cells: make([]record.Cell, 0, len(row))}
		for _, c := range row {
			u.Record.Given.Add(c, record.Text)
		}
	}
	return u
}
