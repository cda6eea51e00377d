package export

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// header names the columns of the CSV export.
var header = []string{"id", "rank", "phrase", "score", "present", "field", "start", "end", "surface", "doubtful", "start_char", "start_utf16"}

// CSV writes a table with one line per phrase, by the rules of encoding/csv. The rank counts from 1 within a document.
// The place of an absent phrase is empty. A document without phrases has no line. Of a document's limits, the lines have
// only the reason why it is doubtful.
func CSV(w io.Writer) (rows.Encoder[Row], error) {
	return newTable(w, func(cell string) string { return cell })
}

// SpreadsheetCSV is CSV without cells that a spreadsheet runs as formulas: an id, phrase or surface that begins like a
// formula gets a leading ' (OWASP, CSV Injection), which programs that read the file must remove.
func SpreadsheetCSV(w io.Writer) (rows.Encoder[Row], error) { return newTable(w, Inert) }

// formulas are the first characters of a formula, also in full width, and the characters that a spreadsheet skips
// before one.
const formulas = "=+-@＝＋－＠\t\r\n\x00"

// Inert returns a cell that no spreadsheet runs as a formula: with a leading ' if it begins like one.
func Inert(cell string) string {
	first, _ := utf8.DecodeRuneInString(cell)
	if cell != "" && strings.ContainsRune(formulas, first) {
		return "'" + cell
	}
	return cell
}

func newTable(w io.Writer, given func(string) string) (rows.Encoder[Row], error) {
	t := &table{to: w, given: given}
	t.csv = csv.NewWriter(&t.lines)
	return t, t.csv.Write(header)
}

// table writes the lines of a document in one call.
type table struct {
	to    io.Writer
	given func(cell string) string // converts text of the user
	lines bytes.Buffer
	csv   *csv.Writer
}

func (t *table) Write(documents ...Row) error {
	for _, d := range documents {
		for i, k := range d.phrases() {
			cells := []string{t.given(d.ID), strconv.Itoa(i + 1), t.given(k.Phrase), strconv.FormatFloat(float64(k.Score), 'g', -1, 32), strconv.FormatBool(k.Present),
				k.Field, Number(k.Start), Number(k.End), t.given(k.Surface), d.Doubtful,
				Number(k.StartChar), Number(k.StartUTF16)}
			if err := t.csv.Write(cells); err != nil {
				return err
			}
		}
		if err := t.Close(); err != nil {
			return err
		}
	}
	return nil
}

// Close writes the header of a table without documents.
func (t *table) Close() error {
	t.csv.Flush()
	if t.lines.Len() == 0 {
		return t.csv.Error()
	}
	_, err := t.lines.WriteTo(t.to)
	return err
}

// Number formats a number, "" for none.
func Number(n *int32) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(int(*n))
}
