package export

import (
	"io"
	"slices"

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

// ReferenceFiles returns the files of those of the exports that are formats of references. of returns the reference of a row, and
// the keywords that it gets.
func ReferenceFiles[R any](exports []string, of func(R) (*corpus.Given, []corpus.Keyword)) (files []File[R]) {
	for _, r := range References() {
		if slices.Contains(exports, r.Name) {
			files = append(files, File[R]{r.File, func(w io.Writer) (rows.Encoder[R], error) {
				return references[R]{corpus.NewRewriter(w, r.Format), of}, nil
			}})
		}
	}
	return files
}

// Reference returns the reference of a document, and its phrases.
func (d Row) Reference() (given *corpus.Given, keywords []corpus.Keyword) {
	for _, k := range d.phrases() {
		keywords = append(keywords, corpus.Keyword{Text: k.Phrase})
	}
	return d.Source, keywords
}

// references writes the references of rows.
type references[R any] struct {
	*corpus.Rewriter
	of func(R) (*corpus.Given, []corpus.Keyword)
}

func (r references[R]) Write(rows ...R) error {
	for _, row := range rows {
		if err := r.Rewriter.Write(r.of(row)); err != nil {
			return err
		}
	}
	return nil
}
