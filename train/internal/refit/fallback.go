package refit

import (
	"context"
	"errors"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/word"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/stages/model/fallback/fit"
	"github.com/wrone2set/wrone2set/train/internal/record"
	"github.com/wrone2set/wrone2set/train/internal/setting"
)

// labelled fits the fallback to the documents of --documents. Without these it keeps that of --model.
func (r *refitting) labelled(ctx context.Context) error {
	if len(r.Input("documents")) == 0 {
		return r.from.Keep(r.Fill, model.ExtractFile)
	}
	documents, err := r.readLabelled(ctx)
	if err != nil {
		return err
	}
	return r.fitFallback(ctx, documents, r.DumpTable && len(r.Input("data")) == 0)
}

// fitFallback fits the fallback to documents, and writes their candidates, too, with dump.
func (r *refitting) fitFallback(ctx context.Context, documents []fit.Document, dump bool) error {
	first, err := fallback.Default()
	if err != nil {
		return err
	}
	documents = evenly(documents, int(r.ChoiceDocuments))
	if dump {
		if err := r.Fill(setting.TableFile, fit.Table(documents).Write); err != nil {
			return err
		}
	}
	progress := r.Progress("fit to the documents", "steps", fit.RefitSteps)
	m, err := rows.Until(ctx, func() (*fallback.Ranker, error) { return fit.Refit(first, documents, func() { progress.Add(1) }) })
	progress.Done()
	if few := (*fit.TooFewError)(nil); errors.As(err, &few) {
		return &schemas.FileError{File: r.Input("documents")[0].Spec, Err: err, Remedy: "give more documents with keyphrases"}
	}
	if err != nil {
		return err
	}
	r.Note("extract_documents", m.Documents)
	return r.Fill(model.ExtractFile, m.Write)
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

// labelledText is a document with its candidates.
type labelledText struct {
	fit.Document
	mark string // see corpus.Joined
	some bool
	left []boilerplate.Span
}

// readLabelled reads the documents of --documents that have keyphrases.
func (r *refitting) readLabelled(ctx context.Context) (all []fit.Document, err error) {
	none, left, separators := 0, boilerplate.Tally{}, corpus.Separators{Separator: r.KeywordSeparator}
	err = record.Reading[labelledText]{
		Settings: r.Settings,
		Worker: func() func(*corpus.Record) (labelledText, error) {
			cutter := word.NewCutter()
			return func(d *corpus.Record) (labelledText, error) { return label(cutter, r.Language, d) }
		},
		Seen: func(d *corpus.Record, l labelledText) error { return separators.Count(d.File, l.mark, l.some) },
		Add: func(_ *corpus.Record, l labelledText) error {
			if len(l.Keyphrases) == 0 {
				none++
				return nil
			}
			left.Add(l.left)
			all = append(all, l.Document)
			return nil
		},
	}.Each(ctx, r.Task)
	left.Say(r.Log)
	r.Note("documents_with_boilerplate", left)
	r.Note("extract_documents_without_keyphrases", none)
	if err == nil {
		err = separators.End(r.Input("documents")[0].Spec)
	}
	if err == nil && len(all) == 0 {
		err = &schemas.FileError{File: r.Input("documents")[0].Spec, Err: errors.New("no document has keyphrases"),
			Remedy: "give them in the column keywords, or name the column that has them: --columns keywords=NAME"}
	}
	return all, err
}

// label returns the candidates of a record, which are those that infer finds in it. An error is the reason to reject it.
func label(c *word.Cutter, tag string, d *corpus.Record) (l labelledText, err error) {
	if err := corpus.Gold(d); err != nil {
		return l, err
	}
	l.mark, l.some = corpus.Joined(d)
	title, body, left, err := document.Texts(d)
	if err != nil {
		return l, err
	}
	l.left = left
	tag = languageOf(tag, title.Plain, body.Plain)
	l.Document = fit.Label(c, find(c, tag, title.Plain, body.Plain), d.Keyphrases)
	return l, nil
}

// languageOf returns the given language, else that of a text.
func languageOf(given, title, body string) string {
	if given == "" {
		given, _ = language.Detect(title + "\n" + body)
	}
	return given
}

// find returns a text with the candidates that infer finds in it.
func find(c *word.Cutter, tag, title, body string) *fallback.Text {
	return fallback.Find(c, tag, title, body, (*fallback.Frequencies)(nil).Rarity(tag))
}
