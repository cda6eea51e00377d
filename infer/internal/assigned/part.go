package assigned

import (
	"context"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/part"
	"github.com/wrone2set/wrone2set/infer/internal/reuse"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// row is the result of a row of the corpus.
type row struct {
	schemas.Assigned
	place   part.Place
	crowded bool // labels were left out
	struck  int  // concepts that would have been chosen
	left    []boilerplate.Span
	given   *corpus.Given // the row of its file; nil if no export has it
	title   string        // in a review
	old     reuse.Taken
	text    bool // it was not given as tokens
}

// The first document beyond one of these ends a block of documents that earlier rows are fetched for at once.
const (
	blockDocuments = 4096
	blockBytes     = 16 << 20 // of rows as their files have them
)

// block collects documents, some of which have earlier rows, and writes them in order.
type block struct {
	rows  []row
	bytes int
	old   *reuse.Earlier[schemas.Assigned]
	out   *assignments
}

// add adds a document, and writes the block if it is full. Without earlier outputs, each document is written at once.
func (b *block) add(r row) error {
	b.rows, b.bytes = append(b.rows, r), b.bytes+r.given.Bytes()
	if b.old == nil || len(b.rows) >= blockDocuments || b.bytes >= blockBytes {
		return b.end()
	}
	return nil
}

// end writes the documents of the block.
func (b *block) end() error {
	err := b.old.Fetch(len(b.rows), func(i int) reuse.Taken { return b.rows[i].old }, func(i int, a schemas.Assigned, _ []schemas.Slot) string {
		b.rows[i].Assigned = a
		return a.Digest
	})
	for i := range b.rows {
		if err == nil {
			b.rows[i].ID = b.rows[i].place.ID
			err = b.out.add(&b.rows[i])
		}
	}
	b.rows, b.bytes = b.rows[:0], 0
	return err
}

// Part labels the documents of a part.
func (a *Assigner) Part(ctx context.Context, t *stages.Task, in *part.Documents, progress *stages.Progress, old *reuse.Earlier[schemas.Assigned]) error {
	out, err := a.create(t, in.Layout)
	defer out.Abort()
	if err != nil {
		return err
	}
	all, tokens := &block{old: old, out: out}, false
	err = rows.Map(ctx, t.Threads, in.Next, func() func(*corpus.Batch) ([]row, error) {
		look, propose := a.reader(ctx, old), a.proposing(ctx)
		return func(b *corpus.Batch) ([]row, error) {
			read := look(b)
			return read, propose(b, read)
		}
	}, func(read []row) error {
		t.Read(int64(len(read)))
		progress.Add(int64(len(read)))
		for _, r := range read {
			ok, err := in.Accept(t, &r.place)
			old.Meet(r.place.ID, ok, r.old)
			if err != nil {
				return err
			} else if !ok {
				continue
			}
			tokens = tokens || !r.text
			if err := all.add(r); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = all.end()
	}
	if err != nil {
		return err
	}
	reuse.Origin(t, tokens)
	old.Note(t)
	a.strikes += out.struck
	return out.finish(t)
}

// reader returns a function that labels a batch of records.
func (a *Assigner) reader(ctx context.Context, old *reuse.Earlier[schemas.Assigned]) func(*corpus.Batch) []row {
	l := concept.NewFinder(ctx, a.vocabulary, a.memory, a.choice, a.Language)
	keeps, reviews := a.Exports.Keeps(), a.Exports.Reviews()
	return func(b *corpus.Batch) []row {
		read := make([]row, b.Len())
		for i := range read {
			r, err := b.Parse(i)
			o := &read[i]
			o.place = part.Place{File: r.File, Row: r.Row, Reject: err}
			if err != nil {
				continue
			}
			o.place.ID, o.text = r.ID, !r.Tokenized
			if keeps {
				o.given = corpus.GivenOf(&r)
			}
			if reviews {
				o.title = export.OriginalIn(&r).Headline()
			}
			if o.old = old.Find(&r, nil); o.old.Found {
				_, _, o.left = document.Readable(r.Title, r.Body, r.Whole, nil)
				continue
			}
			if o.place.Reject = concept.Fits(r.Title, r.Body); o.place.Reject != nil {
				continue
			}
			var title, body markup.Text
			if title, body, o.left, o.place.Reject = document.Texts(&r); o.place.Reject == nil {
				text := l.Read(concept.Document{Title: title.Plain, Body: body.Plain})
				picked, struck := rank.Unstruck(l.Label(text), a.struck, func(all []concept.Candidate) []concept.Candidate { return all[:a.choice.Pick(a.Rule, all)] })
				o.Assigned = a.describe(r.ID, text, picked, &title, &body)
				o.struck = struck
				o.Digest = r.Digest()
				o.crowded = text.Crowded
				o.place.Reject = schemas.Assigneds.Fits(&o.Assigned)
			}
		}
		return read
	}
}
