package export

import (
	"archive/zip"
	_ "embed"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/template"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/review"
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

// begin ends the open sheet and begins another with its columns, in XML, and a header that stays in view.
func (b *book) begin(columns string, header []string) (err error) {
	if b.sheet != nil {
		if err := b.end(""); err != nil {
			return err
		}
	}
	b.sheets++
	b.rows = 0
	if b.sheet, err = b.zip.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", b.sheets)); err != nil {
		return err
	}
	if _, err = fmt.Fprintf(b.sheet, `%s<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">`+
		`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>%s</cols><sheetData>`, xml.Header, columns); err != nil {
		return err
	}
	cells := make([]corpus.Cell, len(header))
	for i, name := range header {
		cells[i].Text = name
	}
	return b.write(cells, headStyle)
}

// end ends the open sheet; behind stands after its rows.
func (b *book) end(behind string) error {
	_, err := io.WriteString(b.sheet, "</sheetData>"+behind+"</worksheet>")
	return err
}

// write writes a row of cells in their styles, the last of which is that of all further cells. A cell without a text is left out unless it
// has a style of its own.
func (b *book) write(cells []corpus.Cell, styles ...int) error {
	b.rows++
	b.line.Reset()
	fmt.Fprintf(&b.line, `<row r="%d">`, b.rows)
	for i, c := range cells {
		b.cell(review.Letters(i)+strconv.Itoa(b.rows), c, styles[min(i, len(styles)-1)])
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
		n := utf16.RuneLen(r)
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

//go:embed book.xml.tmpl
var bookParts string

// finish ends the open sheet, behind whose rows stands behind, writes the files that list the sheets, whose names begin with name, and
// closes the archive. filter is the last cell of a review's filter; "" for another workbook.
func (b *book) finish(name, behind, filter string) error {
	if err := b.end(behind); err != nil {
		return err
	}
	parts, err := template.New("").Parse(strings.ReplaceAll(bookParts, "\n", ""))
	if err != nil {
		return err
	}
	data := struct {
		Name, Filter string
		Sheets       []int
	}{Name: name, Filter: filter}
	for i := range b.sheets {
		data.Sheets = append(data.Sheets, i+1)
	}
	for _, part := range []string{"xl/styles.xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "_rels/.rels", "[Content_Types].xml"} {
		w, err := b.zip.Create(part)
		if err == nil {
			_, err = io.WriteString(w, xml.Header)
		}
		if err == nil {
			err = parts.ExecuteTemplate(w, part, data)
		}
		if err != nil {
			return err
		}
	}
	return b.zip.Close()
}
