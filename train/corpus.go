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
