// Package sheet reads a named sheet of a workbook, or the first visible one with documents: .xlsx of Excel and .ods of LibreOffice. Both
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
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/header"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Magic begins every workbook, as every ZIP archive.
const Magic = "PK\x03\x04"

// Kinds of workbooks.
const (
	XLSX = "xlsx"
	ODS  = "ods"
)

// Sheet reads the rows below a header, which is the first row with a value, or one below a heading; see header.Row.
type Sheet struct {
	header.Chosen
	Kind   string // XLSX or ODS
	name   string
	others []string // names of the other sheets
	same   []string // names of others with the same columns
	below  int64    // row of a header below a heading; else 0
	pick   func(sheet listed) error
	start  func() error // goes to the first row
	in     rows
	disk   schemas.File
}

// Describe names the sheet and the other sheets of the workbook, and a header below a heading.
func (s *Sheet) Describe() string {
	d := fmt.Sprintf(", sheet %q", s.name)
	if len(s.others) > 0 {
		d += fmt.Sprintf(" (others: %s)", quoted(s.others))
	}
	if s.below > 0 {
		d += fmt.Sprintf(" with its header in row %d (the rows above are not read)", s.below)
	}
	return d
}

// Same says which other sheets have the same columns; "" for none.
func (s *Sheet) Same() string {
	if len(s.same) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: only the sheet %q is read; other sheets have the same columns, which --sheet names one by one: %s", s.Path, s.name, quoted(s.same))
}

// begin reads the header.
func (s *Sheet) begin(c *record.Names) (err error) {
	rows, above := s.heading(c)
	err = s.start() // again, since rows below the header were read, too
	for i := 0; i <= above && err == nil; i++ {
		err = s.in.next()
	}
	if err == io.EOF {
		return nil
	}
	if err != nil {
		return s.broken(err)
	}
	if above > 0 {
		s.below = s.in.number
	}
	names := s.in.row()
	*c = *c.Filled(names, rows[above+1:])
	s.Chosen, err = header.New(s.Path, fmt.Sprintf("sheet %q, row %d", s.name, s.in.number), names, c)
	var wrong *schemas.FileError
	if errors.As(err, &wrong) {
		if wrong.Remedy = "put the header into the first row; or " + wrong.Remedy; len(s.others) > 0 {
			wrong.Remedy += "; or name another sheet by --sheet: " + quoted(s.others)
		}
	}
	s.Above, s.First, s.Short = rows[:above], rows[above+1:], true
	if c.Keep {
		s.Kept = record.TextColumns(names)
	}
	return err
}

// aheadBytes bounds the rows that are read to find the header.
const aheadBytes = 1 << 20

// heading returns the first rows, and the number of those above the header.
func (s *Sheet) heading(c *record.Names) (rows [][]string, above int) {
	for size := 0; len(rows) < header.Within && size < aheadBytes && s.in.next() == nil; {
		rows = append(rows, s.in.row())
		size += len(strings.Join(rows[len(rows)-1], ""))
	}
	above, _ = header.Row(rows, c)
	return rows, above
}

// Cells returns the cells of the next row with a value, and its number; io.EOF after the last.
func (s *Sheet) Cells() (texts []string, row int64, err error) {
	if err := s.in.next(); err == io.EOF {
		return nil, 0, err
	} else if err != nil {
		return nil, 0, s.broken(err)
	}
	for i, c := range s.in.cells {
		if c.problem != "" {
			return nil, 0, s.broken(fmt.Errorf("cell %s%d %s", columnName(i), s.in.number, c.problem))
		}
		texts = append(texts, c.Text)
	}
	return texts, s.in.number, nil
}

// Next reads a row.
func (s *Sheet) Next(u *record.Unparsed) error {
	before := s.in.number
	err := s.in.next()
	if err == nil && before > 0 && s.in.number > before+1 {
		s.apart()
	}
	for err == nil && s.Aside("row", s.in.number, len(s.in.cells), func(i int) string { return s.in.cells[i].Text }) {
		err = s.in.next()
	}
	if err == nil {
		*u = record.Unparsed{Row: s.in.number}
		u.Record, u.Err = s.record(s.in.number, s.in.cells)
		return nil
	}
	if err == io.EOF {
		s.Ended()
		if s.in.hidden > 0 && s.Warn != nil {
			s.Warn(fmt.Sprintf("%s: sheet %q has %d rows that are hidden or filtered out; they are read like the others", s.Path, s.name, s.in.hidden))
			s.in.hidden = 0
		}
		return err
	}
	return s.broken(err)
}

// apart warns of a row below an empty one that looks like the header of another table: of all its cells, none has a digit or more than a few words.
func (s *Sheet) apart() {
	var names []string
	for _, c := range s.in.cells {
		switch n := len(strings.Fields(c.Text)); {
		case n > 3 || strings.ContainsAny(c.Text, "0123456789"):
			return
		case n > 0:
			names = append(names, c.Text)
		}
	}
	if len(names) > 1 && s.Warn != nil {
		s.Warn(fmt.Sprintf("%s: row %d, below an empty row, looks like the header of another table; it and the rows below are read as documents: %.100s", s.Path, s.in.number, strings.Join(names, ", ")))
	}
}

// record makes a record of a row. A problem of a cell that is read is an error; other cells may have problems.
func (s *Sheet) record(row int64, cells []cell) (*record.Record, error) {
	var problem error
	text := func(p record.Field) string {
		i := s.At[p]
		if i < 0 || i >= len(cells) {
			return ""
		}
		if bad := cells[i].problem; bad != "" && problem == nil {
			problem = fmt.Errorf("cell %s%d %s", columnName(i), row, bad)
		}
		return cells[i].Text
	}
	rec, err := s.Record(row, text(record.ID), text(record.Title), text(record.Body), text(record.Keyphrases))
	if s.Kept != nil {
		rec.Given = s.given(cells)
	}
	if problem != nil {
		return rec, problem
	}
	return rec, err
}

// given returns the values of a row under the header. Values beyond the header are counted.
func (s *Sheet) given(cells []cell) *record.Given {
	g := &record.Given{Columns: s.Kept, Cells: make([]record.Cell, 0, len(s.Kept))}
	for i, c := range cells {
		if i < len(s.Kept) {
			if g.Add(c.Text, c.Kind); c.problem != "" && c.Text == "" { // a formula without its value
				g.Beyond++
			}
		} else if c.Kind != record.Empty {
			g.Beyond++
		}
	}
	for len(g.Cells) < len(s.Kept) {
		g.Add("", record.Empty)
	}
	return g
}

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
	place := fmt.Sprintf("sheet %q", s.name)
	if s.in.number > 0 {
		place += fmt.Sprintf(", after row %d", s.in.number)
	}
	return located(s.Path, place, err)
}
