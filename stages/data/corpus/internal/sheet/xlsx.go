package sheet

import (
	"encoding/xml"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Parts of a workbook.
const (
	contentTypes  = "[Content_Types].xml"
	usualBook     = "xl/workbook.xml"
	sharedStrings = "xl/sharedStrings.xml"
	stylesPart    = "xl/styles.xml"
)

// relation is how one part refers to another.
type relation struct{ id, kind, path string }

// related returns the relations of a part to others of the archive.
func (a *archive) related(of string) (list []relation, err error) {
	folder := path.Dir(of)
	_, err = a.read(path.Join(folder, "_rels", path.Base(of)+".rels"), func(p *part) error {
		return p.tags(func(s xml.StartElement) error {
			if s.Name.Local != "Relationship" || attribute(s, "TargetMode") == "External" {
				return nil
			}
			target := attribute(s, "Target")
			if !strings.HasPrefix(target, "/") {
				target = path.Join(folder, target)
			}
			list = append(list, relation{attribute(s, "Id"), path.Base(attribute(s, "Type")), strings.TrimPrefix(target, "/")})
			return nil
		})
	})
	return list, err
}

// book returns the path of the part that lists the sheets, "" if the archive names none.
func (a *archive) book() string {
	list, _ := a.related("") // without them, a workbook in its usual place is read all the same
	for _, r := range list {
		if r.kind == "officeDocument" && strings.HasPrefix(r.path, "xl/") {
			return r.path
		}
	}
	return ""
}

// sheets returns the paths of the sheets by name, their names in the order of the workbook, the first that is not hidden, and the
// year that dates count from. A chart or a macro is no sheet, since it has no rows.
func (a *archive) sheets() (paths map[string]string, names []string, first string, since int, err error) {
	book, since := a.book(), 1900
	if book == "" {
		book = usualBook
	}
	relations, err := a.related(book)
	if err != nil {
		return nil, nil, "", 0, err
	}
	paths, targets, listed := map[string]string{}, map[string]string{}, 0
	for _, r := range relations {
		if r.kind == "worksheet" {
			targets[r.id] = r.path
		}
	}
	found, err := a.read(book, func(p *part) error {
		return p.tags(func(s xml.StartElement) error {
			if s.Name.Local == "workbookPr" && slices.Contains([]string{"1", "true"}, attribute(s, "date1904")) {
				since = 1904
			}
			if s.Name.Local != "sheet" {
				return nil
			}
			if listed++; listed > maxSheets {
				return damaged("%s: more than %d sheets", book, maxSheets)
			}
			name, target := attribute(s, "name"), targets[attribute(s, "id")]
			if target == "" {
				return nil
			}
			names = append(names, name)
			if paths[name] == "" {
				paths[name] = target
			}
			if state := attribute(s, "state"); first == "" && (state == "" || state == "visible") {
				first = name
			}
			return nil
		})
	})
	if !found {
		err = damaged("%s is missing", book)
	}
	return paths, names, first, since, err
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

func openXLSX(a *archive, name string) (source, string, []string, error) {
	paths, names, first, since, err := a.sheets()
	if err != nil {
		return nil, "", nil, err
	}
	if name == "" {
		name = first
	}
	if paths[name] == "" {
		return nil, "", nil, noSheet(name, names)
	}
	x := &xlsx{styles: &styles{since: since}, texts: &texts{}}
	_, err = a.read(stylesPart, x.styles.read)
	if err == nil {
		_, err = a.read(sharedStrings, x.texts.read)
	}
	if err == nil {
		x.in, err = a.part(paths[name])
	}
	if err != nil {
		x.texts.Close()
		return nil, "", nil, err
	}
	return x, name, names, nil
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

// cells reads a row that has begun. Rows and cells that do not say where they are follow the last ones.
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
	r := row{number: number}
	for column := 0; ; {
		t, err := x.in.token()
		if err != nil {
			return r, err
		}
		s, begins := t.(xml.StartElement)
		switch _, ends := t.(xml.EndElement); {
		case ends:
			return r, nil
		case !begins:
		case s.Name.Local != "c":
			err = x.in.skip()
		default:
			column, err = x.cell(&r, column, s)
		}
		if err != nil {
			return r, err
		}
	}
}

// cell reads a cell that has begun into a row, at column unless it says where it is. It returns the column after it.
func (x *xlsx) cell(r *row, column int, start xml.StartElement) (int, error) {
	if at := attribute(start, "r"); at != "" {
		given, ok := columnOf(at)
		if !ok {
			return 0, damaged("row %d: %.20q is not a cell", r.number, at)
		}
		if given < column {
			return 0, damaged("row %d: cell %.20q follows cell %s", r.number, at, columnName(column-1))
		}
		column = given
	}
	if column >= maxColumns {
		return 0, damaged("row %d: more than %d columns", r.number, maxColumns)
	}
	c, err := x.value(start)
	if err == nil {
		err = x.in.spend(len(c.Text)) // any number of cells may have the same shared text
	}
	r.set(column, c)
	return column + 1, err
}

// value reads the value of a cell.
func (x *xlsx) value(start xml.StartElement) (c cell, err error) {
	x.text.Reset()
	valued, formula := false, false
	for outer := x.in.depth - 1; x.in.depth > outer; {
		t, err := x.in.token()
		if s, ok := t.(xml.StartElement); ok && err == nil {
			switch s.Name.Local {
			case "v", "is":
				valued = true
				err = x.in.text(s, &x.text)
			default:
				formula = formula || s.Name.Local == "f"
				err = x.in.skip()
			}
		}
		if err != nil {
			return c, err
		}
	}
	text, kind := x.text.String(), attribute(start, "t")
	c.Kind = record.Empty
	switch {
	case formula && text == "" && kind != "str": // a file of openpyxl
		c.problem = unknownFormula
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
