package main

import (
	"context"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/concept"
)

// proposer finds keyphrases of documents that are not labels of concepts. It is safe for concurrent use.
type proposer struct {
	vocabulary *thesaurus.Vocabulary
	labeller   *label.Labeller
}

// newProposer opens the built-in model.
func newProposer(v *thesaurus.Vocabulary, o label.Options, threads int) (*proposer, error) {
	o.Threads = threads
	l, err := label.Open("", o)
	if err != nil {
		return nil, err
	}
	return &proposer{v, l}, nil
}

// reader returns a function that adds the phrases of a batch of records to their rows. A nil proposer adds none.
func (p *proposer) reader(ctx context.Context) func(*corpus.Batch, []conceptRow) error {
	if p == nil {
		return func(*corpus.Batch, []conceptRow) error { return nil }
	}
	maker, names := p.labeller.Maker(), concept.NewNames(p.vocabulary)
	return func(b *corpus.Batch, read []conceptRow) error {
		var items []label.Item
		var of []int
		for i := range read {
			if read[i].reject != nil {
				continue
			}
			r, err := b.Parse(i)
			item, err := maker.Make(&r, err)
			if err != nil {
				read[i].reject = err
				continue
			}
			items, of = append(items, item), append(of, i)
		}
		if err := p.labeller.Items(ctx, items, func(int) {}); err != nil {
			return err
		}
		for k := range items {
			row := &read[of[k]]
			row.Unmatched = unmatched(names, row.Language, items[k].Prediction)
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
