package main

import (
	"context"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/infer/internal/window"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
)

// labeller labels windows of documents.
type labeller struct {
	phrase.Labeller
	mode    choose.Mode
	config  Config
	threads int
}

// label is what is written about a document.
type label struct {
	prediction schemas.Prediction
	slots      []schemas.Slot // with --slots
}

// label labels the documents of a window in place; step is told how many are
// done.
func (l *labeller) label(ctx context.Context, items []item, step func(n int)) error {
	lengths := make([]int, len(items))
	for i := range items {
		lengths[i] = len(items[i].asked.Example.Source)
		if lengths[i] == 0 {
			items[i].label = labelOf(&items[i], l.Silent(items[i].document.ID))
			step(1)
		}
	}
	batches := window.Batches(lengths, window.Limits{Documents: l.documents(len(items)), Tokens: l.config.BatchTokens})
	of := l.alone
	if len(batches) == 1 {
		of = func() *labeller { return l }
	}
	next := func() (batch []int, err error) {
		if len(batches) == 0 {
			return nil, io.EOF
		}
		batch, batches = batches[0], batches[1:]
		return batch, nil
	}
	worker := func() func([]int) (int, error) {
		own := of()
		return func(batch []int) (int, error) { return len(batch), own.batch(items, batch) }
	}
	return rows.Map(ctx, l.threads, next, worker, func(n int) error {
		step(n)
		return nil
	})
}

// documents are the most of a batch: few enough that four come to each thread, so that none waits long for the others.
func (l *labeller) documents(n int) int {
	return min(l.config.BatchSize, max(1, n/(4*l.threads)))
}

// alone is l for one of several batches at a time.
func (l *labeller) alone() *labeller {
	alone := *l
	alone.Labeller = l.Alone()
	return &alone
}

// batch decodes the documents with the given indices.
func (l *labeller) batch(items []item, batch []int) error {
	documents := make([]phrase.Document, len(batch))
	for k, i := range batch {
		documents[k] = items[i].asked
		documents[k].Given = &items[i].document
	}
	labels, err := l.Label(documents)
	if err != nil {
		return fmt.Errorf("infer: %w", err)
	}
	for k, i := range batch {
		items[i].label = labelOf(&items[i], labels[k])
	}
	return nil
}

// labelOf is what is written about a document.
func labelOf(it *item, l phrase.Label) label {
	return label{prediction: schemas.Prediction{ID: it.document.ID, Limits: it.limits, Phrases: l.Phrases}, slots: l.Slots}
}
