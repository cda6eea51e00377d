package main

import (
	"errors"
	"io"

	"github.com/wrone2set/wrone2set/infer/internal/part"
	"github.com/wrone2set/wrone2set/infer/internal/reuse"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/label"
)

// prompt is the largest window of an interactive run, whose caller waits for each answer.
const prompt = 64

// reading returns the options with which documents are read.
func (c Config) reading(t *stages.Task) corpus.Options {
	o := c.Settings.Reading(true, t)
	o.Keep, o.Prompt = c.Keeps(), c.Window < prompt
	return o
}

// each passes the batches of a set to do, until that returns false.
func each(in *corpus.Batches, do func(*corpus.Batch) (bool, error)) error {
	for {
		b, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if more, err := do(b); err != nil || !more {
			return err
		}
	}
}

// outcome is the result of a row.
type outcome struct {
	label.Item
	part.Place
	old  reuse.Taken
	text bool // it was not given as tokens
}

// reader returns a reader of batches with a tokenizer of its own, for rows.Map. It does not cut documents into tokens that have a row
// in an earlier output.
func (l *labelling) reader() func(*corpus.Batch) ([]outcome, error) {
	maker := l.model.Maker(l.config.Options)
	return func(b *corpus.Batch) ([]outcome, error) {
		outcomes := make([]outcome, b.Len())
		for i := range outcomes {
			r, err := b.Parse(i)
			o := &outcomes[i]
			if o.File, o.Row = r.File, r.Row; err == nil {
				o.ID = r.ID
			}
			o.text = !r.Tokenized
			if o.old = l.old.Find(&r, err); o.old.Found {
				if o.Item = maker.Untokenized(&r); !l.config.ExportText { // nothing else needs the text
					o.Document.TitleText, o.Document.BodyText = "", ""
				}
			} else {
				o.Item, o.Reject = maker.Make(&r, err)
			}
			if o.Reject == nil && l.config.Keeps() {
				o.Given = corpus.GivenOf(&r)
			}
		}
		return outcomes, nil
	}
}
