package choice

import (
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Documents are those that a choice is fitted to.
type Documents struct {
	Open func() (rows.Reader[schemas.Document], error)
	// Unknown returns the phrases of a document of which it is not known whether they are right; nil: there are none.
	Unknown func(id string) [][]string
}

// InFiles returns the documents in files of preprocess.
func InFiles(paths []string) Documents {
	return Documents{Open: func() (rows.Reader[schemas.Document], error) { return rows.Open(schemas.Documents, paths, nil) }}
}

// InMemory returns documents, with the phrases of each, by its id, of which it is not known whether they are right.
func InMemory(all []schemas.Document, unknown map[string][][]string) Documents {
	return Documents{func() (rows.Reader[schemas.Document], error) { return &inMemory{all: all}, nil }, func(id string) [][]string { return unknown[id] }}
}

// inMemory is a rows.Reader of documents.
type inMemory struct {
	all []schemas.Document
	at  int
}

func (m *inMemory) Next() (d schemas.Document, err error) {
	if m.at == len(m.all) {
		return d, io.EOF
	}
	m.at++
	return m.all[m.at-1], nil
}
func (m *inMemory) Rows() int64            { return int64(len(m.all)) }
func (m *inMemory) Place() (string, int64) { return "", int64(m.at) }
func (m *inMemory) Close() error           { return nil }
