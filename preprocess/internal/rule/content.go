package rule

import (
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// appendText appends title and body, separated by <eos> if there is a title.
func appendText(words []string, d *schemas.Document) []string {
	words = append(words, d.Title...)
	if len(d.Title) > 0 {
		words = append(words, text.Specials[text.Eos])
	}
	return append(words, d.Body...)
}

// Targets returns the keyphrases of a document in gold order, with <peos> between present and absent ones.
func Targets(d *schemas.Document) [][]string {
	targets := make([][]string, 0, len(d.Present)+1+len(d.Absent))
	targets = append(targets, d.Present...)
	targets = append(targets, []string{text.Specials[text.Peos]})
	return append(targets, d.Absent...)
}
