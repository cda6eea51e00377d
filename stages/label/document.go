package label

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// Document is a text to label, in UTF-8. Each field may be empty. Documents without a word get no phrases.
type Document struct {
	ID    string // returned in the prediction; need not be unique
	Title string // the plain text of the title
	Body  string // the plain text of the abstract
}

// Label returns the prediction of each document, in order. It leaves out phrases that nobody would write, see
// [schemas.Phrase], which Items keeps for scoring. If a document cannot be labelled, Label labels none; the error names
// the first such document by its index from 0.
func (l *Labeller) Label(ctx context.Context, documents ...Document) ([]schemas.Prediction, error) {
	maker := l.Maker()
	items := make([]Item, len(documents))
	for i, d := range documents {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var err error
		if !utf8.ValidString(d.ID) || !utf8.ValidString(d.Title) || !utf8.ValidString(d.Body) {
			err = fmt.Errorf("not valid UTF-8")
		}
		if items[i], err = maker.Make(&corpus.Record{ID: d.ID, Title: d.Title, Body: d.Body}, err); err != nil {
			return nil, fmt.Errorf("label: document %d: %w", i, err)
		}
	}
	if err := l.Items(ctx, items, func(int) {}); err != nil {
		return nil, err
	}
	predictions := make([]schemas.Prediction, len(items))
	for i := range items {
		predictions[i] = items[i].Prediction
		predictions[i].Phrases = slices.DeleteFunc(predictions[i].Phrases, func(p schemas.Phrase) bool { return p.Phrase == "" })
	}
	return predictions, nil
}
