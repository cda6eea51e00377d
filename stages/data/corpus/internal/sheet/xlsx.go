package sheet

import (
	"encoding/xml"
	"path"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Parts of a workbook.
const (
	usualBook     = "xl/workbook.xml"
	sharedStrings = "xl/sharedStrings.xml"
	stylesPart    = "xl/styles.xml"
)

// relation is how one part refers to another.
type relation struct{ id, kind, path string }

// related returns the relations of a part to others of the archive.
func (a *archive) related(of string) (list []relation, err error) {
	folder := path.Dir(of)
	err = a.read(path.Join(folder, "_rels", path.Base(of)+".rels"), func(p *part) error {
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

// book returns the path of the part that lists the sheets, "" if the archive has none.
func (a *archive) book() string {
	list, _ := a.related("") // without them, a workbook in its usual place is read all the same
	for _, r := range append(list, relation{kind: "officeDocument", path: usualBook}) {
		if r.kind == "officeDocument" && strings.HasPrefix(r.path, "xl/") && path.Ext(r.path) == ".xml" && a.find(r.path) != nil {
			return r.path
		}
	}
	return ""
}

// sheets returns the sheets of a workbook of Excel, and finds the year that dates count from. A chart or a macro is no sheet, since it
// has no rows.
func (r *rows) sheets(a *archive) (list []listed, err error) {
	book := a.book()
	relations, err := a.related(book)
	if err != nil {
		return nil, err
	}
	targets := map[string]string{}
	for _, r := range relations {
		if r.kind == "worksheet" {
			targets[r.id] = r.path
		}
	}
	err = a.read(book, func(p *part) error {
		return p.tags(func(s xml.StartElement) error {
			switch s.Name.Local {
			case "workbookPr":
				year := attribute(s, "date1904")
				r.styles.since1904 = year == "1" || year == "true"
			case "sheet":
				state := attribute(s, "state")
				if target := targets[attribute(s, "id")]; target != "" {
					list = append(list, listed{attribute(s, "name"), target, state != "" && state != "visible"})
				}
			}
			return nil
		})
	})
	return list, err
}

// excel reads the value of a cell of .xlsx.
func (r *rows) excel(start xml.StartElement) (c cell, err error) {
	formula := false
	err = r.in.within(func(s xml.StartElement) error {
		switch s.Name.Local {
		case "v":
			return r.in.chars(&r.text)
		case "is":
			return r.in.rich(&r.text)
		}
		formula = formula || s.Name.Local == "f"
		return nil
	}, nil)
	if err != nil {
		return c, err
	}
	text, kind := r.text.String(), attribute(start, "t")
	switch {
	case formula && text == "" && kind != "str": // a file of openpyxl
		return cell{problem: unknownFormula}, nil
	case text == "":
	case kind == "s":
		c.Text, err = r.texts.get(text)
	case kind == "str", kind == "inlineStr":
		c.Text = unescape(text)
	case kind == "b":
		c.Kind, c.Text = record.Boolean, strconv.FormatBool(text == "1" || text == "true")
	case kind == "e":
		c.Text, c.problem = text, "has the error "+text
	case kind == "d":
		c.Kind, c.Text = record.Date, dateText(text)
	default:
		c.Cell = r.styles.number(text, attribute(start, "s"))
	}
	if err == nil {
		err = r.in.spend(len(c.Text)) // any number of cells may have the same shared text
	}
	return c, err
}

// chars appends the text of a tag that has begun.
func (p *part) chars(to *strings.Builder) error {
	return p.within(nil, func(text xml.CharData) { to.Write(text) })
}

// rich appends the text of a rich text that has begun, or of a run of it, without phonetic guides.
func (p *part) rich(to *strings.Builder) error {
	return p.within(func(s xml.StartElement) error {
		switch s.Name.Local {
		case "t":
			return p.chars(to)
		case "r":
			return p.rich(to)
		}
		return nil
	}, nil)
}
