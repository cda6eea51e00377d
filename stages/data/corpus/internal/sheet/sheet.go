// Package sheet reads the first visible sheet of a workbook, or a named one: .xlsx of Excel and .ods of LibreOffice. Both
// are ZIP archives of XML files. It reads them row by row, so that memory holds one row and an index of the shared texts of
// .xlsx, which lie in a temporary file if there are many. No library does: excelize holds the archive in memory, and its reader of
// rows does not tell numbers, dates and booleans apart, which an export needs.
package sheet

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Magic begins every workbook, as every ZIP archive.
const Magic = "PK\x03\x04"

// Kinds of workbooks.
const (
	XLSX = "xlsx"
	ODS  = "ods"
)

// Limits of Excel. LibreOffice has the same number of rows.
const (
	maxRows    = 1 << 20
	maxColumns = 1 << 14
	maxSheets  = 1 << 14 // our own: Excel has none
)

// cell is a cell, or the reason why it has no value.
type cell struct {
	record.Cell
	problem string // "" for a value
}

// row is a row of a sheet with at least one value.
type row struct {
	number int64
	cells  []cell // from the first column to the last one with a value
}

// unknownFormula is the problem of a formula of which the file has no value.
const unknownFormula = "is a formula that was never computed: open the file in a spreadsheet and save it"

// set puts a cell into a row. It ignores a cell without a value, so that a row ends with its last value.
func (r *row) set(column int, c cell) {
	if c.Kind == record.Empty && c.problem == "" {
		return
	}
	for len(r.cells) < column {
		r.cells = append(r.cells, cell{Cell: record.Cell{Kind: record.Empty}})
	}
	r.cells = append(r.cells, c)
}

// source reads the rows of a sheet with at least one value; next returns io.EOF after the last.
type source interface {
	next() (row, error)
	io.Closer
}

// Sheet reads the rows below a header. The first row with a value is the header.
type Sheet struct {
	Kind    string   // XLSX or ODS
	Name    string   // of the sheet
	Others  []string // names of the other sheets
	path    string
	stem    string
	in      source
	disk    schemas.File
	header  []string
	columns []record.Column    // of header, if records keep their row; else nil
	at      [record.Fields]int // column of each part, -1 for none
	lacks   []string
	split   string // separator of keyphrases
	row     int64  // number of the last row
}

// Header returns the names of the columns, or nil for an empty sheet.
func (s *Sheet) Header() []string { return s.header }

// Columns returns the columns of records that keep their row.
func (s *Sheet) Columns() []record.Column { return s.columns }

// Describe names the sheet and the other sheets of the workbook.
func (s *Sheet) Describe() string {
	d := fmt.Sprintf(", sheet %q", s.Name)
	if len(s.Others) > 0 {
		d += fmt.Sprintf(" (others: %s)", quoted(s.Others))
	}
	return d
}

// begin reads the header.
func (s *Sheet) begin(c *record.Names) error {
	first, err := s.in.next()
	if err == io.EOF {
		return nil
	}
	if err != nil {
		return s.broken(err)
	}
	s.row, s.split = first.number, c.Split
	header := make([]string, len(first.cells))
	for i := range first.cells {
		header[i] = first.cells[i].Text
	}
	if s.at, err = c.Choose(header); err != nil {
		return &schemas.FileError{File: s.path, Place: fmt.Sprintf("sheet %q, row %d", s.Name, s.row), Err: err,
			Remedy: "put the header into the first row; or " + c.Remedy() + s.sheets()}
	}
	s.header = header
	if c.Keep {
		s.columns = record.TextColumns(header)
	}
	s.lacks = record.Missing(s.at[record.Title] < 0, s.at[record.Body] < 0, s.at[record.Keyphrases] < 0)
	return nil
}

// sheets returns the advice to name another sheet.
func (s *Sheet) sheets() string {
	if len(s.Others) == 0 {
		return ""
	}
	return "; or name another sheet by --sheet: " + quoted(s.Others)
}

// Next reads a row.
func (s *Sheet) Next(u *record.Unparsed) error {
	r, err := s.in.next()
	if err == io.EOF {
		return err
	}
	if err != nil {
		return s.broken(err)
	}
	s.row = r.number
	*u = record.Unparsed{Row: r.number}
	u.Record, u.Err = s.record(r)
	return nil
}

// record makes a record of a row. A problem of a cell that is read is an error; other cells may have problems.
func (s *Sheet) record(r row) (*record.Record, error) {
	rec := &record.Record{File: s.path, Row: r.number, Missing: s.lacks}
	var problem error
	text := func(p record.Field) string {
		i := s.at[p]
		if i < 0 || i >= len(r.cells) {
			return ""
		}
		if bad := r.cells[i].problem; bad != "" && problem == nil {
			problem = fmt.Errorf("cell %s%d %s", columnName(i), r.number, bad)
		}
		return r.cells[i].Text
	}
	rec.ID, rec.Title, rec.Body = strings.TrimSpace(text(record.ID)), text(record.Title), text(record.Body)
	if rec.ID == "" {
		rec.ID = record.RowID(s.stem, rec.Row)
	}
	if s.columns != nil {
		rec.Given = s.given(r)
	}
	err := rec.SetKeyphrases(text(record.Keyphrases), s.split)
	if problem != nil {
		return rec, problem
	}
	return rec, err
}

// given returns the values of a row under the header. Values beyond the header are counted.
func (s *Sheet) given(r row) *record.Given {
	g := &record.Given{Columns: s.columns, Cells: make([]record.Cell, 0, len(s.columns))}
	for i, c := range r.cells {
		if i < len(s.columns) {
			g.Add(c.Text, c.Kind)
		} else if c.Kind != record.Empty {
			g.Beyond++
		}
	}
	for len(g.Cells) < len(s.columns) {
		g.Add("", record.Empty)
	}
	return g
}

// Parse checks a row.
func (s *Sheet) Parse(u *record.Unparsed) (record.Record, error) { return record.Whole(u, s.path) }

// Close closes the file.
func (s *Sheet) Close() error {
	err := s.in.Close()
	if errors.Is(err, schemas.ErrDamaged) {
		err = s.broken(err)
	}
	if closed := s.disk.Close(); err == nil {
		err = closed
	}
	return err
}

// broken adds the file and the last row to an error.
func (s *Sheet) broken(err error) error {
	place := fmt.Sprintf("sheet %q", s.Name)
	if s.row > 0 {
		place += fmt.Sprintf(", after row %d", s.row)
	}
	return located(s.path, place, err)
}

// columnName returns the letters of a column, which is counted from 0.
func columnName(i int) string {
	name := ""
	for i++; i > 0; i = (i - 1) / 26 {
		name = string(rune('A'+(i-1)%26)) + name
	}
	return name
}
