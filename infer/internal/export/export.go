// Package export writes what documents are labelled with, keyphrases or concepts, for other programs: as JSON, one line per
// document; as CSV, one line per phrase or concept; in the format of the predictions file of the authors' released code; as tables
// of the documents' own columns with their keywords, in CSV, Excel and Parquet; and as references with their keywords.
package export

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// Row is a document with its labels.
type Row struct {
	ID string
	Labels
	Cells []corpus.Cell // the columns of its file; nil if no export has them
	Given *corpus.Given // the row of its file; nil if no export has it
}

// Labels are the phrases or concepts of a document.
type Labels interface {
	// JSON returns the value of the document's line of JSON.
	JSON() any
	// Lines returns the document's lines of CSV. cell converts text of the user.
	Lines(cell func(string) string) [][]string
	// Table returns the cells after those of the document, see Wide.Ours.
	Table() []corpus.Cell
	// Keywords returns what the document's reference gets.
	Keywords() []corpus.Keyword
	// Review returns what people correct; nil for a document that is not in the review.
	Review() *Reviewed
}

// JSON writes the line of a document. It calls w's Write once.
func JSON(w io.Writer, d Row) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(d.Labels.JSON())
}

// Text writes the keywords joined by ";", or a blank line. A ";" or line break inside a token of a foreign corpus
// becomes a comma or a blank, since the format cannot represent it.
func Text(w io.Writer, d Row) error {
	var keywords []string
	for _, k := range d.Keywords() {
		keywords = append(keywords, separators.Replace(k.Text))
	}
	_, err := io.WriteString(w, strings.Join(keywords, ";")+"\n")
	return err
}

var separators = strings.NewReplacer(";", ",", "\n", " ", "\r", " ")
