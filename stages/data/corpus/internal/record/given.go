package record

// Kind says what a cell is in its file.
type Kind uint8

// The kinds of cells.
const (
	Text    Kind = iota // as the file has it: every cell of CSV
	Empty               // no value: null, or a blank cell of a spreadsheet
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
