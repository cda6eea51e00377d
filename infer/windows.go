package main

import (
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/label"
)

// windows collects documents into windows.
type windows struct {
	task *stages.Task
	in   *documents
	of   label.Options
	send func([]label.Item) error

	items  []label.Item
	weight int   // of items
	empty  int64 // documents without a token
}

// add assigns ids, which are unique in the whole corpus, rejects bad rows, and sends full windows.
func (w *windows) add(outcomes []outcome) error {
	w.task.Read(int64(len(outcomes)))
	for i := range outcomes {
		o := &outcomes[i]
		if ok, err := w.in.accept(w.task, &o.place); err != nil {
			return err
		} else if !ok {
			continue
		}
		o.Document.ID = o.id
		if o.Tokens() == 0 {
			w.empty++
		}
		w.items = append(w.items, o.Item)
		w.weight += o.Weight()
		if w.of.Full(len(w.items), w.weight) {
			if err := w.end(); err != nil {
				return err
			}
		}
	}
	return nil
}

// end sends the last window, which may not be full.
func (w *windows) end() error {
	items := w.items
	w.items, w.weight = nil, 0
	if len(items) == 0 {
		return nil
	}
	return w.send(items)
}
