package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"wrone2set/schemas"
	"wrone2set/score/internal/join"
	"wrone2set/score/internal/report"
	"wrone2set/score/internal/result"
	"wrone2set/stages"
	"wrone2set/stages/rows"
)

// run scores one test set: documents are read in step with their predictions,
// judged by several goroutines, and collected in file order.
func run(ctx context.Context, t *stages.Task, c Config) error {
	documents := t.Input("documents")[0]
	name, err := testSet(c, documents)
	if err != nil {
		return err
	}
	paths := join.Paths{Documents: documents.Files, Pair: documents.Pair, Predictions: t.Input("predictions")[0].Files, Released: c.Released,
		Corpus: c.Settings, Say: func(line string) { t.Log.Info(line) }}
	for _, s := range t.Input("slots") {
		paths.Slots = s.Files
	}
	in, err := join.Open(paths)
	if err != nil {
		return err
	}
	defer in.Close()
	cuts, err := c.cuts()
	if err != nil {
		return &stages.UsageError{Err: err}
	}
	res := result.New(result.Settings{
		TestSet: name, Cuts: cuts, Released: c.Released, Unpadded: c.MengPrecision,
		Bins: c.Bins, Samples: c.Bootstrap, Seed: c.Seed, Scored: in.Scored, Foreign: !in.Ours, Slots: len(paths.Slots) > 0,
	})
	facts, err := about(name, t.Input("predictions")[0], documents, c)
	if err != nil {
		return err
	}
	page := report.New(res, c.Examples, facts...)
	if err := collect(ctx, t, c, in, res, page); err != nil {
		return err
	}
	if res.Documents() == 0 {
		return &stages.InputError{File: documents.Spec, Err: errors.New("no documents to score"), Remedy: "give documents with keyphrases"}
	}
	res.Finish(t.Threads)
	t.Note("documents", res.Documents())
	return write(t, res, page)
}

// batchSize is how many documents go to a goroutine at once. It changes no result.
const batchSize = 64

// collect judges every document, adds it to result and page, and writes its scores.
func collect(ctx context.Context, t *stages.Task, c Config, in *join.Rows, res *result.Result, page *report.Page) error {
	out, err := rows.Create(t.Create, "scores.parquet", rows.Table(schemas.Scores))
	if err != nil {
		return err
	}
	defer out.Abort()
	progress := t.Progress("score", "documents", in.Rows())
	defer progress.Done()
	next := rows.Batches(batchSize, in.Next)
	err = rows.Map(ctx, t.Threads, next, judging(ctx, c, res.TestSet), func(documents []document) error {
		for i := range documents {
			d := &documents[i]
			if err := res.Add(&d.scored); err != nil {
				return &stages.InputError{File: d.row.File, Row: d.row.At, Err: fmt.Errorf("document %q: %w", d.row.Document.ID, err),
					Remedy: "run infer again"}
			}
			page.Add(&d.row, &d.scored)
			if err := out.Write(d.scores[:]...); err != nil {
				return err
			}
		}
		t.Read(int64(len(documents)))
		progress.Add(int64(len(documents)))
		return nil
	})
	if err != nil {
		return err
	}
	return out.Close()
}

// write writes metrics, report and summary, and prints the summary.
func write(t *stages.Task, res *result.Result, page *report.Page) error {
	metrics, err := res.JSON()
	if err != nil {
		return err
	}
	if err := t.Fill("metrics.json", func(w io.Writer) error { _, err := w.Write(metrics); return err }); err != nil {
		return err
	}
	if err := t.Fill("report.html", page.Write); err != nil {
		return err
	}
	return t.Fill(summaryFile, func(w io.Writer) error { return summary(io.MultiWriter(w, t.Stdout), res, page) })
}
