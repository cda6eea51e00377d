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

// CSV is how a table with several lines per document is written, by the rules of encoding/csv.
type CSV struct {
	Comma rune // 0: a comma
	Mark  bool // it begins with a byte order mark
	// Safe puts a ' before text of the user that begins like a formula (OWASP, CSV Injection), which programs that read the file must
	// remove.
	Safe bool
}

// Phrases writes one line per phrase. The rank counts from 1 within a document. The place of an absent phrase is empty. A document
// without phrases has no line. Of a document's limits, the lines have only the reason why it is doubtful.
func (o CSV) Phrases(w io.Writer) (rows.Encoder[Row], error) { return Lines(o, header, phraseLines)(w) }

// Lines is the format of a table with a header and the lines of each document; cell converts text of the user.
func Lines[R any](o CSV, header []string, lines func(d R, cell func(string) string) [][]string) rows.Format[R] {
	cell := func(s string) string { return s }
	if o.Safe {
		cell = Inert
	}
	return Table[R]{Header: func() []string { return header }, Lines: func(d R) [][]string { return lines(d, cell) }, Comma: o.Comma, Mark: o.Mark}.Format
}

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

func phraseLines(d Row, cell func(string) string) (lines [][]string) {
	for i, k := range d.phrases() {
		lines = append(lines, []string{cell(d.ID), strconv.Itoa(i + 1), cell(k.Phrase), Score(k.Score), strconv.FormatBool(k.Present),
			k.Field, Number(k.Start), Number(k.End), cell(k.Surface), d.Doubtful, Number(k.StartChar), Number(k.StartUTF16)})
	}
	return lines
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
