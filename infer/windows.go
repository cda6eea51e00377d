package main

import (
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/label"
)

// tokenBytes are the bytes of a document's columns that count as a token: about what a token takes.
const tokenBytes = 16

// windows collects documents into windows.
type windows struct {
	task *stages.Task
	in   *documents
	of   label.Options
	send func([]label.Item) error

	items  []label.Item
	tokens int   // of items
	empty  int64 // documents without a token
}

// add gives documents the ids that they have among all, rejects what is no document and sends every window that is full.
func (w *windows) add(outcomes []outcome) error {
	w.task.Read(int64(len(outcomes)))
	for i := range outcomes {
		o := &outcomes[i]
		if o.id != "" { // of rejected rows too: another part cannot tell that they are
			id, err := w.in.ids.Take(o.file, o.row, o.id)
			if err != nil {
				return err
			}
			o.Document.ID = id
		}
		if o.reject != nil {
			if err := w.task.Reject(o.file, o.row, o.reject.Error()); err != nil {
				return err
			}
			continue
		}
		if o.Tokens() == 0 {
			w.empty++
		}
		w.items = append(w.items, o.Item)
		w.tokens += o.Tokens() + o.Given.Bytes()/tokenBytes
		if w.of.Full(len(w.items), w.tokens) {
			if err := w.end(); err != nil {
				return err
			}
		}
	}
	return nil
}

// end sends the window as it is.
func (w *windows) end() error {
	items := w.items
	w.items, w.tokens = nil, 0
	if len(items) == 0 {
		return nil
	}
	return w.send(items)
}
