// Package header finds the parts of documents among the columns of a file, and makes records of its rows.
package header

import (
	"errors"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Chosen is the header of a file and the columns that are chosen from it.
type Chosen struct {
	Path   string
	At     [record.Fields]int // column of each part, -1 for none
	Floats bool               // ids are floating-point numbers; see record.WholeID
	Kept   []record.Column    // all columns, if records keep their row; else nil
	Lost   []string           // columns that they cannot keep: nested ones and rare types
	Warn   func(line string)  // receives what the user should look at; may be nil
	Above  [][]string         // rows above the header
	Short  bool               // a row ends with its last value
	First  [][]string         // the first rows below it, to judge columns by
	names  []string
	lacks  []string      // parts without a column; see record.Record
	words  *record.Words // nil as long as no row needs them
	left   [kinds]int64  // rows that are no documents
	stem   string
	split  string // separator of keyphrases in one text
}

// New chooses columns by their names. place is where the file has them. A file without columns has no header.
func New(path, place string, names []string, c *record.Names) (h Chosen, err error) {
	h = Chosen{Path: path, At: [record.Fields]int{-1, -1, -1, -1}, names: names, stem: record.Stem(path), split: c.Split}
	if len(names) == 0 {
		return h, nil
	}
	if h.At, err = c.Choose(names); err != nil {
		return h, &schemas.FileError{File: path, Place: place, Err: err, Remedy: c.Remedy()}
	}
	h.lacks = record.Missing(h.At[record.Title] < 0, h.At[record.Body] < 0, h.At[record.Keyphrases] < 0)
	return h, nil
}

// Separate sets the separator of keyphrases in one text.
func (h *Chosen) Separate(mark string) { h.split = mark }

// Header returns the names of the columns, nil for a file without a header.
func (h *Chosen) Header() []string { return h.names }

// Texts returns the cells of a column in the first rows.
func (h *Chosen) Texts(column int) (texts []string) {
	for _, row := range h.First {
		if column < len(row) {
			texts = append(texts, row[column])
		}
	}
	return texts
}

// Columns returns the columns of records that keep their row.
func (h *Chosen) Columns() []record.Column { return h.Kept }

// Unkept returns the columns that no record keeps.
func (h *Chosen) Unkept() []string { return h.Lost }

// Parse checks a record that was made of a row.
func (h *Chosen) Parse(u *record.Unparsed) (record.Record, error) { return record.Whole(u, h.Path) }

// absent are the ids, in small letters, that only say that there is none, as pandas and Excel write them.
var absent = []string{"nan", "none", "null", "n/a", "#n/a", "#name?"}

// Record makes a record of a row, whose columns have these texts. Without an id it gets one; see record.RowID. joined are the
// keyphrases in one text.
func (h *Chosen) Record(row int64, id, title, body, joined string) (r *record.Record, err error) {
	r = &record.Record{File: h.Path, Row: row, ID: strings.TrimSpace(id), Title: title, Body: body, Missing: h.lacks}
	if h.Floats {
		r.ID, err = record.WholeID(r.ID, h.names[h.At[record.ID]])
	}
	if r.ID == "" || slices.Contains(absent, strings.ToLower(r.ID)) {
		r.ID = record.RowID(h.stem, row)
	}
	return r, errors.Join(err, r.SetKeyphrases(joined, h.split))
}
