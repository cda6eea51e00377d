// Package judge opens the predictions of a test set and judges them, document by document, in the order of the files. It is what the
// modes have in common that score keyphrases.
//
//	Criteria, Input ─ Open ─► Set ─ Each ─► result.Judged, Document   (match.Matcher judges, on several goroutines)
//	result.Result ─ Warn ─► what makes its scores misleading, in the log
package judge

import (
	"context"
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/join"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Input is what a task judges, beside its documents.
type Input struct {
	Predictions stages.Source
	Slots       []stages.Source // at most one
	Review      *review.Review  // nil for none
	By          string          // column of the documents whose values rows get; "" for none
	Cuts        []string        // where the settings give none
}

// Set is an open test set with its predictions.
type Set struct {
	Settings result.Settings // how to score it

	task     *stages.Task
	criteria Criteria
	rows     *join.Rows
}

// Open opens the documents of a task and predictions for them.
func Open(t *stages.Task, c Criteria, in Input) (*Set, error) {
	documents := t.Input("documents")[0]
	s := result.Settings{Released: c.Released, Unpadded: c.MengPrecision, Bins: c.Bins, Sampling: c.Sampling,
		Slots: len(in.Slots) > 0, Reviewed: in.Review != nil}
	var err error
	if s.TestSet, err = testSet(c, documents); err != nil {
		return nil, err
	}
	if s.Cuts, err = c.cuts(in.Cuts); err != nil {
		return nil, &stages.UsageError{Err: err}
	}
	paths := join.Paths{Documents: documents.Files, Folder: documents.Dir, Pair: documents.Pair, Predictions: in.Predictions.Files, Released: c.Released, Raw: c.raw(),
		By: t.Open, Ended: t.Ended, Corpus: c.Settings, Column: in.By, Review: in.Review, Say: t.Say, Warn: t.Warn}
	for _, src := range in.Slots {
		paths.Slots = src.Files
	}
	joined, err := join.Open(paths)
	if err != nil {
		if lacks := (*corpus.ColumnError)(nil); errors.As(err, &lacks) {
			err = &stages.UsageError{Err: fmt.Errorf("--by %s: %w", in.By, err)}
		}
		return nil, err
	}
	if c.Distinguish == signs && !joined.Spelt {
		joined.Close()
		return nil, &stages.UsageError{Err: fmt.Errorf("--distinguish signs needs keyphrases as people write them, and %s has only their tokens: give the raw corpus", documents.Spec)}
	}
	s.Scored, s.Foreign = joined.Scored, !joined.Ours
	return &Set{Settings: s, task: t, criteria: c, rows: joined}, nil
}

// Close closes all files.
func (s *Set) Close() error { return s.rows.Close() }

// batchSize is the number of documents per batch of a goroutine. It changes no result.
const batchSize = 64

// Each judges every document and passes it, in file order, first to add, then to done. An error of add is the fault
// of the predictions. No document at all is an error.
func (s *Set) Each(ctx context.Context, add func(*result.Judged) error, done func(*Document) error) error {
	t := s.task
	progress := t.Progress("score", "documents", s.rows.Rows())
	defer progress.Done()
	next, judged := rows.Batches(batchSize, s.rows.Next), 0
	err := rows.Map(ctx, t.Threads, next, s.judging(ctx), func(documents []Document) error {
		for i := range documents {
			d := &documents[i]
			if err := add(&d.Judged); err != nil {
				return &schemas.FileError{File: d.Row.File, Row: d.Row.At, Err: fmt.Errorf("document %q: %w", d.Row.Document.ID, err),
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

// Warn logs what makes the scores of a system misleading, and refuses keyphrases that infer wrote. more is logged with each line.
func Warn(t *stages.Task, res *result.Result, more ...any) error {
	if res.Caveats.IsCopy() && !res.Foreign && !res.Reviewed {
		return &schemas.FileError{File: t.Input("documents")[0].Spec, Err: errors.New(res.Caveats.Copy() + ", so infer wrote them"),
			Remedy: "name the column of the keyphrases that people chose: --columns keywords=NAME"}
	}
	if res.Caveats.Gold == 0 && res.Documents() > 0 && !res.Reviewed {
		return &schemas.FileError{File: t.Input("documents")[0].Spec, Err: errors.New("no document has a keyphrase"),
			Remedy: "name the column of the keyphrases: --columns keywords=NAME"}
	}
	for _, line := range res.Caveats.Warnings() {
		t.Log.Warn(line, more...)
	}
	if note := res.Caveats.Note(); note != "" {
		t.Log.Info(note, more...)
	}
	return nil
}
