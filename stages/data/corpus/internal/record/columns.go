package record

import (
	_ "embed"
	"strings"
)

// Field is one field of a document.
type Field int

const (
	ID Field = iota
	Title
	Body
	Keyphrases
	Fields
)

// Keys are the fields as --columns and names.txt call them.
func Keys() [Fields]string { return [Fields]string{"id", "title", "text", "keywords"} }

// Another is the advice for a column whose values cannot be read as the field.
func (f Field) Another() string { return "name another column by --columns " + Keys()[f] + "=NAME" }

// Missing lists the missing columns by the names that users know.
func Missing(title, body, keyphrases bool) (names []string) {
	if title {
		names = append(names, "title")
	}
	if body {
		names = append(names, "abstract")
	}
	if keyphrases {
		names = append(names, "keywords")
	}
	return names
}

// Columns lists, per part of a document, the accepted names of table columns, JSON keys and Parquet columns. Case does
// not matter, and blank, "-" and "_" are one. If a file has several names of a part, the first in the list is read, in a table
// the first that has a value in its first rows; other values may be empty. Of several spellings of one name, see Names.For.
type Columns struct {
	Names     [Fields][]string
	Also      [Fields][]string // names that come after those of the part, and that messages do not list
	Must      [Fields]bool     // parts for which a file must have a column
	Separator string           // separator of keyphrases stored as one text; "" means ";"
}

// DefaultColumns are the names of names.txt.
func DefaultColumns() (c Columns) {
	names := known()
	for p, key := range Keys() {
		c.Names[p], c.Also[p] = names[key], names["also "+key]
	}
	return c
}

// PredictedColumns are the columns of predictions.
func PredictedColumns() Columns {
	names := known()
	return Columns{Names: [Fields][]string{ID: names["id"], Keyphrases: names["predicted keywords"]}, Also: [Fields][]string{ID: names["also id"]}}
}

//go:embed names.txt
var namesText string

// known returns the lists of names.txt.
func known() map[string][]string {
	lists := map[string][]string{}
	for line := range strings.Lines(namesText) {
		if key, names, ok := strings.Cut(line, ": "); ok {
			lists[key] = append(lists[key], strings.Split(strings.TrimSpace(names), ", ")...)
		}
	}
	return lists
}
