package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/model/concept/fit"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// conceptFolds is the number of folds. The candidates of a document come from a memory of the other folds only, like those
// of a new document.
const conceptFolds = 5

// Limits of the documents that the choice is fitted to, evenly out of all. The memory holds all.
const (
	mostExamples   = 3000
	mostCandidates = 2_000_000
)

// learning holds what the choice is fitted to.
type learning struct {
	examples   []fit.Example
	candidates int       // of examples
	skipped    int       // documents beyond mostCandidates
	builtIn    []float64 // by example: nDCG of ten concepts by the built-in choice, without the documents
}

// fitConcepts fits the choice to the documents. Unless that beats the built-in choice without the documents, on folds, it returns that
// choice, and learned is false.
func fitConcepts(ctx context.Context, t *stages.Task, c ConceptsConfig, v *thesaurus.Vocabulary, all []indexedRow) (choice *concept.Ranker, learned bool, err error) {
	var first *concept.Ranker
	if c.Correct {
		if first, err = concept.Default(); err != nil {
			return nil, false, err
		}
	}
	l, err := learn(ctx, t, c, v, all, first)
	if err != nil {
		return nil, false, err
	}
	if c.DumpTable {
		if err := t.Fill(tableFile, fit.Table(l.examples).Write); err != nil {
			return nil, false, err
		}
	}
	progress := t.Progress("grow trees of the choice", "steps", fit.Steps(first))
	fitted, err := rows.Until(ctx, func() (*fit.Fitted, error) {
		return fit.Fit(l.examples, first, kernel.NewWorkers(t.Threads).Split, func() { progress.Add(1) })
	})
	progress.Done()
	if few := (*fit.TooFewError)(nil); errors.As(err, &few) {
		return nil, false, &schemas.FileError{File: t.Input("documents")[0].Spec, Err: err, Remedy: "give more documents with concepts; without any, infer concepts has a choice of its own"}
	}
	if ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	if err != nil {
		return nil, false, fmt.Errorf("train concepts: %w", err)
	}
	t.Note("right", fitted.Right)
	t.Note("missed", fitted.Missed())
	t.Note("ndcg_at_10", fit.Mean(fitted.NDCG))
	if first == nil {
		return fitted.Ranker, true, nil
	}
	learned = fit.Beats(fitted.NDCG, l.builtIn)
	t.Note("ndcg_at_10_built_in", fit.Mean(l.builtIn))
	t.Note("kept_built_in", !learned)
	if learned {
		t.Log.Info("the documents taught more than the built-in choice knows, on folds of them", "ndcg_at_10", fit.Mean(fitted.NDCG), "ndcg_at_10_built_in", fit.Mean(l.builtIn))
		return fitted.Ranker, true, nil
	}
	t.Log.Warn("the built-in choice is kept, without the documents: on folds of them, what they taught is no better. Give more documents, or --correct=false to use them anyway",
		"documents", len(l.examples), "ndcg_at_10", fit.Mean(fitted.NDCG), "ndcg_at_10_built_in", fit.Mean(l.builtIn))
	return first, false, nil
}

// learn returns the candidates of the documents, fold by fold.
func learn(ctx context.Context, t *stages.Task, c ConceptsConfig, v *thesaurus.Vocabulary, all []indexedRow, first *concept.Ranker) (*learning, error) {
	step := (len(all) + mostExamples - 1) / mostExamples
	progress := t.Progress("look for candidates", "documents", int64(len(all)/step))
	defer progress.Done()
	l := &learning{}
	for fold := range conceptFolds {
		var others []concept.Indexed
		var mine []int
		for i, e := range all {
			switch {
			case i%conceptFolds != fold && len(e.Concepts) == 0: // a review strikes all of its concepts: nothing to remember
			case i%conceptFolds != fold:
				others = append(others, e.Indexed)
			case i/conceptFolds%step == 0:
				mine = append(mine, i)
			}
		}
		var memory *concept.Memory
		if c.Remember {
			var err error
			if memory, err = rows.Until(ctx, func() (*concept.Memory, error) { return concept.NewMemory(v, others), nil }); err != nil {
				return nil, err
			}
		}
		progress.Add(0) // a memory may take long: a line is due
		worker := func() func(int) (conceptExample, error) {
			with := concept.NewFinder(ctx, v, memory, &concept.Ranker{}, c.Language)
			without := concept.NewFinder(ctx, v, nil, &concept.Ranker{}, c.Language)
			return func(i int) (conceptExample, error) {
				e := conceptExample{Example: exampleOf(with, all[i])}
				if first != nil {
					e.builtIn = fit.NDCG(first, []fit.Example{exampleOf(without, all[i])})[0]
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
		err := rows.Map(ctx, t.Threads, next, worker, func(e conceptExample) error {
			progress.Add(1)
			l.add(e)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if l.skipped > 0 {
		t.Log.Warn("the choice is fitted to fewer documents, because they have more than 2000000 candidates together", "documents", len(l.examples), "left out", l.skipped)
	}
	return l, nil
}

// conceptExample is a document of the fit.
type conceptExample struct {
	fit.Example
	builtIn float64 // nDCG by the built-in choice
}

// add adds a document, unless there are too many candidates.
func (l *learning) add(e conceptExample) {
	if l.candidates += len(e.Candidates); l.candidates > mostCandidates {
		l.skipped++
		return
	}
	l.examples, l.builtIn = append(l.examples, e.Example), append(l.builtIn, e.builtIn)
}

// exampleOf returns the candidates of a document, and which of them are its concepts.
func exampleOf(l *concept.Finder, e indexedRow) fit.Example {
	k := fit.Example{Candidates: l.Candidates(l.Read(e.document)), Missed: len(e.Concepts)}
	k.Right = make([]bool, len(k.Candidates))
	for i, candidate := range k.Candidates {
		if _, k.Right[i] = slices.BinarySearch(e.Concepts, candidate.Concept); k.Right[i] {
			k.Missed--
		}
	}
	k.Leave(e.unjudged)
	return k
}
