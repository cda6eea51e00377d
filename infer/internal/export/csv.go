package export

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"wrone2set/stages/data/rows"
)

// header names the columns of the CSV export.
var header = []string{"id", "rank", "phrase", "score", "present", "field", "start", "end", "surface"}

// CSV is a table of one line a phrase by the rules of encoding/csv: the rank
// counts from 1 within a document, and where the phrase stands is empty for one
// that does not stand in the text. A document without phrases has no line.
func CSV(w io.Writer) (rows.Encoder[Document], error) {
	return newTable(w, func(cell string) string { return cell })
}

// SpreadsheetCSV is CSV of which no cell is run as a formula by the spreadsheet that opens it: an id, phrase or surface that
// begins like one has a ' in front (OWASP, CSV Injection), which a program that reads the file has to take away.
func SpreadsheetCSV(w io.Writer) (rows.Encoder[Document], error) { return newTable(w, inert) }

// formulas are the characters that a formula begins with, also in full width, and those that a spreadsheet skips before one.
const formulas = "=+-@＝＋－＠\t\r\n\x00"

// inert is a cell that no spreadsheet takes for a formula.
func inert(cell string) string {
	first, _ := utf8.DecodeRuneInString(cell)
	if cell != "" && strings.ContainsRune(formulas, first) {
		return "'" + cell
	}
	return cell
}

func newTable(w io.Writer, given func(string) string) (rows.Encoder[Document], error) {
	t := &table{to: w, given: given}
	t.csv = csv.NewWriter(&t.lines)
	return t, t.csv.Write(header)
}

// table passes the lines of each document on at once.
type table struct {
	to    io.Writer
	given func(cell string) string // what is written for text that others gave
	lines bytes.Buffer
	csv   *csv.Writer
}

func (t *table) Write(documents ...Document) error {
	for _, d := range documents {
		for i, k := range d.phrases() {
			cells := []string{t.given(d.ID), strconv.Itoa(i + 1), t.given(k.Phrase), strconv.FormatFloat(float64(k.Score), 'g', -1, 32), strconv.FormatBool(k.Present),
				k.Field, number(k.Start), number(k.End), t.given(k.Surface)}
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

// Close writes what is left: of a table without documents the header.
func (t *table) Close() error {
	t.csv.Flush()
	if t.lines.Len() == 0 {
		return t.csv.Error()
	}
	_, err := t.lines.WriteTo(t.to)
	return err
}

// number is a number in digits, "" for none.
func number(n *int32) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(int(*n))
}
