// Package export writes predictions for others: as JSON, a line a document; as
// CSV, a line a phrase; and in the format of the predictions file of the
// authors' released code. Left out is what is no phrase to anyone: duplicates;
// what holds a comma, a full stop or <unk> as a word, none of which score
// counts; and what is nothing but numbers, of which the model knows only that
// they are some.
package export

import (
	"io"
	"strings"

	"wrone2set/schemas"
	"wrone2set/stages/data/text"
)

// Document is a document and its phrases.
type Document struct {
	schemas.Prediction
	Given *Given // nil: not to be written
}

// Given is the text of a document as the user gave it.
type Given struct{ Title, Text string }

// phrases are those that are written, best first.
func (d Document) phrases() (list []schemas.Phrase) {
	for _, k := range d.Phrases {
		if exported(k) {
			list = append(list, k)
		}
	}
	return list
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
	return !k.Duplicate && numbers < len(k.Tokens)
}

// Text writes the phrases joined by ";", a blank line if there are none. A ";"
// or a line break that a foreign corpus has inside a token becomes a comma or a
// blank: the format has no way to keep it.
func Text(w io.Writer, d Document) error {
	var phrases []string
	for _, k := range d.phrases() {
		phrases = append(phrases, separators.Replace(k.Phrase))
	}
	_, err := io.WriteString(w, strings.Join(phrases, ";")+"\n")
	return err
}

var separators = strings.NewReplacer(";", ",", "\n", " ", "\r", " ")
