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

// Referenced is a document with what its reference gets.
type Referenced struct {
	Given    *corpus.Given
	Keywords []corpus.Keyword
}

// Write writes references with more keywords.
func (f Reference) Write(w io.Writer) (rows.Encoder[Referenced], error) {
	return references[Referenced]{corpus.NewRewriter(w, f.Format), func(r Referenced) Referenced { return r }}, nil
}

// Rows writes references with the phrases of their documents.
func (f Reference) Rows(w io.Writer) (rows.Encoder[Row], error) {
	return references[Row]{corpus.NewRewriter(w, f.Format), func(d Row) Referenced {
		r := Referenced{Given: d.Source}
		for _, k := range d.phrases() {
			r.Keywords = append(r.Keywords, corpus.Keyword{Text: k.Phrase})
		}
		return r
	}}, nil
}

// references writes what of makes of a row.
type references[R any] struct {
	to *corpus.Rewriter
	of func(R) Referenced
}

func (r references[R]) Write(rows ...R) error {
	for _, row := range rows {
		d := r.of(row)
		if err := r.to.Write(d.Given, d.Keywords); err != nil {
			return err
		}
	}
	return nil
}

func (r references[R]) Close() error { return r.to.Close() }
