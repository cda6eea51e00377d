package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/group"
	"github.com/wrone2set/wrone2set/score/internal/join"
	"github.com/wrone2set/wrone2set/score/internal/report"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// run scores one test set. It reads documents in step with their predictions, judges them on several goroutines, and
// adds them in file order.
func run(ctx context.Context, t *stages.Task, c Config) error {
	predictions, documents := t.Input("predictions")[0], t.Input("documents")[0]
	r, err := readReview(t)
	if err != nil {
		return err
	}
	if r != nil && c.Released {
		return &stages.UsageError{Err: errors.New("released scores as the authors' script does, which knows no review: leave out --released or --review")}
	}
	in, settings, err := open(t, r, c.criteria, c.By, t.Input("slots"), predictions, []string{"5", "10", "M", "O", "G"})
	if err != nil {
		return err
	}
	defer in.Close()
	facts, err := about(settings.TestSet, predictions, documents, c.criteria)
	if err != nil {
		return err
	}
	res := result.New(settings)
	page := report.New(res, c.Examples, facts...)
	groups := group.New(settings, c.By)
	err = collect(ctx, t, c.criteria, in, res, func(d *document) {
		page.Add(&d.row, &d.scored)
		if c.By != "" {
			groups.Add(d.row.Values, &d.scored)
		}
	})
	if err != nil {
		return err
	}
	if err := res.Finish(ctx, t.Threads); err != nil {
		return err
	}
	if err := caveats(t, "", res); err != nil {
		return err
	}
	t.Note("documents", res.Documents())
	table := ""
	if c.By != "" {
		if table, err = writeGroups(ctx, t, groups, res.Uncalibrated == ""); err != nil {
			return err
		}
	}
	return write(t, res, page, table)
}

// groupsFile has the scores of the documents of each value of the column --by.
const groupsFile = "groups.parquet"

// writeGroups writes the groups and returns their table.
func writeGroups(ctx context.Context, t *stages.Task, groups *group.Groups, calibrated bool) (string, error) {
	all, err := groups.Rows(ctx, t.Threads, calibrated)
	if err != nil {
		return "", err
	}
	out, err := rows.Create(t.Create, groupsFile, rows.Table(schemas.Groups))
	if err != nil {
		return "", err
	}
	defer out.Abort()
	if err := out.Write(all...); err != nil {
		return "", err
	}
	return group.Text(groups.Column, all), out.Close()
}

// open opens predictions and their documents and returns how to score them. by is the column of groups, if any, and cuts are
// the default cuts.
func open(t *stages.Task, reviewed *review.Review, c criteria, by string, slots []stages.Source, predictions stages.Source, cuts []string) (in *join.Rows, s result.Settings, err error) {
	documents := t.Input("documents")[0]
	if s.TestSet, err = testSet(c, documents); err != nil {
		return nil, s, err
	}
	if s.Cuts, err = c.cuts(cuts); err != nil {
		return nil, s, &stages.UsageError{Err: err}
	}
	paths := join.Paths{Documents: documents.Files, Folder: documents.Dir, Pair: documents.Pair, Predictions: predictions.Files, Released: c.Released, Raw: c.raw(),
		By: t.Open, Ended: t.Ended, Corpus: c.Settings, Column: by, Review: reviewed, Say: t.Say, Warn: t.Warn}
	for _, src := range slots {
		paths.Slots = src.Files
	}
	if in, err = join.Open(paths); err != nil {
		if lacks := (*corpus.ColumnError)(nil); errors.As(err, &lacks) {
			err = &stages.UsageError{Err: fmt.Errorf("--by %s: %w", by, err)}
		}
		return nil, s, err
	}
	if c.Distinguish == signs && !in.Spelt {
		in.Close()
		return nil, s, &stages.UsageError{Err: fmt.Errorf("--distinguish signs needs keyphrases as people write them, and %s has only their tokens: give the raw corpus", documents.Spec)}
	}
	s.Reviewed = reviewed != nil
	s.Released, s.Unpadded, s.Bins, s.Samples, s.Seed = c.Released, c.MengPrecision, c.Bins, c.Bootstrap, c.Seed
	s.Scored, s.Foreign, s.Slots = in.Scored, !in.Ours, len(paths.Slots) > 0
	return in, s, nil
}

// caveats logs what makes the scores of a system misleading, and refuses keyphrases that infer wrote.
func caveats(t *stages.Task, system string, res *result.Result) error {
	if res.Caveats.IsCopy() && !res.Foreign && !res.Reviewed {
		return &schemas.FileError{File: t.Input("documents")[0].Spec, Err: errors.New(res.Caveats.Copy() + ", so infer wrote them"),
			Remedy: "name the column of the keyphrases that people chose: --columns keywords=NAME"}
	}
	var more []any
	if system != "" {
		more = []any{"system", system}
	}
	for _, line := range res.Caveats.Warnings() {
		t.Log.Warn(line, more...)
	}
	if note := res.Caveats.Note(); note != "" {
		t.Log.Info(note, more...)
	}
	return nil
}

// batchSize is the number of documents per batch of a goroutine. It changes no result.
const batchSize = 64

// collect adds every document to result, gives it to add, and writes its rows of scores.parquet.
func collect(ctx context.Context, t *stages.Task, c criteria, in *join.Rows, res *result.Result, add func(*document)) error {
	out, err := rows.Create(t.Create, "scores.parquet", rows.Table(schemas.Scores))
	if err != nil {
		return err
	}
	defer out.Abort()
	err = judge(ctx, t, c, in, res.TestSet, res.Add, func(d *document) error {
		add(d)
		return out.Write(d.scores[:]...)
	})
	if err != nil {
		return err
	}
	return out.Close()
}

// judge judges every document and passes it, in file order, first to add, then to done. An error of add is the fault
// of the predictions. No document at all is an error.
func judge(ctx context.Context, t *stages.Task, c criteria, in *join.Rows, testSet string, add func(*result.Judged) error, done func(*document) error) error {
	progress := t.Progress("score", "documents", in.Rows())
	defer progress.Done()
	next, judged := rows.Batches(batchSize, in.Next), 0
	err := rows.Map(ctx, t.Threads, next, judging(ctx, c, testSet), func(documents []document) error {
		for i := range documents {
			d := &documents[i]
			if err := add(&d.scored); err != nil {
				return &schemas.FileError{File: d.row.File, Row: d.row.At, Err: fmt.Errorf("document %q: %w", d.row.Document.ID, err),
					Remedy: "run infer again"}
			}
			if err := done(d); err != nil {
				return err
			}
		}
		judged += len(documents)
		t.Read(int64(len(documents)))
		progress.Add(int64(len(documents)))
		return nil
	})
	if err == nil && judged == 0 {
		err = &schemas.FileError{File: t.Input("documents")[0].Spec, Err: errors.New("no documents to score"), Remedy: "give documents with keyphrases"}
	}
	return err
}

// write writes metrics, report and summary, which has the table of groups, if any, and prints the summary.
func write(t *stages.Task, res *result.Result, page *report.Page, groups string) error {
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
	return t.Fill(summaryFile, func(w io.Writer) error { return summary(io.MultiWriter(w, t.Stdout), res, groups, page) })
}
