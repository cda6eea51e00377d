package main

import (
	"context"
	"errors"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/word"
	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/stages/model/fallback/fit"
)

// labelledRow is a document with its candidates, or a row that is rejected.
type labelledRow struct {
	fit.Document
	id     string
	file   string
	row    int64
	reject error
	mark   string // see corpus.Joined
	some   bool
	left   []boilerplate.Span
}

// fitFallback fits the model for documents that the network is not for, and writes it. Without documents it copies that of
// --model, if there is one.
func fitFallback(ctx context.Context, t *stages.Task, c RefitConfig) error {
	if len(t.Input("documents")) == 0 {
		return keep(t, t.Input("model")[0], extractFile)
	}
	documents, err := readLabelled(ctx, t, c)
	if err != nil {
		return err
	}
	return fitFallbackTo(ctx, t, c, documents, c.DumpTable && len(t.Input("data")) == 0)
}

// fitFallbackTo fits that model to documents, and writes their candidates, too, with dump.
func fitFallbackTo(ctx context.Context, t *stages.Task, c RefitConfig, documents []fit.Document, dump bool) error {
	first, err := fallback.Default()
	if err != nil {
		return err
	}
	documents = evenly(documents, int(c.ChoiceDocuments))
	if dump {
		if err := t.Fill(tableFile, fit.Table(documents).Write); err != nil {
			return err
		}
	}
	progress := t.Progress("fit to the documents", "steps", fit.RefitSteps)
	m, err := rows.Until(ctx, func() (*fallback.Ranker, error) { return fit.Refit(first, documents, func() { progress.Add(1) }) })
	progress.Done()
	if few := (*fit.TooFewError)(nil); errors.As(err, &few) {
		return &schemas.FileError{File: t.Input("documents")[0].Spec, Err: err, Remedy: "give more documents with keyphrases"}
	}
	if err != nil {
		return err
	}
	t.Note("extract_documents", m.Documents)
	return t.Fill(extractFile, m.Write)
}

// evenly returns most of the documents, evenly out of all.
func evenly(all []fit.Document, most int) (some []fit.Document) {
	if len(all) <= most {
		return all
	}
	for i := range most {
		some = append(some, all[i*len(all)/most])
	}
	return some
}

// readLabelled reads the documents of --documents that have keyphrases.
func readLabelled(ctx context.Context, t *stages.Task, c RefitConfig) (all []fit.Document, err error) {
	none, left, separators := 0, boilerplate.Tally{}, corpus.Separators{Separator: c.KeywordSeparator}
	err = eachRow(ctx, t, c.Settings, func() func(*corpus.Record, error) labelledRow {
		cutter := word.NewCutter()
		return func(r *corpus.Record, err error) labelledRow { return labelled(cutter, c.Language, r, err) }
	}, func(r labelledRow, ids *corpus.IDs) error {
		if err := separators.Count(r.file, r.mark, r.some); err != nil {
			return err
		}
		if r.reject != nil {
			return t.Reject(r.file, r.row, r.reject.Error())
		}
		if _, err := ids.Take(r.file, r.row, r.id); err != nil {
			return err
		}
		if len(r.Keyphrases) == 0 {
			none++
			return nil
		}
		left.Add(r.left)
		all = append(all, r.Document)
		return nil
	})
	left.Say(t.Log)
	t.Note("documents_with_boilerplate", left)
	t.Note("extract_documents_without_keyphrases", none)
	if err == nil {
		err = separators.End(t.Input("documents")[0].Spec)
	}
	if err == nil && len(all) == 0 {
		err = &schemas.FileError{File: t.Input("documents")[0].Spec, Err: errors.New("no document has keyphrases"),
			Remedy: "give them in the column keywords, or name the column that has them: --columns keywords=NAME"}
	}
	return all, err
}

// labelled returns the candidates of a record; err is that of reading it. They are those that infer finds in it.
func labelled(c *word.Cutter, tag string, r *corpus.Record, err error) labelledRow {
	l := labelledRow{id: r.ID, file: r.File, row: r.Row, reject: err}
	if err == nil {
		l.reject = corpus.Gold(r)
	}
	if l.reject != nil {
		return l
	}
	l.mark, l.some = corpus.Joined(r)
	title, body, left, err := document.Texts(r)
	if l.reject = err; err != nil {
		return l
	}
	if tag == "" {
		tag, _ = language.Detect(title.Plain + "\n" + body.Plain)
	}
	l.left = left
	text := fallback.Find(c, tag, title.Plain, body.Plain, (*fallback.Frequencies)(nil).Rarity(tag))
	l.Document = fit.Label(c, text, r.Keyphrases)
	return l
}
