package sheet

import (
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Parts of a workbook.
const (
	contentTypes  = "[Content_Types].xml"
	relations     = "_rels/.rels"
	sharedStrings = "xl/sharedStrings.xml"
	stylesPart    = "xl/styles.xml"
)

// listed is a sheet that a workbook lists.
type listed struct {
	name, id string
	hidden   bool
}

// related returns the targets in a part of relations: those of worksheets by id, and all by the last word of their type.
func (a *archive) related(part, base string) (ids, kinds map[string]string, err error) {
	ids, kinds = map[string]string{}, map[string]string{}
	p, err := a.need(part)
	if err != nil {
		return nil, nil, err
	}
	defer p.Close()
	return ids, kinds, p.tags(func(s xml.StartElement) error {
		if s.Name.Local == "Relationship" && attribute(s, "TargetMode") != "External" {
			target := attribute(s, "Target")
			if !strings.HasPrefix(target, "/") {
				target = path.Join(base, target)
			}
			kind := path.Base(attribute(s, "Type"))
			ids[attribute(s, "Id")] = strings.TrimPrefix(target, "/")
			kinds[kind] = strings.TrimPrefix(target, "/")
			if kind != "worksheet" { // a chart or a macro has no rows
				delete(ids, attribute(s, "Id"))
			}
		}
		return nil
	})
}

// workbook returns the path of the part that lists the sheets.
func (a *archive) workbook() (string, error) {
	_, kinds, err := a.related(relations, "")
	if err != nil || !strings.HasPrefix(kinds["officeDocument"], "xl/") {
		return "", err
	}
	return kinds["officeDocument"], nil
}

// xlsx reads the rows of a sheet of Excel.
type xlsx struct {
	in     *part
	texts  *texts
	styles *styles
	inside bool // among the rows
	row    int64
	text   strings.Builder
}

func openXLSX(a *archive, name string) (in source, sheet string, names []string, err error) {
	book, err := a.workbook()
	if err != nil || book == "" {
		book = "xl/workbook.xml"
	}
	sheets, since, err := a.sheets(book)
	if err != nil {
		return nil, "", nil, err
	}
	ids, _, err := a.related(path.Join(path.Dir(book), "_rels", path.Base(book)+".rels"), path.Dir(book))
	if err != nil {
		return nil, "", nil, err
	}
	chosen := -1
	for i, s := range sheets {
		if ids[s.id] == "" {
			continue
		}
		names = append(names, s.name)
		if chosen < 0 && (name == "" && !s.hidden || name != "" && s.name == name) {
			chosen = i
		}
	}
	if chosen < 0 {
		return nil, "", nil, noSheet(name, names)
	}
	x := &xlsx{}
	if x.styles, err = readStyles(a); err != nil {
		return nil, "", nil, err
	}
	x.styles.since = since
	if x.texts, err = readTexts(a); err != nil {
		return nil, "", nil, err
	}
	if x.in, err = a.need(ids[sheets[chosen].id]); err != nil {
		x.texts.Close()
		return nil, "", nil, err
	}
	return x, sheets[chosen].name, names, nil
}

// noSheet is the error for a workbook without the wanted sheet.
func noSheet(name string, names []string) error {
	if len(names) == 0 {
		return damaged("it has no sheet of cells")
	}
	if name == "" {
		return &schemas.FileError{Err: errors.New("all sheets are hidden"), Remedy: "name one by --sheet: " + quoted(names)}
	}
	return &schemas.FileError{Err: errors.New("has no sheet " + strconv.Quote(name)), Remedy: "give --sheet one of: " + quoted(names)}
}

// sheets returns the sheets in the order of the workbook, and the year that dates count from.
func (a *archive) sheets(book string) (list []listed, since int, err error) {
	since = 1900
	p, err := a.need(book)
	if err != nil {
		return nil, 0, err
	}
	defer p.Close()
	return list, since, p.tags(func(s xml.StartElement) error {
		switch s.Name.Local {
		case "sheet":
			if len(list) == maxSheets {
				return damaged("%s: more than %d sheets", book, maxSheets)
			}
			state := attribute(s, "state")
			list = append(list, listed{attribute(s, "name"), attribute(s, "id"), state != "" && state != "visible"})
		case "workbookPr":
			if d := attribute(s, "date1904"); d == "1" || d == "true" {
				since = 1904
			}
		}
		return nil
	})
}

func (x *xlsx) Close() error {
	return errors.Join(x.in.Close(), x.texts.Close())
}

func (x *xlsx) next() (row, error) {
	for {
		t, err := x.in.token()
		if err != nil {
			return row{}, err
		}
		switch t := t.(type) {
		case nil:
			if x.inside {
				return row{}, damaged("%s: it ends in the middle", x.in.name)
			}
			return row{}, io.EOF
		case xml.EndElement:
			x.inside = x.inside && t.Name.Local != "sheetData"
		case xml.StartElement:
			if x.inside = x.inside || t.Name.Local == "sheetData"; !x.inside || t.Name.Local != "row" {
				continue
			}
			x.in.more()
			if r, err := x.cells(t); err != nil || len(r.cells) > 0 {
				return r, err
			}
		}
	}
}

// cells reads a row that has begun.
func (x *xlsx) cells(start xml.StartElement) (row, error) {
	number := x.row + 1
	if given := attribute(start, "r"); given != "" {
		n, err := strconv.ParseInt(given, 10, 32)
		if err != nil || n <= x.row {
			return row{}, damaged("row %.20q follows row %d", given, x.row)
		}
		number = n
	}
	if x.row = number; number > maxRows {
		return row{}, damaged("row %d is beyond the last row of a sheet, %d", number, maxRows)
	}
	r, column := row{number: number}, 0
	for {
		t, err := x.in.must()
		if err != nil {
			return r, err
		}
		switch t := t.(type) {
		case xml.EndElement:
			return r, nil
		case xml.StartElement:
			if t.Name.Local != "c" {
				if err := x.in.skip(); err != nil {
					return r, err
				}
				continue
			}
			if at := attribute(t, "r"); at != "" {
				given, ok := columnOf(at)
				if !ok {
					return r, damaged("row %d: %.20q is not a cell", number, at)
				}
				if given < column {
					return r, damaged("row %d: cell %.20q follows cell %s", number, at, columnName(column-1))
				}
				column = given
			}
			if column >= maxColumns {
				return r, damaged("row %d: more than %d columns", number, maxColumns)
			}
			c, err := x.cell(t)
			if err != nil {
				return r, err
			}
			if err := x.in.spend(len(c.Text)); err != nil { // any number of cells may have the same shared text
				return r, err
			}
			r.set(column, c)
			column++
		}
	}
}

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

// columnOf returns the column of a name such as BC12, counted from 0.
func columnOf(name string) (int, bool) {
	n := 0
	for i := 0; i < len(name) && i < 4; i++ {
		switch c := name[i] | 0x20; {
		case c >= 'a' && c <= 'z':
			n = n*26 + int(c-'a') + 1
		default:
			return n - 1, n > 0 && n <= maxColumns
		}
	}
	return 0, false
}

// cell reads a cell that has begun.
func (x *xlsx) cell(start xml.StartElement) (c cell, err error) {
	x.text.Reset()
	valued, formula := false, false
	for {
		t, err := x.in.must()
		if err != nil {
			return c, err
		}
		switch t := t.(type) {
		case xml.EndElement:
			return x.value(start, valued, formula)
		case xml.StartElement:
			switch t.Name.Local {
			case "v":
				valued = true
				err = x.in.text(&x.text)
			case "is":
				valued = true
				err = x.in.rich(&x.text)
			default:
				formula = formula || t.Name.Local == "f"
				err = x.in.skip()
			}
			if err != nil {
				return c, err
			}
		}
	}
}

// value returns the value of a cell from its content.
func (x *xlsx) value(start xml.StartElement, valued, formula bool) (c cell, err error) {
	text := x.text.String()
	c.Kind = record.Empty
	switch kind := attribute(start, "t"); {
	case formula && text == "" && kind != "str": // a file of openpyxl
		c.problem = "is a formula that was never computed: open the file in a spreadsheet and save it"
	case !valued, text == "" && kind != "s":
	case kind == "s":
		c.Kind = record.Text
		c.Text, err = x.texts.get(text)
	case kind == "str", kind == "inlineStr":
		c.Kind, c.Text = record.Text, unescape(text)
	case kind == "b":
		c.Kind, c.Text = record.Boolean, strconv.FormatBool(text == "1" || text == "true")
	case kind == "e":
		c.Kind, c.Text, c.problem = record.Text, text, "has the error "+text
	case kind == "d":
		c.Kind, c.Text = record.Date, strings.Replace(text, "T", " ", 1)
	default:
		c.Cell = x.styles.number(text, attribute(start, "s"))
	}
	if c.Kind == record.Text && c.Text == "" {
		c.Kind = record.Empty
	}
	return c, err
}
