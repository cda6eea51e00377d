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
	return references{corpus.NewRewriter(w, f.Format)}, nil
}

type references struct{ to *corpus.Rewriter }

func (r references) Write(documents ...Row) error {
	for _, d := range documents {
		if err := r.to.Write(d.Given, d.Keywords()); err != nil {
			return err
		}
	}
	return nil
}

func (r references) Close() error { return r.to.Close() }
