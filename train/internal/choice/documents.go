package choice

import (
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Documents are those that a choice is fitted to: those in files of preprocess, or without files those in memory.
type Documents struct {
	Files   []string
	Memory  []schemas.Document
	Unknown map[string][][]string // by the id of a document: its phrases of which it is not known whether they are right
}

// open returns the number of documents, and functions that return the next one and close the files.
func (d Documents) open() (total int64, next func() (schemas.Document, error), end func() error, err error) {
	if len(d.Files) > 0 {
		files, err := rows.Open(schemas.Documents, d.Files, nil)
		if err != nil {
			return 0, nil, nil, err
		}
		return files.Rows(), files.Next, files.Close, nil
	}
	left := d.Memory
	return int64(len(left)), func() (one schemas.Document, err error) {
		if len(left) == 0 {
			return one, io.EOF
		}
		one, left = left[0], left[1:]
		return one, nil
	}, func() error { return nil }, nil
}
