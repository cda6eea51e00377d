package main

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/label"
)

// source is the corpus that a run labels.
type source struct {
	set    corpus.Set
	config Config
	labels labels
	files  [][]string // by member of set
	index  *corpus.Index
	parts  *corpus.Batches // nil if the set was not read for the index
	layout *corpus.Layout  // nil if no export has the columns of the documents
	named  func(id string) // receives all ids while the set is read for the index; may be nil
}

// openSource looks at every file. It reads the set once to find how many parts there are, unless the rows have to come at once, as from a
// pipe or to --out -. named receives the ids that it then reads, and may be nil.
func openSource(ctx context.Context, t *stages.Task, c Config, l labels, named func(id string)) (*source, error) {
	s := &source{config: c, labels: l, named: named}
	for _, in := range t.Input("documents") {
		o := c.reading(t)
		o.Folder = in.Dir
		set := corpus.Files(in.Files, in.Pair, o)
		for i := range set {
			if s.files = append(s.files, in.Files[i:i+1]); in.Pair {
				s.files[len(s.files)-1] = in.Files
			}
		}
		s.set = append(s.set, set...)
	}
	size := c.PartDocuments
	if t.Streams() {
		size = 0
	}
	var err error
	if s.index, err = s.look(ctx, t, size); err != nil {
		return nil, err
	}
	if err := c.gives(s.index.Files); err != nil {
		return nil, err
	}
	if s.index.Rows >= 0 {
		s.parts = &corpus.Batches{Set: s.set}
	}
	if c.columned() {
		s.layout = s.index.Layout
		return s, l.fits(c.exportSettings, s.layout)
	}
	return s, nil
}

// look makes the index. It shows its progress after the first part, since a small corpus is read at once.
func (s *source) look(ctx context.Context, t *stages.Task, size int64) (*corpus.Index, error) {
	var read int64
	var progress *stages.Progress
	defer func() {
		if progress != nil {
			progress.Done()
		}
	}()
	return s.config.NewIndex(ctx, s.set, size, s.config.Limit, t.Threads, func(n int64) {
		if read += n; progress == nil && read > size {
			progress = t.Progress("look where parts begin", "documents", -1)
			n = read
		}
		if progress != nil {
			progress.Add(n)
		}
	}, s.named)
}

// prompt is the largest window of an interactive run, whose caller waits for each answer.
const prompt = 64

// reading returns the options with which documents are read.
func (c Config) reading(t *stages.Task) corpus.Options {
	o := c.Settings.Reading(true, t)
	o.Keep, o.Prompt = c.keeps(), c.Window < prompt
	return o
}

// cut returns the number of parts.
func (s *source) cut() (parts int, err error) { return s.index.Parts(), nil }

// left returns the number of documents in the parts that this process makes, -1 if unknown.
func (s *source) left(parts *stages.Parts) (documents int64) {
	if s.parts == nil {
		return -1
	}
	for _, i := range parts.Todo {
		documents += s.index.PartRows(i)
	}
	return documents
}

// close closes the corpus.
func (s *source) close() {
	if s.parts != nil {
		s.parts.Close()
	}
}

// documents reads the documents of one part.
type documents struct {
	*corpus.Batches
	ids *corpus.IDs
}

// part moves to the documents of the task's part.
func (s *source) part(t *stages.Task) (*documents, error) {
	in := &documents{}
	if s.parts == nil {
		in.Batches, in.ids = &corpus.Batches{Set: s.set, Limit: s.config.Limit, End: t.Rows}, s.config.IDs(s.set)
		if s.config.Window < prompt {
			in.Most = 1 // a larger batch would wait for rows that the window does not need
		}
		return in, nil
	}
	for _, f := range s.index.Files {
		if f.Last >= 0 {
			t.Rows(f.Path, f.Last)
		}
	}
	in.Batches = s.parts
	if err := in.Part(s.index, t.Part.Index); err != nil {
		return nil, err
	}
	from, to := s.index.PartFiles(t.Part.Index)
	t.Uses("documents", slices.Concat(s.files[from:to]...))
	in.ids = s.index.IDs(t.Part.Index)
	if s.index.Parts() > 1 { // the share of bad rows is taken over all parts, since bad rows may be close together
		t.Expect(s.index.Rows)
	}
	return in, nil
}

// place is where a row stands, its id, "" if it could not be read, and the reason to reject it.
type place struct {
	file   string
	row    int64
	id     string
	reject error
}

// accept makes the id of a row unique in the whole corpus, also that of a rejected row, since other parts do not know that it is
// rejected. It rejects a bad row, and returns false.
func (d *documents) accept(t *stages.Task, p *place) (ok bool, err error) {
	if p.id != "" {
		if p.id, err = d.ids.Take(p.file, p.row, p.id); err != nil {
			return false, err
		}
	}
	if p.reject != nil {
		return false, t.Reject(p.file, p.row, p.reject.Error())
	}
	return true, nil
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
	place
	old  taken
	text bool // it was not given as tokens
}

// reader returns a function that makes readers of batches for rows.Map, each with a tokenizer of its own. Documents that have a row in
// an earlier output are not cut into tokens.
func reader(m *label.Model, c Config, old *earlier[schemas.Prediction]) func() func(*corpus.Batch) ([]outcome, error) {
	return func() func(*corpus.Batch) ([]outcome, error) {
		maker := m.Maker(c.Options)
		return func(b *corpus.Batch) ([]outcome, error) {
			outcomes := make([]outcome, b.Len())
			for i := range outcomes {
				r, err := b.Parse(i)
				o := &outcomes[i]
				if o.file, o.row = r.File, r.Row; err == nil {
					o.id = r.ID
				}
				o.text = !r.Tokenized
				if o.old = old.find(&r, err); o.old.found {
					if o.Item = maker.Untokenized(&r); !c.ExportText { // nothing else needs the text
						o.Document.TitleText, o.Document.BodyText = "", ""
					}
				} else {
					o.Item, o.reject = maker.Make(&r, err)
				}
				if o.reject == nil && c.keeps() {
					o.Given = corpus.GivenOf(&r)
				}
			}
			return outcomes, nil
		}
	}
}
