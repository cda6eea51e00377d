// Package sheet reads the first visible sheet of a workbook, or a named one: .xlsx of Excel and .ods of LibreOffice. Both
// are ZIP archives of XML files. It reads them row by row, so that memory holds one row and an index of the shared texts of
// .xlsx, which lie in a temporary file if there are many. No library does: excelize holds the archive in memory, and its reader of
// rows does not tell numbers, dates and booleans apart, which an export needs.
package sheet

import (
	"errors"
	"fmt"
	"io"

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

// Sheet reads the rows below a header, which is the first row with a value, or stands below a heading; see header.Row.
type Sheet struct {
	header.Chosen
	Kind   string            // XLSX or ODS
	Warn   func(line string) // receives what the user should look at; may be nil
	name   string
	others []string // names of the other sheets
	at     int64    // row of the header
	above  bool     // a heading stands above it
	in     rows
	ahead  []numbered // rows that were read to find the header, not yet given
	last   error      // that followed them
	copies bool       // a row that repeats the header was met
	disk   schemas.File
}

// numbered is a row of a sheet.
type numbered struct {
	row   int64
	cells []cell
}

// Describe names the sheet and the other sheets of the workbook, and the header below a heading.
func (s *Sheet) Describe() string {
	d := fmt.Sprintf(", sheet %q", s.name)
	if len(s.others) > 0 {
		d += fmt.Sprintf(" (others: %s)", quoted(s.others))
	}
	if s.above {
		d += fmt.Sprintf(" with its header in row %d (the rows above are not read)", s.at)
	}
	return d
}

// begin reads the header.
func (s *Sheet) begin(c *record.Names) error {
	at, texts := s.heading(c)
	if len(texts) == 0 && s.last == io.EOF {
		return nil
	}
	if len(texts) == 0 {
		return s.broken(s.last)
	}
	s.at, s.above, s.ahead = s.ahead[at].row, at > 0, s.ahead[at+1:]
	var err error
	s.Chosen, err = header.New(s.Path, fmt.Sprintf("sheet %q, row %d", s.name, s.at), texts[at], c)
	var wrong *schemas.FileError
	if errors.As(err, &wrong) {
		if wrong.Remedy = "put the header into the first row; or " + wrong.Remedy; len(s.others) > 0 {
			wrong.Remedy += "; or name another sheet by --sheet: " + quoted(s.others)
		}
	}
	if c.Keep {
		s.Kept = record.TextColumns(texts[at])
	}
	return err
}

// aheadBytes bounds the rows that are read to find the header.
const aheadBytes = 1 << 20

// heading reads rows until one is the header, and returns its index among them, or 0, and their texts.
func (s *Sheet) heading(c *record.Names) (at int, texts [][]string) {
	for size := 0; len(texts) < header.Within && size < aheadBytes; {
		if s.last = s.in.next(); s.last != nil {
			break
		}
		s.ahead = append(s.ahead, numbered{s.in.number, s.in.cells})
		row := make([]string, len(s.in.cells))
		for i, c := range s.in.cells {
			row[i] = c.Text
			size += len(c.Text)
		}
		texts = append(texts, row)
		var parts int
		if at, parts = header.Row(texts, c); parts > 1 {
			break
		}
	}
	return max(at, 0), texts
}

// Next reads a row.
func (s *Sheet) Next(u *record.Unparsed) error {
	for {
		row, err := s.next()
		switch {
		case err == io.EOF:
			return err
		case err != nil:
			return s.broken(err)
		case s.Repeated(func(column int) string { return text(row.cells, column) }):
			if s.Warn != nil && !s.copies {
				s.Warn(fmt.Sprintf("%s: row %d %s", s.Path, row.row, header.Again))
			}
			s.copies = true
			continue
		}
		*u = record.Unparsed{Row: row.row}
		u.Record, u.Err = s.record(row.row, row.cells)
		return nil
	}
}

// next returns the next row below the header.
func (s *Sheet) next() (row numbered, err error) {
	switch {
	case len(s.ahead) > 0:
		row, s.ahead = s.ahead[0], s.ahead[1:]
		return row, nil
	case s.last != nil:
		return row, s.last
	}
	err = s.in.next()
	return numbered{s.in.number, s.in.cells}, err
}

// text returns the text of a column of a row.
func text(cells []cell, column int) string {
	if column >= len(cells) {
		return ""
	}
	return cells[column].Text
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
			g.Add(c.Text, c.Kind)
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
