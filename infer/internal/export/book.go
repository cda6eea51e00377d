package export

import (
	"archive/zip"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// Limits of Excel.
const (
	sheetRows    = 1 << 20
	sheetColumns = 1 << 14
	cellUnits    = 32767 // UTF-16 code units of a cell
)

// Styles of cells of every workbook: their indices in styles.xml.
const (
	plainStyle = iota
	headStyle
	dateStyle
	timeStyle
	ownStyles // those of one kind of workbook begin here
)

// book writes the files of a workbook one after the other. Those that list the sheets come last. It is our own because excelize makes
// every start of infer take half as long again.
type book struct {
	zip    *zip.Writer
	sheet  io.Writer // the open sheet, nil before the first
	sheets int
	rows   int // of the open sheet
	cut    *int64
	line   strings.Builder
}

// begin begins a sheet; views and columns stand before its rows. The sheet before must be ended.
func (b *book) begin(views string) (err error) {
	b.sheets++
	b.rows = 0
	if b.sheet, err = b.zip.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", b.sheets)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(b.sheet, `%s<worksheet xmlns="%s">%s<sheetData>`, xml.Header, mainSpace, views)
	return err
}

// end ends the open sheet; behind stands after its rows.
func (b *book) end(behind string) error {
	_, err := io.WriteString(b.sheet, "</sheetData>"+behind+"</worksheet>")
	return err
}

// write writes a row of cells, each in its style; one without a text is left out unless it has a style of its own.
func (b *book) write(cells []corpus.Cell, style func(i int) int) error {
	b.rows++
	b.line.Reset()
	fmt.Fprintf(&b.line, `<row r="%d">`, b.rows)
	for i, c := range cells {
		b.cell(columnName(i)+strconv.Itoa(b.rows), c, style(i))
	}
	b.line.WriteString("</row>")
	_, err := io.WriteString(b.sheet, b.line.String())
	return err
}

// cell adds a cell to the line.
func (b *book) cell(at string, c corpus.Cell, style int) {
	switch {
	case (c.Kind == corpus.EmptyCell || c.Text == "") && style < ownStyles:
		return
	case c.Text == "":
		fmt.Fprintf(&b.line, `<c r="%s" s="%d"/>`, at, style)
		return
	case style >= ownStyles && c.Kind == corpus.NumberCell && exact(c.Text):
		fmt.Fprintf(&b.line, `<c r="%s" s="%d"><v>%s</v></c>`, at, style, c.Text)
		return
	case (c.Kind == corpus.NumberCell || c.Kind == corpus.IntegerCell) && exact(c.Text):
		fmt.Fprintf(&b.line, `<c r="%s"><v>%s</v></c>`, at, c.Text)
		return
	case c.Kind == corpus.BooleanCell:
		fmt.Fprintf(&b.line, `<c r="%s" t="b"><v>%d</v></c>`, at, map[bool]int{true: 1}[c.Text == "true"])
		return
	case c.Kind == corpus.DateCell:
		if days, style, ok := serial(c.Text); ok {
			fmt.Fprintf(&b.line, `<c r="%s" s="%d"><v>%s</v></c>`, at, style, days)
			return
		}
	}
	fmt.Fprintf(&b.line, `<c r="%s" s="%d" t="inlineStr"><is><t xml:space="preserve">`, at, style)
	xml.EscapeText(&b.line, []byte(escape(b.fit(c.Text)))) // a strings.Builder does not fail
	b.line.WriteString("</t></is></c>")
}

// fit truncates a text to the limit of a cell.
func (b *book) fit(s string) string {
	if len(s) <= cellUnits {
		return s
	}
	units := 0
	for i, r := range s {
		n := 1
		if r > 0xffff {
			n = 2
		}
		if units+n > cellUnits {
			*b.cut++
			// The ellipsis replaces the last character that fits.
			_, last := utf8.DecodeLastRuneInString(s[:i])
			return s[:i-last] + "…"
		}
		units += n
	}
	return s
}

// exact reports whether Excel keeps every digit of a number: it has at most 15 digits and no exponent.
func exact(number string) bool {
	digits := strings.TrimPrefix(number, "-")
	return digits != "" && len(strings.Replace(digits, ".", "", 1)) <= 15 && strings.Trim(digits, "0123456789.") == "" && digits[0] != '.' &&
		strings.Count(digits, ".") <= 1 && (len(digits) == 1 || digits[0] != '0' || digits[1] == '.')
}

// serial returns a date as Excel's day number, and the style that shows it. It refuses dates before 1901: until
// March 1900, Excel counts a day that did not exist.
func serial(date string) (days string, style int, ok bool) {
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	t, err := time.Parse(time.DateOnly, date)
	style = dateStyle
	if err != nil {
		t, err = time.Parse(time.DateTime, date)
		style = timeStyle
	}
	if err != nil || t.Year() < 1901 {
		return "", 0, false
	}
	return strconv.FormatFloat(float64(t.Unix()-first.Unix())/86400, 'f', -1, 64), style, true
}

// escape writes characters that XML does not allow as _x0001_, and escapes such a sequence in a text.
func escape(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r < ' ' && r != '\t' && r != '\n', r == 0xfffe, r == 0xffff:
			fmt.Fprintf(&b, "_x%04X_", r)
		case r == '_' && len(s) >= i+7 && s[i+1] == 'x' && s[i+6] == '_':
			b.WriteString("_x005F_")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// columnName returns the letters of column i, counted from 0.
func columnName(i int) string {
	name := ""
	for i++; i > 0; i = (i - 1) / 26 {
		name = string(rune('A'+(i-1)%26)) + name
	}
	return name
}

// Names that Office Open XML gives its parts.
const (
	mainSpace     = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	relationSpace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	packageSpace  = "http://schemas.openxmlformats.org/package/2006/"
	partType      = "application/vnd.openxmlformats-officedocument.spreadsheetml."
)

// Parts of styles.xml: what every kind of workbook has, and what one adds behind it.
type styles struct{ numbers, fonts, fills, borders, cells string }

// styleSheet returns styles.xml. Excel needs the first font, two fills and a border, and a style for cells that name none.
func (s styles) styleSheet() string {
	list := func(name, content, item string) string {
		return fmt.Sprintf(`<%s count="%d">%s</%[1]s>`, name, strings.Count(content, item), content)
	}
	return `<styleSheet xmlns="` + mainSpace + `">` +
		list("numFmts", `<numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/><numFmt numFmtId="165" formatCode="yyyy\-mm\-dd\ hh:mm:ss"/>`+s.numbers, "<numFmt ") +
		list("fonts", `<font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>`+s.fonts, "<font>") +
		list("fills", `<fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>`+s.fills, "<fill>") +
		list("borders", `<border/>`+s.borders, "<border") +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
		list("cellXfs", `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>`+
			`<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`+s.cells, "<xf ") +
		`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

// finish writes the files that list the sheets, whose names begin with name, and closes the archive. defined are names of the workbook.
func (b *book) finish(name string, s styles, defined string) error {
	var sheets, relations, types strings.Builder
	for i := 1; i <= b.sheets; i++ {
		fmt.Fprintf(&sheets, `<sheet name="%s %d" sheetId="%d" r:id="rId%d"/>`, name, i, i, i)
		fmt.Fprintf(&relations, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, i, relationSpace, i)
		fmt.Fprintf(&types, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>`, i, partType)
	}
	for _, part := range [][2]string{
		{"xl/styles.xml", s.styleSheet()},
		{"xl/workbook.xml", `<workbook xmlns="` + mainSpace + `" xmlns:r="` + relationSpace + `"><sheets>` + sheets.String() + `</sheets>` + defined + `</workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + packageSpace + `relationships">` + relations.String() +
			`<Relationship Id="rId0" Type="` + relationSpace + `/styles" Target="styles.xml"/></Relationships>`},
		{"_rels/.rels", `<Relationships xmlns="` + packageSpace + `relationships"><Relationship Id="rId1" Type="` + relationSpace + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"[Content_Types].xml", `<Types xmlns="` + packageSpace + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="` + partType + `sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="` + partType + `styles+xml"/>` + types.String() + `</Types>`},
	} {
		w, err := b.zip.Create(part[0])
		if err == nil {
			_, err = io.WriteString(w, xml.Header+part[1])
		}
		if err != nil {
			return err
		}
	}
	return b.zip.Close()
}
