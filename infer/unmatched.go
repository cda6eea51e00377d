package main

import (
	"context"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/concept"
)

// proposing returns a function that adds keyphrases that are no labels of concepts to the rows of a batch, with --unmatched.
func (a *assigner) proposing(ctx context.Context) func(*corpus.Batch, []conceptRow) error {
	if a.phrases == nil {
		return func(*corpus.Batch, []conceptRow) error { return nil }
	}
	maker, names := a.phrases.Maker(), concept.NewNames(a.vocabulary)
	return func(b *corpus.Batch, read []conceptRow) error {
		var items []label.Item
		var of []*conceptRow
		for i := range read {
			row := &read[i]
			if row.reject != nil || row.old.found {
				continue
			}
			r, err := b.Parse(i)
			item, err := maker.Make(&r, err)
			if row.reject = err; err == nil {
				items, of = append(items, item), append(of, row)
			}
		}
		if err := a.phrases.Items(ctx, items, func(int) {}); err != nil {
			return err
		}
		for i, row := range of {
			row.Unmatched = unmatched(names, row.Language, items[i].Prediction)
			row.reject = schemas.Assigneds.Fits(&row.Assigned)
		}
		return nil
	}
}

// unmatched returns the phrases of a document that infer exports and that are not labels of a concept.
func unmatched(names *concept.Names, language string, p schemas.Prediction) (all []schemas.Proposal) {
	for _, k := range export.Answer(p, export.Absent{Least: choose.LeastAbsent, Sure: true}).Phrases {
		if !names.Has(language, k.Phrase) {
			all = append(all, schemas.Proposal{Phrase: k.Phrase, Score: k.Score, Start: k.Start, End: k.End, Field: k.Field, Surface: k.Surface,
				StartChar: k.StartChar, StartUTF16: k.StartUTF16})
		}
	}
	return all
}
