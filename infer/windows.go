package main

import (
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
	in   *documents
	of   label.Options
	old  *earlier[schemas.Prediction]
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
		ok, err := w.in.accept(w.task, &o.place)
		w.old.meet(o.id, ok, o.old)
		if err != nil {
			return err
		} else if !ok {
			continue
		}
		o.Document.ID = o.id
		w.tokens = w.tokens || !o.text
		w.outcomes = append(w.outcomes, *o)
		w.weight += o.Weight()
		if !o.old.found {
			w.fresh++
		}
		if w.of.Full(w.fresh, w.weight) || len(w.outcomes) >= max(mostInWindow, w.of.Window) || w.of.Window < prompt && len(w.outcomes) >= w.of.Window {
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
