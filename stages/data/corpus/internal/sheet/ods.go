package sheet

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// ods reads the rows of a sheet of LibreOffice.
type ods struct {
	in     *part
	row    int64 // number of the last row
	again  row   // the last row of the file, which may stand for several of the sheet
	repeat int64 // number of times that next still has to return it
	text   strings.Builder
}

func openODS(a *archive, name string) (in source, sheet string, names []string, err error) {
	_, err = a.read("META-INF/manifest.xml", func(p *part) error {
		return p.tags(func(s xml.StartElement) error {
			if s.Name.Local == "encryption-data" {
				return errLocked
			}
			return nil
		})
	})
	if err != nil {
		return nil, "", nil, err
	}
	names, hidden, err := a.tables()
	if err != nil {
		return nil, "", nil, err
	}
	chosen := -1
	for i, n := range names {
		if chosen < 0 && (name == "" && !hidden[i] || name != "" && n == name) {
			chosen = i
		}
	}
	if chosen < 0 {
		return nil, "", nil, noSheet(name, names)
	}
	o := &ods{}
	if o.in, err = a.part("content.xml"); err != nil {
		return nil, "", nil, err
	}
	if err = o.find(names[chosen]); err != nil {
		o.in.Close()
		return nil, "", nil, err
	}
	return o, names[chosen], names, nil
}

// maxNames bounds the bytes of the names that are kept: those of sheets, and of styles that hide sheets.
const maxNames = 4 << 20

// tables returns the names of the sheets in order, and which of them their styles hide.
func (a *archive) tables() (names []string, hidden []bool, err error) {
	unseen, style, kept := map[string]bool{}, "", 0
	_, err = a.read("content.xml", func(p *part) error {
		return p.tags(func(s xml.StartElement) error {
			p.more()
			name := attribute(s, "name")
			switch s.Name.Local {
			case "style":
				style = name
			case "table-properties":
				delete(unseen, style)
				if attribute(s, "display") == "false" {
					unseen[style] = true
					kept += len(style)
				}
			case "table":
				names, hidden = append(names, name), append(hidden, unseen[attribute(s, "style-name")])
				kept += len(name)
			}
			if kept > maxNames {
				return damaged("%s: names of more than %d bytes", p.name, maxNames)
			}
			if len(names) > maxSheets {
				return damaged("%s: more than %d sheets", p.name, maxSheets)
			}
			return nil
		})
	})
	return names, hidden, err
}

// find reads to the beginning of a sheet.
func (o *ods) find(sheet string) error {
	for {
		t, err := o.in.token()
		if err != nil {
			return err
		}
		o.in.more()
		if s, ok := t.(xml.StartElement); ok && s.Name.Local == "table" && attribute(s, "name") == sheet {
			return nil
		}
	}
}

func (o *ods) Close() error { return o.in.Close() }

func (o *ods) next() (row, error) {
	for o.repeat == 0 {
		t, err := o.in.token()
		if err != nil {
			return row{}, err
		}
		switch t := t.(type) {
		case xml.EndElement:
			if t.Name.Local == "table" {
				return row{}, io.EOF
			}
		case xml.StartElement:
			switch t.Name.Local {
			case "table-row":
				o.in.more()
				err = o.cells(t)
			case "table-header-rows", "table-rows", "table-row-group":
			default: // columns, shapes, forms; a sheet within a shape is not part of this one
				err = o.in.skip()
			}
			if err != nil {
				return row{}, err
			}
		}
	}
	o.repeat--
	if o.row++; o.row > maxRows {
		return row{}, damaged("row %d is beyond the last row of a sheet, %d", o.row, maxRows)
	}
	return row{o.row, o.again.cells}, nil
}

// repeated returns the number of rows or cells that a tag stands for.
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

