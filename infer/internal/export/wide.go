package export

import (
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Wide writes tables with one row per document: the columns that the document has in its file; keywords, which are its
// phrases joined by "; "; and doubtful, language and truncated, its limits.
type Wide struct {
	Layout *corpus.Layout
	Ours   []corpus.Column // the columns after those of the document, if not its phrases and limits; rows have them in Ours
	Scores bool            // a column scores after keywords, with as many numbers joined by "; "
	Comma  rune            // of CSV
	Mark   bool            // CSV begins with a byte order mark
	Raw    bool            // cells of CSV that look like formulas stay as they are
}

// columns returns all columns: those of the documents, then ours. One of ours gets another name if the documents have
// a column of its name.
func (o Wide) columns() []corpus.Column {
	columns := slices.Clone(o.Layout.Columns)
	taken := map[string]bool{}
	for _, c := range columns {
		taken[strings.ToLower(strings.TrimSpace(c.Name))] = true
	}
	for _, c := range o.ours() {
		for taken[c.Name] {
			c.Name = "predicted_" + c.Name
		}
		columns = append(columns, c)
	}
	return columns
}

// ours returns the columns after those of the documents.
func (o Wide) ours() []corpus.Column {
	if o.Ours != nil {
		return o.Ours
	}
	columns := []corpus.Column{{Name: "keywords"}}
	if o.Scores {
		columns = append(columns, corpus.Column{Name: "scores"})
	}
	return append(columns, corpus.Column{Name: "doubtful"}, corpus.Column{Name: "language"}, corpus.Column{Name: "truncated", Kind: corpus.BooleanCell})
}

// header returns the names of all columns.
func (o Wide) header() []string {
	var names []string
	for _, c := range o.columns() {
		names = append(names, c.Name)
	}
	return names
}

// cells returns the cells of a document, by column.
func (o Wide) cells(d Row) []corpus.Cell {
	if o.Ours != nil {
		return append(slices.Clone(d.Cells), d.Ours...)
	}
	var phrases, scores []string
	for _, k := range d.phrases() {
		phrases = append(phrases, separators.Replace(k.Phrase))
		scores = append(scores, strconv.FormatFloat(float64(k.Score), 'f', scoreDigits, 32))
	}
	cells := append(slices.Clone(d.Cells), corpus.Cell{Text: strings.Join(phrases, "; ")})
	if o.Scores {
		cells = append(cells, corpus.Cell{Text: strings.Join(scores, "; ")})
	}
	return append(cells, corpus.Cell{Text: d.Doubtful}, corpus.Cell{Text: d.Language}, corpus.Cell{Text: strconv.FormatBool(d.Truncated), Kind: corpus.BooleanCell})
}

// scoreDigits is the number of decimals in the column scores.
const scoreDigits = 3

// CSV writes a table. Unless o.Raw is set, no cell begins like a formula, see Inert, but numbers such as -5 stay as they are.
func (o Wide) CSV(w io.Writer) (rows.Encoder[Row], error) {
	return Table[Row]{Header: func() []string { return o.line(o.header()) }, Lines: func(d Row) [][]string {
		var cells []string
		for _, c := range o.cells(d) {
			cells = append(cells, c.Text)
		}
		return [][]string{o.line(cells)}
	}, Comma: o.Comma, Mark: o.Mark}.Format(w)
}

// line returns the cells without formulas.
func (o Wide) line(cells []string) []string {
	for i := range cells {
		if !o.Raw && !idle.MatchString(cells[i]) {
			cells[i] = Inert(cells[i])
		}
	}
	return cells
}

// idle matches cells that begin like a formula, but that no spreadsheet calculates: a number with its sign, and marks alone,
// which stand for a missing value. +1+1 and -5-3 are formulas.
var idle = regexp.MustCompile(`^(?:[+-]?(?:\d[\d.,]*|[.,]\d+)(?:[eE][+-]?\d+)?|[-+.,]+)$`)
