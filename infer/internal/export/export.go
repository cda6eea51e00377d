// Package export writes predictions for other programs: as JSON, one line per document; as CSV, one line per phrase;
// in the format of the predictions file of the authors' released code; and as tables of the documents' own columns with
// their keywords, in CSV, Excel and Parquet. It omits duplicates; phrases without a spelling, as those with <digit>; phrases
// with a comma, a full stop or <unk> as a word, which score does not count either; and phrases of numbers only.
package export

import (
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Row is a document and its phrases.
type Row struct {
	schemas.Prediction
	Given  *Given        // nil if the text is not written
	Cells  []corpus.Cell // by column of Wide; nil if no export has them
	Source *corpus.Given // the row of its file; nil if no export has it
	Absent Absent
	Ours   []corpus.Cell // by column of Wide.Ours
}

// Absent selects the absent phrases to write; the zero value selects all.
type Absent struct {
	Least float32 // the lowest score
	Sure  bool    // none of a doubtful document, whose scores are unreliable
}

// Given is the original text of a document.
type Given struct{ Title, Text string }

// phrases returns the phrases to write, best first.
func (d Row) phrases() (list []schemas.Phrase) {
	for _, k := range d.Phrases {
		if exported(k) && (k.Present || d.writes(k)) {
			list = append(list, k)
		}
	}
	return list
}

// writes reports whether an absent phrase is written.
func (d Row) writes(k schemas.Phrase) bool {
	return k.Score >= d.Absent.Least && !(d.Absent.Sure && d.Doubtful != "")
}

func exported(k schemas.Phrase) bool {
	numbers := 0
	for _, w := range k.Tokens {
		switch w {
		case ",", ".", text.Specials[text.Unk]:
			return false
		case text.Digit:
			numbers++
		}
	}
	return k.Phrase != "" && !k.Duplicate && numbers < len(k.Tokens)
}

// Text writes the phrases joined by ";", or a blank line. A ";" or line break inside a token of a foreign corpus
// becomes a comma or a blank, since the format cannot represent it.
func Text(w io.Writer, d Row) error {
	var phrases []string
	for _, k := range d.phrases() {
		phrases = append(phrases, separators.Replace(k.Phrase))
	}
	_, err := io.WriteString(w, strings.Join(phrases, ";")+"\n")
	return err
}

var separators = strings.NewReplacer(";", ",", "\n", " ", "\r", " ")
