package sheet

import (
	"encoding/xml"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// maxNames bounds the bytes of the names that are kept: those of sheets, and of styles that hide sheets. Each takes some memory beside
// its bytes.
const (
	maxNames    = 4 << 20
	listedBytes = 64
)

// odsContent is the part of all sheets.
const odsContent = "content.xml"

// locked returns an error for an encrypted workbook.
func (p *part) locked() error {
	return p.tags(func(s xml.StartElement) error {
		if s.Name.Local == "encryption-data" {
			return errLocked
		}
		return nil
	})
}

// tables returns the sheets in order. Their styles may hide them.
func (a *archive) tables() (list []listed, err error) {
	hidden, style, kept := map[string]bool{}, "", 0
	err = a.read(odsContent, func(p *part) error {
		return p.tags(func(s xml.StartElement) error {
			p.more()
			name := attribute(s, "name")
			switch s.Name.Local {
			case "style":
				style = name
			case "table-properties":
				delete(hidden, style)
				if attribute(s, "display") == "false" {
					hidden[style] = true
					kept += listedBytes + len(style)
				}
			case "table":
				list = append(list, listed{name, odsContent, hidden[attribute(s, "style-name")]})
				kept += listedBytes + len(name)
			}
			if kept > maxNames {
				return damaged("%s: names of more than %d bytes", p.name, maxNames)
			}
			return nil
		})
	})
	return list, err
}

// calc reads the value of a cell of .ods. Notes and drawings are none.
func (r *rows) calc(start xml.StartElement) (cell, error) {
	paragraphs := 0
	err := r.in.within(func(s xml.StartElement) error {
		if s.Name.Local != "p" {
			return nil
		}
		if paragraphs++; paragraphs > 1 {
			r.text.WriteByte('\n')
		}
		r.blank = true
		return r.paragraph()
	}, nil)
	return valueOf(start, r.text.String()), err
}

// paragraph appends the text of a paragraph that has begun. White space in a row counts as one blank; further blanks, tabs
// and line ends are tags.
func (r *rows) paragraph() error {
	return r.in.within(func(s xml.StartElement) error {
		switch s.Name.Local {
		case "s":
			n, err := repeated(s, "c")
			if err == nil {
				err = r.in.spend(int(n)) // a few bytes of the file may stand for any number of blanks
			}
			if err == nil {
				r.text.WriteString(strings.Repeat(" ", int(n)))
			}
			return err
		case "tab":
			r.text.WriteByte('\t')
		case "line-break":
			r.text.WriteByte('\n')
		case "annotation", "note":
		default:
			return r.paragraph()
		}
		return nil
	}, r.words)
}

// words appends a piece of a paragraph.
func (r *rows) words(text xml.CharData) {
	for _, b := range text {
		space := b == ' ' || b == '\t' || b == '\n' || b == '\r'
		if !space {
			r.text.WriteByte(b)
		} else if !r.blank {
			r.text.WriteByte(' ')
		}
		r.blank = space
	}
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
		c.Cell = record.Cell{Text: dateText(attribute(s, "date-value")), Kind: record.Date}
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
	return c
}