// cells reads a row that has begun. It skips a row without values, however often that is repeated: LibreOffice
// fills sheets to their last row with one.
func (o *ods) cells(start xml.StartElement) error {
	times, err := repeated(start, "number-rows-repeated")
	if err != nil {
		return err
	}
	r := row{}
	for column := int64(0); ; {
		t, err := o.in.token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.EndElement:
			if len(r.cells) > 0 {
				o.again, o.repeat = r, times
			} else {
				o.row += times
			}
			return nil
		case xml.StartElement:
			n, err := repeated(t, "number-columns-repeated")
			if err != nil {
				return err
			}
			c, err := o.cell(t)
			if err != nil {
				return err
			}
			if c.Kind != record.Empty || c.problem != "" {
				if column+n > maxColumns {
					return damaged("row %d: more than %d columns", o.row+1, maxColumns)
				}
				if err := o.in.spend(int(n-1) * len(c.Text)); err != nil { // a text of the file may stand in any number of cells
					return err
				}
				for i := range n {
					r.set(int(column+i), c)
				}
			}
			column += n
		}
	}
}

// cell reads a cell that has begun, up to its end. Cells that a merged cell covers have no value, and notes and drawings are none.
func (o *ods) cell(start xml.StartElement) (c cell, err error) {
	o.text.Reset()
	for paragraphs := 0; ; {
		t, err := o.in.token()
		if err != nil {
			return c, err
		}
		switch t := t.(type) {
		case xml.EndElement:
			return valueOf(start, o.text.String()), nil
		case xml.StartElement:
			if t.Name.Local != "p" || start.Name.Local != "table-cell" {
				err = o.in.skip()
			} else {
				if paragraphs++; paragraphs > 1 {
					o.text.WriteByte('\n')
				}
				err = o.paragraph()
			}
			if err != nil {
				return c, err
			}
		}
	}
}

// paragraph appends the text of a paragraph that has begun. White space in a row counts as one blank; further blanks, tabs
// and line ends are tags.
func (o *ods) paragraph() error {
	blank := true // white space at the beginning does not count
	for depth := 1; depth > 0; {
		t, err := o.in.token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.CharData:
			for _, b := range t {
				space := b == ' ' || b == '\t' || b == '\n' || b == '\r'
				if !space {
					o.text.WriteByte(b)
				} else if !blank {
					o.text.WriteByte(' ')
				}
				blank = space
			}
		case xml.EndElement:
			depth--
		case xml.StartElement:
			depth++
			switch t.Name.Local {
			case "s":
				n, err := repeated(t, "c")
				if err == nil {
					err = o.in.spend(int(n)) // a few bytes of the file may stand for any number of blanks
				}
				if err != nil {
					return err
				}
				o.text.WriteString(strings.Repeat(" ", int(n)))
			case "tab":
				o.text.WriteByte('\t')
			case "line-break":
				o.text.WriteByte('\n')
			case "annotation", "note":
				depth--
				if err := o.in.skip(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// valueOf returns the value of a cell that shows text.
func valueOf(s xml.StartElement, text string) (c cell) {
	switch kind := attribute(s, "value-type"); kind {
	case "float", "percentage", "currency":
		c.Cell = (&styles{}).number(attribute(s, "value"), "")
		if len(text) > len(c.Text) && strings.TrimLeft(text, "0") == c.Text { // 00123
			c.Cell = record.Cell{Text: text}
		}
	case "date":
		c.Cell = record.Cell{Text: strings.Replace(attribute(s, "date-value"), "T", " ", 1), Kind: record.Date}
	case "boolean":
		c.Cell = record.Cell{Text: attribute(s, "boolean-value"), Kind: record.Boolean}
	default: // also a time: its value is a duration such as PT13H, its text 13:00
		if c.Text = text; text == "" {
			c.Text = attribute(s, "string-value")
		}
		if c.Text == "" && attribute(s, "formula") != "" && kind == "" {
			c.problem = unknownFormula
		}
	}
	if c.Text == "" {
		c.Kind = record.Empty
	}
	return c
}
