package concept

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// known returns the URIs of concepts, given as URIs or labels, without those that are no one concept of the vocabulary; nil counts all.
func known(v *thesaurus.Vocabulary, gold []string) []string {
	if v == nil {
		return slices.DeleteFunc(gold, func(uri string) bool { return uri == "" })
	}
	var uris []string
	for _, text := range gold {
		if named := v.Named(text); len(named) == 1 {
			uris = append(uris, v.URI(named[0]))
		}
	}
	return uris
}

// eachGold calls do with every document and its concepts, which a review has where it is given. A row that cannot be read is an error:
// without it the score would be that of other documents.
func eachGold(ctx context.Context, t *stages.Task, settings corpus.Settings, reviewed bool, do func(r *corpus.Record, gold []string) error) error {
	if !reviewed && !slices.ContainsFunc(settings.Columns, func(s string) bool { return strings.HasPrefix(strings.TrimSpace(s), "keywords") }) {
		settings.Columns = append(slices.Clone(settings.Columns), "keywords=subjects", "keywords=subject_uris")
	}
	set := corpus.Of(t.Input("documents"), settings.Reading(reviewed, t))
	if err := settings.Suit(set); err != nil {
		return err
	}
	batches, ids := &corpus.Batches{Set: set, End: t.Rows}, settings.IDs(set)
	defer batches.Close()
	for ctx.Err() == nil {
		b, err := batches.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for i := range b.Len() {
			r, err := b.Parse(i)
			if err != nil {
				return &schemas.FileError{File: r.File, Place: fmt.Sprintf("row %d", r.Row), Err: err, Remedy: "correct or remove it"}
			}
			if r.ID, err = ids.Take(r.File, r.Row, r.ID); err != nil {
				return err
			}
			gold := make([]string, len(r.Keyphrases))
			for i, k := range r.Keyphrases {
				gold[i] = strings.Trim(strings.TrimSpace(k), "<>")
			}
			if err := do(&r, gold); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}
