package corpus

import (
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Given is a row as its file has it, with all its columns; see Options.Keep.
type Given = record.Given

// Column is a column of a file.
type Column = record.Column

// Cell is one value of a row.
type Cell = record.Cell

// Kind is the type of a cell in its file.
type Kind = record.Kind

// The kinds of cells and columns.
const (
	TextCell    = record.Text
	EmptyCell   = record.Empty
	IntegerCell = record.Integer
	NumberCell  = record.Number
	BooleanCell = record.Boolean
	DateCell    = record.Date
	NestedCell  = record.Nested
)

// Layout gives the rows of all files of a set the same columns: those of the first file, then further columns of the next
// files. A file without columns has id, title and text.
type Layout struct {
	Columns []Column         // nil before the first row if the set is a pipe
	at      map[string][]int // by file: the indices of its columns
	named   map[string][]int // by name: the indices of the columns of that name, in order
}

// own has the columns of a file that has none.
var own = record.TextColumns([]string{"id", "title", "text"})

// add adds the columns of a file. The k-th of several columns of one name corresponds to the k-th in other files. A column
// with different kinds in two files becomes text.
func (l *Layout) add(path string, columns []Column) {
	if l.at == nil {
		l.at, l.named = map[string][]int{}, map[string][]int{}
	}
	seen := map[string]int{}
	at := make([]int, len(columns))
	for i, c := range columns {
		if same := l.named[c.Name]; seen[c.Name] < len(same) {
			at[i] = same[seen[c.Name]]
			if have := &l.Columns[at[i]]; have.Kind != c.Kind {
				have.Kind = TextCell
			}
		} else {
			at[i] = len(l.Columns)
			l.Columns, l.named[c.Name] = append(l.Columns, c), append(same, at[i])
		}
		seen[c.Name]++
	}
	l.at[path] = at
}

// Row returns the cells of a row, one for each column. Call it in the order of the rows.
func (l *Layout) Row(g *Given) []Cell {
	if l.at[g.File] == nil {
		l.add(g.File, g.Columns)
	}
	cells := make([]Cell, len(l.Columns))
	for i := range cells {
		cells[i].Kind = EmptyCell
	}
	for i, at := range l.at[g.File] {
		if i < len(g.Cells) {
			cells[at] = g.Cells[i]
		}
	}
	return cells
}

// GivenOf returns the row of a record as its file has it; if the file has no columns, its id, title and text.
func GivenOf(r *Record) *Given {
	if r.Given != nil {
		r.Given.File = r.File
		return r.Given
	}
	title, body := r.Title, r.Body
	if d := r.Document; d != nil {
		title, body = d.TitleText, d.BodyText
	}
	if title == "" && body == "" {
		title, body = strings.Join(r.TitleTokens, " "), strings.Join(r.BodyTokens, " ")
	}
	g := &Given{File: r.File, Columns: own}
	g.Add(r.ID, TextCell)
	g.Add(title, TextCell)
	g.Add(body, TextCell)
	return g
}
