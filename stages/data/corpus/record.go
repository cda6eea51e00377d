package corpus

import (
	"wrone2set/schemas"
	"wrone2set/stages/data/corpus/internal/file"
	"wrone2set/stages/data/corpus/internal/record"
)

// Record is one document as its corpus gives it: either raw text, or tokens
// that are taken as they are.
type Record = record.Record

// Unparsed is one record cut out of its file and not yet looked into.
type Unparsed = record.Unparsed

// Records gives the records of one file, or of one pair of files, in order.
type Records = record.Records

// Columns are the names under which the parts of a document are looked for: in
// the header of a table, in the keys of JSON objects, in the columns of a
// Parquet file. Letters count as equal in either case. Where a file has several
// of a part's names, the first in the list is read; it may be empty.
type Columns = record.Columns

// DefaultColumns are the names that corpora commonly use.
func DefaultColumns() Columns { return record.DefaultColumns() }

// MadeUp reports whether an id is the one that a record of that place gets for
// want of its own.
func MadeUp(id, path string, row int64) bool { return record.MadeUp(id, path, row) }

// Lines is a text file cut into lines.
type Lines = file.Lines

// OpenLines opens a text file, plain or compressed, for its lines alone.
func OpenLines(path string, by schemas.Opener) (*Lines, error) {
	return file.OpenLines(path, by)
}

// MaxLine is the length in bytes above which a line, and any other record of
// text, is refused.
const MaxLine = file.MaxLine
