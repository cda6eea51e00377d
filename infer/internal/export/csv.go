package export

import (
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
	return Table[Row]{Header: func() []string { return header }, Lines: func(d Row) (lines [][]string) {
		for i, k := range d.phrases() {
			lines = append(lines, []string{given(d.ID), strconv.Itoa(i + 1), given(k.Phrase), Score(k.Score), strconv.FormatBool(k.Present),
				k.Field, Number(k.Start), Number(k.End), given(k.Surface), d.Doubtful, Number(k.StartChar), Number(k.StartUTF16)})
		}
		return lines
	}}.Format(w)
}

// Score formats a score with the fewest digits that give it back.
func Score(p float32) string { return strconv.FormatFloat(float64(p), 'g', -1, 32) }

// Number formats a number, "" for none.
func Number(n *int32) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(int(*n))
}
