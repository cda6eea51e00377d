// Package export writes predictions for others, a line each: as JSON, and in
// the format of the predictions file of the authors' released code. Left out is
// what is no phrase to anyone: duplicates; what holds a comma, a full stop or
// <unk> as a word, none of which score counts; and what is nothing but numbers,
// of which the model knows only that they are some.
package export

import (
	"encoding/json"
	"io"
	"strings"

	"wrone2set/schemas"
	"wrone2set/stages/text"
)

// line is a line of the JSON export: three lists of one length, best first.
type line struct {
	ID         string    `json:"id"`
	Keyphrases []string  `json:"keyphrases"`
	Scores     []float32 `json:"scores"`
	Present    []bool    `json:"present"`
}

// exported says whether a phrase is written.
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

// JSON writes {"id":…,"keyphrases":[…],"scores":[…],"present":[…]}.
func JSON(w io.Writer, p schemas.Prediction) error {
	l := line{ID: p.ID, Keyphrases: []string{}, Scores: []float32{}, Present: []bool{}}
	for _, k := range p.Phrases {
		if exported(k) {
			l.Keyphrases = append(l.Keyphrases, k.Phrase)
			l.Scores = append(l.Scores, k.Score)
			l.Present = append(l.Present, k.Present)
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(l)
}

// Text writes the phrases joined by ";", a blank line if there are none. A ";"
// or a line break that a foreign corpus has inside a token becomes a comma or a
// blank: the format has no way to keep it.
func Text(w io.Writer, p schemas.Prediction) error {
	var phrases []string
	for _, k := range p.Phrases {
		if exported(k) {
			phrases = append(phrases, separators.Replace(k.Phrase))
		}
	}
	_, err := io.WriteString(w, strings.Join(phrases, ";")+"\n")
	return err
}

var separators = strings.NewReplacer(";", ",", "\n", " ", "\r", " ")
