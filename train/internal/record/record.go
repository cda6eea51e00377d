// Package record reads the records of --documents, and the review that corrects them (--review).
package record

import (
	"context"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Reading is how the records of --documents are read: each becomes a value of type T, or is rejected.
type Reading[T any] struct {
	Settings corpus.Settings
	Label    bool // their keyphrases are not read
	// Worker returns a function for one of several threads that makes the value of a record. An error is the reason to reject the record.
	Worker func() func(*corpus.Record) (T, error)
	// Seen takes the value of each record that can be read, in order, also of one that is then rejected. May be nil.
	Seen func(*corpus.Record, T) error
	// Add takes the values of the other records in order. The ids of these are unique.
	Add func(*corpus.Record, T) error
}

// row is a record with its value, or the reason to reject it.
type row[T any] struct {
	corpus.Record
	value  T
	unread bool // the record could not be read
	reject error
}

// Each reads the records.
func (r Reading[T]) Each(ctx context.Context, t *stages.Task) error {
	batches, ids, err := corpus.Begin(r.Settings, r.Label, t, t.Input("documents"))
	if err != nil {
		return err
	}
	defer batches.Close()
	progress := t.Progress("read", "documents", 0)
	defer progress.Done()
	return rows.Map(ctx, t.Threads, batches.Next, r.parse, func(read []row[T]) error {
		t.Read(int64(len(read)))
		progress.Add(int64(len(read)))
		for i := range read {
			if err := r.add(t, ids, &read[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// parse returns a function for one of several threads that reads a batch.
func (r Reading[T]) parse() func(*corpus.Batch) ([]row[T], error) {
	value := r.Worker()
	return func(b *corpus.Batch) ([]row[T], error) {
		all := make([]row[T], b.Len())
		for i := range all {
			w := &all[i]
			if w.Record, w.reject = b.Parse(i); w.reject != nil {
				w.unread = true
				continue
			}
			w.value, w.reject = value(&w.Record)
		}
		return all, nil
	}
}

// add passes a row on, or rejects it.
func (r Reading[T]) add(t *stages.Task, ids *corpus.IDs, w *row[T]) (err error) {
	if r.Seen != nil && !w.unread {
		if err := r.Seen(&w.Record, w.value); err != nil {
			return err
		}
	}
	if w.reject != nil {
		return t.Reject(w.File, w.Row, w.reject.Error())
	}
	if w.ID, err = ids.Take(w.File, w.Row, w.ID); err != nil {
		return err
	}
	return r.Add(&w.Record, w.value)
}
