package main

import (
	"context"

	"github.com/wrone2set/wrone2set/infer/internal/part"
	"github.com/wrone2set/wrone2set/infer/internal/reuse"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/label"
)

// mostInWindow is the largest number of documents of a window that has rows of earlier outputs beside those to label, some 70 MB.
// Earlier rows in another order are looked for in all files for each window.
const mostInWindow = 16384

// windows collects documents into windows.
type windows struct {
	task *stages.Task
	in   *part.Documents
	of   *labelling
	send func([]outcome) error

	outcomes []outcome
	fresh    int  // number of outcomes to label
	weight   int  // of outcomes
	tokens   bool // documents were given as tokens
}

// add assigns ids, which are unique in the whole corpus, rejects bad rows, and sends full windows.
func (w *windows) add(outcomes []outcome) error {
	w.task.Read(int64(len(outcomes)))
	for i := range outcomes {
		o := &outcomes[i]
		ok, err := w.in.Accept(w.task, &o.Place)
		w.of.old.Meet(o.ID, ok, o.old)
		if err != nil {
			return err
		} else if !ok {
			continue
		}
		o.Document.ID = o.ID
		w.tokens = w.tokens || !o.text
		w.outcomes = append(w.outcomes, *o)
		w.weight += o.Weight()
		if !o.old.Found {
			w.fresh++
		}
		if size := w.of.config.Window; w.of.config.Full(w.fresh, w.weight) || len(w.outcomes) >= max(mostInWindow, size) || size < prompt && len(w.outcomes) >= size {
			if err := w.end(); err != nil {
				return err
			}
		}
	}
	return nil
}

// end sends the last window, which may not be full.
func (w *windows) end() error {
	outcomes := w.outcomes
	w.outcomes, w.fresh, w.weight = nil, 0, 0
	if len(outcomes) == 0 {
		return nil
	}
	return w.send(outcomes)
}

// complete labels the documents of a window that have no earlier row, and takes the rows of the others.
func (l *labelling) complete(ctx context.Context, window []outcome, step func(n int)) error {
	var fresh []label.Item
	for i := range window {
		if !window[i].old.Found {
			fresh = append(fresh, window[i].Item)
		}
	}
	if err := l.labeller.Items(ctx, fresh, step); err != nil {
		return err
	}
	for i := range window {
		if o := &window[i]; !o.old.Found {
			o.Item, fresh = fresh[0], fresh[1:]
		}
	}
	return l.old.Fetch(len(window), func(i int) reuse.Taken { return window[i].old }, func(i int, p schemas.Prediction, slots []schemas.Slot) string {
		o := &window[i]
		p.ID = o.Document.ID
		for k := range slots {
			slots[k].ID = p.ID
		}
		o.Prediction, o.Slots = p, slots
		step(1)
		return p.Digest
	})
}
