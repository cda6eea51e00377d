package indexed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/model/concept/fit"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/train/internal/setting"
)

// folds is the number of folds. The candidates of a document come from a memory of the other folds only, like those
// of a new document.
const folds = 5

// Limits of the documents that the choice is fitted to, evenly out of all. The memory holds all.
const (
	mostExamples   = 3000
	mostCandidates = 2_000_000
)

// fit fits the choice to the documents. Unless that beats the built-in choice without the documents, on folds, it returns that
// choice, and learned is false.
func (l *learning) fit(ctx context.Context) (choice *concept.Ranker, learned bool, err error) {
	var first *concept.Ranker
	if l.Correct {
		if first, err = concept.Default(); err != nil {
			return nil, false, err
		}
	}
	if err := l.find(ctx, first); err != nil {
		return nil, false, err
	}
	if l.DumpTable {
		if err := l.Fill(setting.TableFile, fit.Table(l.examples).Write); err != nil {
			return nil, false, err
		}
	}
	progress := l.Progress("grow trees of the choice", "steps", fit.Steps(first))
	fitted, err := rows.Until(ctx, func() (*fit.Fitted, error) {
		return fit.Fit(l.examples, first, kernel.NewWorkers(l.Threads).Split, func() { progress.Add(1) })
	})
	progress.Done()
	if few := (*fit.TooFewError)(nil); errors.As(err, &few) {
		return nil, false, &schemas.FileError{File: l.Input("documents")[0].Spec, Err: err, Remedy: "give more documents with concepts; without any, infer concepts has a choice of its own"}
	}
	if ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	if err != nil {
		return nil, false, fmt.Errorf("train concepts: %w", err)
	}
	l.Note("right", fitted.Right)
	l.Note("missed", fitted.Missed())
	l.Note("ndcg_at_10", fit.Mean(fitted.NDCG))
	if first == nil {
		return fitted.Ranker, true, nil
	}
	learned = fit.Beats(fitted.NDCG, l.builtIn)
	l.Note("ndcg_at_10_built_in", fit.Mean(l.builtIn))
	l.Note("kept_built_in", !learned)
	if learned {
		l.Log.Info("the documents taught more than the built-in choice knows, on folds of them", "ndcg_at_10", fit.Mean(fitted.NDCG), "ndcg_at_10_built_in", fit.Mean(l.builtIn))
		return fitted.Ranker, true, nil
	}
	l.Log.Warn("the built-in choice is kept, without the documents: on folds of them, what they taught is no better. Give more documents, or --correct=false to use them anyway",
		"documents", len(l.examples), "ndcg_at_10", fit.Mean(fitted.NDCG), "ndcg_at_10_built_in", fit.Mean(l.builtIn))
	return first, false, nil
}

// find finds the candidates of the documents, fold by fold.
func (l *learning) find(ctx context.Context, first *concept.Ranker) error {
	step := (len(l.all) + mostExamples - 1) / mostExamples
	progress := l.Progress("look for candidates", "documents", int64(len(l.all)/step))
	defer progress.Done()
	for fold := range folds {
		var others []concept.Indexed
		var mine []int
		for i, e := range l.all {
			switch {
			case i%folds != fold && len(e.Concepts) == 0: // a review strikes all of its concepts: nothing to remember
			case i%folds != fold:
				others = append(others, e.Indexed)
			case i/folds%step == 0:
				mine = append(mine, i)
			}
		}
		var memory *concept.Memory
		if l.Remember {
			var err error
			if memory, err = rows.Until(ctx, func() (*concept.Memory, error) { return concept.NewMemory(l.vocabulary, others), nil }); err != nil {
				return err
			}
		}
		progress.Add(0) // a memory may take long: a line is due
		worker := func() func(int) (scored, error) {
			with := concept.NewFinder(ctx, l.vocabulary, memory, &concept.Ranker{}, l.Language)
			without := concept.NewFinder(ctx, l.vocabulary, nil, &concept.Ranker{}, l.Language)
			return func(i int) (scored, error) {
				e := scored{Example: exampleOf(with, l.all[i])}
				if first != nil {
					e.builtIn = fit.NDCG(first, []fit.Example{exampleOf(without, l.all[i])})[0]
				}
				return e, nil
			}
		}
		next := func() (int, error) {
			if len(mine) == 0 {
				return 0, io.EOF
			}
			i := mine[0]
			mine = mine[1:]
			return i, nil
		}
		err := rows.Map(ctx, l.Threads, next, worker, func(e scored) error {
			progress.Add(1)
			l.keep(e)
			return nil
		})
		if err != nil {
			return err
		}
	}
	if l.skipped > 0 {
		l.Log.Warn("the choice is fitted to fewer documents, because they have more than 2000000 candidates together", "documents", len(l.examples), "left out", l.skipped)
	}
	return nil
}

// scored is a document of the fit.
type scored struct {
	fit.Example
	builtIn float64 // nDCG by the built-in choice
}

// keep keeps a document of the fit, unless there are too many candidates.
func (l *learning) keep(e scored) {
	if l.candidates += len(e.Candidates); l.candidates > mostCandidates {
		l.skipped++
		return
	}
	l.examples, l.builtIn = append(l.examples, e.Example), append(l.builtIn, e.builtIn)
}

// exampleOf returns the candidates of a document, and which of them are its concepts.
func exampleOf(f *concept.Finder, e indexedDocument) fit.Example {
	k := fit.Example{Candidates: f.Candidates(f.Read(e.document)), Missed: len(e.Concepts)}
	k.Right = make([]bool, len(k.Candidates))
	for i, candidate := range k.Candidates {
		if _, k.Right[i] = slices.BinarySearch(e.Concepts, candidate.Concept); k.Right[i] {
			k.Missed--
		}
	}
	k.Leave(e.unjudged)
	return k
}
