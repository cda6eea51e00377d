package export

import (
	"io"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Reference is a format in which references go back with their keywords: its name for --export, and the file.
type Reference struct {
	Name, File string
	Format     corpus.Format
}

// References returns these formats.
func References() []Reference {
	return []Reference{
		{"bib", "references.bib", corpus.BibTeX}, {"ris", "references.ris", corpus.RIS}, {"nbib", "references.nbib", corpus.MEDLINE},
		{"wos", "references.txt", corpus.WebOfScience}, {"enw", "references.enw", corpus.EndNote}, {"marcxml", "references.xml", corpus.MARCXML},
	}
}

// Rows writes references with the keywords of their documents.
func (f Reference) Rows(w io.Writer) (rows.Encoder[Row], error) {
	to := corpus.NewRewriter(w, f.Format)
	return &encoder[Row]{begin: func() error { return nil }, write: func(d Row) error { return to.Write(d.Given, d.Keywords()) }, end: to.Close}, nil
}
