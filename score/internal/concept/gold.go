package concept

import (
	"cmp"
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

// golden has the vocabulary by which gold concepts count, nil for all, and counts them and those that are no one concept of it.
type golden struct {
	v           *thesaurus.Vocabulary
	known, lost int
	first       string // of the lost
}

// uris returns the URIs of concepts, given as URIs or labels, without the lost ones.
func (g *golden) uris(gold []string) (uris []string) {
	for _, text := range gold {
		switch {
		case text == "":
			continue
		case g.v == nil:
			uris = append(uris, text)
		case len(g.v.Named(text)) == 1:
			uris = append(uris, g.v.URI(g.v.Named(text)[0]))
		default:
			g.first = cmp.Or(g.first, text)
			g.lost++
		}
	}
	g.known += len(uris)
	return uris
}

// end warns of lost concepts. It is an error if there are no others.
func (g *golden) end(t *stages.Task) error {
	if g.lost > 0 {
		t.Log.Warn("subjects of documents are no concept of the vocabulary, or several, and do not count", "subjects", g.lost, "of", g.known+g.lost, "first", g.first)
	}
	if g.known > 0 {
		return nil
	}
	return &schemas.FileError{File: t.Input("documents")[0].Spec, Err: errors.New("no document has a concept"),
		Remedy: "give URIs, or labels of --vocabulary, in the column subjects, or name the column that has them: --columns keywords=NAME"}
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
	separators := &corpus.Separators{Separator: settings.KeywordSeparator}
	defer batches.Close()
	for ctx.Err() == nil {
		b, err := batches.Next()
		if errors.Is(err, io.EOF) {
			return separators.End(set[0].Path)
		}
		if err != nil {
			return err
		}
		for i := range b.Len() {
			r, err := b.Parse(i)
			if err == nil && !reviewed {
				err = corpus.Gold(&r)
			}
			if err != nil {
				return &schemas.FileError{File: r.File, Place: fmt.Sprintf("row %d", r.Row), Err: err, Remedy: "correct or remove it"}
			}
			if len(r.Keyphrases) == 1 && strings.Contains(r.Keyphrases[0], "://") { // a label may have any sign
				mark, some := corpus.Joined(&r)
				if err := separators.Count(r.File, mark, some); err != nil {
					return err
				}
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
