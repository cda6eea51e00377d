package assigned

import (
	"context"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model/concept"
)

// proposing returns a function that adds keyphrases that are no labels of concepts to the rows of a batch, with --unmatched.
func (a *Assigner) proposing(ctx context.Context) func(*corpus.Batch, []row) error {
	if a.phrases == nil {
		return func(*corpus.Batch, []row) error { return nil }
	}
	maker, names := a.phrases.Maker(), concept.NewNames(a.vocabulary)
	return func(b *corpus.Batch, read []row) error {
		var items []label.Item
		var proposed []*row
		for i := range read {
			of := &read[i]
			if of.place.Reject != nil || of.old.Found {
				continue
			}
			r, err := b.Parse(i)
			item, err := maker.Make(&r, err)
			if of.place.Reject = err; err == nil {
				items, proposed = append(items, item), append(proposed, of)
			}
		}
		if err := a.phrases.Items(ctx, items, func(int) {}); err != nil {
			return err
		}
		for i, of := range proposed {
			of.Unmatched = unmatched(names, of.Language, items[i].Prediction)
			of.place.Reject = schemas.Assigneds.Fits(&of.Assigned)
		}
		return nil
	}
}

// unmatched returns the phrases of a document that infer exports and that are not labels of a concept.
func unmatched(names *concept.Names, language string, p schemas.Prediction) (all []schemas.Proposal) {
	for _, k := range export.Answer(p, export.LikelyAbsent()).Phrases {
		if !names.Has(language, k.Phrase) {
			all = append(all, schemas.Proposal{Phrase: k.Phrase, Score: k.Score, Start: k.Start, End: k.End, Field: k.Field, Surface: k.Surface,
				StartChar: k.StartChar, StartUTF16: k.StartUTF16})
		}
	}
	return all
}
