package export

import (
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// Original is the text of a document as it was given.
type Original struct{ Title, Text string }

// OriginalOf returns the text of a document. If the document was given as tokens, it joins them by blanks.
func OriginalOf(d *schemas.Document) *Original {
	g := &Original{Title: d.TitleText, Text: d.BodyText}
	if g.Title == "" && g.Text == "" {
		g.Title, g.Text = strings.Join(d.Title, " "), strings.Join(d.Body, " ")
	}
	return g
}

// OriginalIn returns the text of a record, as OriginalOf does for a document.
func OriginalIn(r *corpus.Record) *Original {
	d := schemas.Document{TitleText: r.Title, BodyText: r.Body, Title: r.TitleTokens, Body: r.BodyTokens}
	if r.Document != nil {
		d.TitleText, d.BodyText = r.Document.TitleText, r.Document.BodyText
	}
	return OriginalOf(&d)
}

// titleRunes is the number of characters of a text that stand for the title of a document that has none.
const titleRunes = 120

// Headline returns the title of a document, or how its text begins.
func (o *Original) Headline() string {
	if strings.TrimSpace(o.Title) != "" {
		return o.Title
	}
	if begin := []rune(o.Text); len(begin) > titleRunes {
		return string(begin[:titleRunes]) + "…"
	}
	return o.Text
}
