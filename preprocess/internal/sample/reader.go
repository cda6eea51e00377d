package sample

import (
	"fmt"
	"io"

	"wrone2set/preprocess/internal/corpus"
)

// Reader gives the first documents of one set as a corpus.Reader, so that made
// up documents take the same way as those of a file.
type Reader struct {
	Language *Language
	Set      string // "train", "valid", "test" or "label"
	Seed     uint64
	Count    int64 // documents
	next     int64
}

var _ corpus.Reader = (*Reader)(nil)

// Next numbers the documents from 1; it is io.EOF after Count of them.
func (r *Reader) Next(row *corpus.Row) error {
	if r.next == r.Count {
		return io.EOF
	}
	r.next++
	*row = corpus.Row{Line: r.next}
	return nil
}

// Parse makes the document of that number. It never fails.
func (r *Reader) Parse(row *corpus.Row) (corpus.Record, error) {
	d := r.Language.Document(r.Seed, r.Set, row.Line)
	return corpus.Record{
		File: "sample", Row: row.Line, ID: fmt.Sprintf("sample-%s-%d", r.Set, row.Line),
		Title: d.Title, Abstract: d.Abstract, Keywords: d.Keywords,
	}, nil
}

// Close does nothing.
func (r *Reader) Close() error { return nil }
