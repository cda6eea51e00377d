package main

import (
	"context"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// eachRow reads the records of --documents. Each thread makes rows of them by a function of its own, and add takes these in order.
func eachRow[T any](ctx context.Context, t *stages.Task, settings corpus.Settings, worker func() func(*corpus.Record, error) T,
	add func(T, *corpus.IDs) error) error {
	batches, ids, err := corpus.Begin(settings, t, t.Input("documents"))
	if err != nil {
		return err
	}
	return eachOf(ctx, t, batches, ids, worker, add)
}

// eachLabelled is eachRow for documents whose keyphrases are not read: each with itself, or the reason to reject it.
func eachLabelled(ctx context.Context, t *stages.Task, settings corpus.Settings, add func(recordRow, *corpus.IDs) error) error {
	set := corpus.Of(t.Input("documents"), settings.Reading(true, t))
	if err := settings.Suit(set); err != nil {
		return err
	}
	return eachOf(ctx, t, &corpus.Batches{Set: set, End: t.Rows}, settings.IDs(set), func() func(*corpus.Record, error) recordRow {
		return func(r *corpus.Record, err error) recordRow { return recordRow{*r, err} }
	}, add)
}

// recordRow is a record, or the reason to reject it.
type recordRow struct {
	corpus.Record
	reject error
}

// eachOf is eachRow for batches. It closes them.
func eachOf[T any](ctx context.Context, t *stages.Task, batches *corpus.Batches, ids *corpus.IDs, worker func() func(*corpus.Record, error) T,
	add func(T, *corpus.IDs) error) error {
	defer batches.Close()
	progress := t.Progress("read", "documents", 0)
	defer progress.Done()
	return rows.Map(ctx, t.Threads, batches.Next, func() func(*corpus.Batch) ([]T, error) {
		read := worker()
		return func(b *corpus.Batch) ([]T, error) {
			all := make([]T, b.Len())
			for i := range all {
				r, err := b.Parse(i)
				all[i] = read(&r, err)
			}
			return all, nil
		}
	}, func(read []T) error {
		t.Read(int64(len(read)))
		progress.Add(int64(len(read)))
		for _, row := range read {
			if err := add(row, ids); err != nil {
				return err
			}
		}
		return nil
	})
}
