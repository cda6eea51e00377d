package record

import (
	"strings"
	"unicode/utf8"
)

// Kind is the type of a cell in its file, or the type of all cells of a column.
type Kind uint8

// The kinds of cells.
const (
	Text    Kind = iota // as the file has it: every cell of CSV
	Empty               // no value: null, or a blank cell of a spreadsheet
	Integer             // of a column of Parquet
	Number              // in decimal digits, without an exponent if it comes from a spreadsheet
	Boolean             // true or false
	Date                // 2006-01-02, 2006-01-02 15:04:05 or 15:04:05
	Nested              // JSON of a list or an object
)

// Cell is one value of a row.
type Cell struct {
	Text string
	Kind Kind
}

// Column is a column of a file.
type Column struct {
	Name string
	Kind Kind // Integer, Number or Boolean if the file gives this type to all of its values; else Text
}

// Given is a row as its file has it.
type Given struct {
	File    string
	Columns []Column // of the file; its rows share them
	Cells   []Cell   // one for each column
	Beyond  int      // number of values that Cells lacks or has changed: under no column, too long, or not valid text
	Entry   *Entry   // of a file of references, else nil
}

// Entry is a reference as its file has it, in UTF-8.
type Entry struct {
	Format string
	Head   string // what stands before the first entry of the file
	Text   string // the entry, with what stands around it
}

// Bytes estimates the memory of a row; 0 for nil.
func (g *Given) Bytes() (n int) {
	if g == nil {
		return 0
	}
	for i := range g.Cells {
		n += 24 + len(g.Cells[i].Text)
	}
	if g.Entry != nil {
		n += len(g.Entry.Text)
	}
	return n
}

// Add adds the next cell. It replaces invalid UTF-8 by U+FFFD and NUL by a blank, and counts such a cell in Beyond.
func (g *Given) Add(text string, kind Kind) {
	if !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0 {
		text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", " ")
		g.Beyond++
	}
	g.Cells = append(g.Cells, Cell{text, kind})
}

// TextColumns returns columns of text with these names.
func TextColumns(names []string) []Column {
	columns := make([]Column, len(names))
	for i, name := range names {
		columns[i].Name = name
	}
	return columns
}
