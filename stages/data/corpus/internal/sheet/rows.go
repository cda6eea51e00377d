package sheet

import (
	"encoding/xml"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Limits of Excel. LibreOffice has the same number of rows.
const (
	maxRows    = 1 << 20
	maxColumns = 1 << 14
)

// cell is a cell, or the reason why it has no value.
type cell struct {
	record.Cell
	problem string // "" for a value
}

// unknownFormula is the problem of a formula of which the file has no value.
const unknownFormula = "is a formula that was never computed: open the file in a spreadsheet and save it"

// rows reads the rows of a sheet of either kind. The tag of a row or a cell says in .xlsx where it is, unless it follows the last one,
// and in .ods how many it stands for.
type rows struct {
	in     *part
	number int64  // of the last row
	cells  []cell // of the last tag of a row: from the first column to the last one with a value
	repeat int64  // number of rows that it still stands for
	hidden int64  // rows with a value that are hidden or filtered out

	texts  texts           // of .xlsx
	styles styles          // of .xlsx
	text   strings.Builder // of the cell that is read
	blank  bool            // white space that follows in a paragraph of .ods does not count
}

// prepare reads what cells refer to. A kind of workbooks does not have the parts of the other one.
func (r *rows) prepare(a *archive) error {
	err := a.read("META-INF/manifest.xml", (*part).locked)
	if err == nil {
		err = a.read(stylesPart, r.styles.read)
	}
	if err == nil {
		err = a.read(sharedStrings, r.texts.read)
	}
	return err
}

// find reads to the rows of a sheet. A part of .xlsx has only one.
func (r *rows) find(sheet string) error {
	return r.in.tags(func(s xml.StartElement) error {
		r.in.more()
		if s.Name.Local == "sheetData" || s.Name.Local == "table" && attribute(s, "name") == sheet {
			r.in.sheet = r.in.depth
			return errStop
		}
		return nil
	})
}

// Close closes the part of the rows and the shared texts.
func (r *rows) Close() error {
	err := r.texts.Close()
	if r.in != nil {
		err = errors.Join(r.in.Close(), err)
	}
	return err
}

// next goes to the next row with a value, and returns io.EOF after the last. LibreOffice fills sheets to their last row with a row
// without values, which is repeated.
func (r *rows) next() error {
	for r.repeat == 0 {
		start, err := r.in.row()
		if err == nil {
			err = r.read(start)
		}
		if err != nil {
			return err
		}
		if len(r.cells) == 0 {
			r.number, r.repeat = r.number+r.repeat, 0
		}
	}
	r.repeat--
	r.number++
	return r.check(r.number)
}

// row returns the texts of the last row.
func (r *rows) row() []string {
	texts := make([]string, len(r.cells))
	for i, c := range r.cells {
		texts[i] = c.Text
	}
	return texts
}

// check returns an error for a row that no sheet has.
func (r *rows) check(row int64) error {
	if row > maxRows {
		return damaged("row %d is beyond the last row of a sheet, %d", row, maxRows)
	}
	return nil
}

// read reads a row that has begun.
func (r *rows) read(start xml.StartElement) (err error) {
	if r.repeat, err = repeated(start, "number-rows-repeated"); err != nil {
		return err
	}
	if at := attribute(start, "r"); at != "" {
		number, err := strconv.ParseInt(at, 10, 32)
		if err != nil || number <= r.number {
			return damaged("row %.20q follows row %d", at, r.number)
		}
		if err := r.check(number); err != nil {
			return err
		}
		r.number = number - 1
	}
	r.cells = nil
	column := 0
	err = r.in.within(func(s xml.StartElement) (err error) {
		column, err = r.cell(column, s)
		return err
	}, nil)
	if len(r.cells) > 0 && slices.Contains([]string{"1", "true", "collapse", "filter"}, attribute(start, "hidden")+attribute(start, "visibility")) {
		r.hidden += r.repeat
	}
	return err
}

// cell reads a cell that has begun, at column unless it says where it is. It returns the column after it.
func (r *rows) cell(column int, start xml.StartElement) (int, error) {
	n, err := repeated(start, "number-columns-repeated")
	if err != nil {
		return 0, err
	}
	if at := attribute(start, "r"); at != "" {
		given, ok := columnOf(at)
		if !ok {
			return 0, damaged("row %d: %.20q is not a cell", r.number+1, at)
		}
		if given < column {
			return 0, damaged("row %d: cell %.20q follows cell %s", r.number+1, at, columnName(column-1))
		}
		column = given
	}
	var c cell
	switch r.text.Reset(); start.Name.Local {
	case "c":
		c, err = r.excel(start)
	case "table-cell":
		c, err = r.calc(start)
	case "covered-table-cell": // by a merged one
	default:
		return column, nil
	}
	if err == nil {
		err = r.in.spend(int(n-1) * len(c.Text)) // a text of the file may stand in any number of cells
	}
	if err == nil {
		err = r.set(column, int(n), c)
	}
	return column + int(n), err
}

// repeated returns the number of rows, cells or blanks that a tag stands for.
func repeated(s xml.StartElement, name string) (int64, error) {
	text := attribute(s, name)
	if text == "" {
		return 1, nil
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return 0, damaged("%s is %.20q", name, text)
	}
	return n, nil
}

// set puts a cell into n columns of the row. It ignores a cell without a value, so that a row ends with its last value.
func (r *rows) set(column, n int, c cell) error {
	if c.Text == "" && c.problem == "" {
		return nil
	}
	if column+n > maxColumns {
		return damaged("row %d: more than %d columns", r.number+1, maxColumns)
	}
	empty := cell{Cell: record.Cell{Kind: record.Empty}}
	if c.Text == "" {
		c.Cell = empty.Cell
	}
	for len(r.cells) < column {
		r.cells = append(r.cells, empty)
	}
	for range n {
		r.cells = append(r.cells, c)
	}
	return nil
}

// columnName returns the letters of a column, which is counted from 0.
func columnName(i int) string {
	name := ""
	for i++; i > 0; i = (i - 1) / 26 {
		name = string(rune('A'+(i-1)%26)) + name
	}
	return name
}

// columnOf returns the column of a name such as BC12, counted from 0.
func columnOf(name string) (int, bool) {
	n := 0
	for i := 0; i < len(name) && i < 4; i++ {
		c := name[i] | 0x20
		if c < 'a' || c > 'z' {
			return n - 1, n > 0 && n <= maxColumns
		}
		n = n*26 + int(c-'a') + 1
	}
	return 0, false
}
