package main

import (
	"context"
	"slices"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/label"
)

// source is the corpus that a run labels.
type source struct {
	set    corpus.Set
	config Config
	total  int64            // number of rows; -1: unknown before reading
	files  [][]string       // by member of set
	rows   map[string]int64 // by file, as far as known
	index  *corpus.Index    // nil if there is one part
	parts  *corpus.Parts    // of index
	layout *corpus.Layout   // nil if no export has the columns of the documents
}

// openSource detects the format of every file.
func openSource(t *stages.Task, c Config) (*source, error) {
	s := &source{config: c, rows: map[string]int64{}}
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
	if err := c.Suit(s.set); err != nil {
		return nil, err
	}
	var err error
	if s.total, err = s.set.Look(func(path string, n int64) { s.rows[path] = n }); err != nil {
		return nil, err
	}
	if c.wide() {
		if s.layout, err = s.set.Layout(); err == nil {
			err = c.fits(s.layout)
		}
		if err != nil {
			return nil, err
		}
	}
	if c.Limit > 0 {
		s.total = min(s.total, c.Limit) // -1 stays -1
	}
	return s, nil
}

// prompt is the largest window of an interactive run, whose caller waits for each answer.
const prompt = 64

// reading returns the options with which documents are read.
func (c Config) reading(t *stages.Task) corpus.Options {
	o := c.Settings.Reading(true, t)
	o.Keep, o.Prompt = c.wide(), c.Window < prompt
	return o
}

// cut locates the beginnings of the parts. A pipe is one part, since it can be read only once.
func (s *source) cut(ctx context.Context, t *stages.Task) (list []byte, parts int, err error) {
	size := s.config.PartDocuments
	if size == 0 || s.total >= 0 && s.total <= size || slices.ContainsFunc(s.set, func(p corpus.Member) bool { return p.Once }) {
		return nil, 1, nil
	}
	// Show progress only after the first part: a small corpus is read at once.
	var read int64
	var progress *stages.Progress
	index, err := s.config.NewIndex(ctx, s.set, size, s.config.Limit, t.Threads, func(n int64) {
		if read += n; progress == nil && read > size {
			progress = t.Progress("look where parts begin", "documents", s.total)
			n = read
		}
		if progress != nil {
			progress.Add(n)
		}
	})
	if progress != nil {
		progress.Done()
	}
	if err != nil {
		return nil, 0, err
	}
	if len(index.Parts) <= 1 {
		return nil, 1, nil
	}
	list, err = index.Encode()
	return list, len(index.Parts), err
}

// begin reads the list that cut made in this or another process, and returns the number of documents in the parts of this process,
// -1 if unknown.
func (s *source) begin(t *stages.Task, parts *stages.Parts) (documents int64, err error) {
	if parts.List == nil {
		return s.total, nil
	}
	if s.index, err = corpus.ReadIndex(parts.List); err != nil {
		return 0, err
	}
	s.parts = s.index.Open(s.set)
	through := 0
	for _, f := range s.index.Files {
		if f.Last >= 0 {
			s.rows[f.Path] = f.Last
		}
		if f.Through {
			through++
		}
	}
	if through > 0 {
		t.Log.Info("files that are gzip or one frame of zstd cannot be entered in the middle: every process reads them through; "+
			"zstd of several frames, Parquet and files without compression are entered where a part begins", "files", through)
	}
	for _, i := range parts.Todo {
		documents += s.index.PartRows(i)
	}
	return documents, nil
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
	ids interface {
		Take(file string, row int64, id string) (string, error)
	}
}

// part moves to the documents of the task's part.
func (s *source) part(t *stages.Task) (*documents, error) {
	for path, n := range s.rows {
		t.Rows(path, n)
	}
	total, in := s.total, &documents{}
	if s.index == nil {
		in.Batches, in.ids = &corpus.Batches{Set: s.set, Limit: s.config.Limit, End: t.Rows}, s.config.IDs(s.set)
		if s.config.Window < prompt {
			in.Most = 1 // a larger batch would wait for rows that the window does not need
		}
	} else {
		var err error
		if in.Batches, err = s.parts.Part(t.Part.Index); err != nil {
			return nil, err
		}
		from, to := s.index.PartFiles(t.Part.Index)
		t.Uses("documents", slices.Concat(s.files[from:to]...))
		// The share of bad rows is taken over all parts, since bad rows may be close together.
		in.ids, total = s.index.IDs(t.Part.Index), s.index.Rows
	}
	if total > 0 {
		t.Expect(total)
	}
	return in, nil
}

// outcome is the result of a row: an item, or a reason to reject it.
type outcome struct {
	label.Item
	file   string
	row    int64
	id     string // of the record; "" if it could not be read
	reject error
}

// reader returns a function that makes readers of batches, each with a tokenizer of its own.
func reader(m *label.Model, c Config) func() func(*corpus.Batch) []outcome {
	return func() func(*corpus.Batch) []outcome {
		maker := m.Maker(c.Options)
		return func(b *corpus.Batch) []outcome {
			outcomes := make([]outcome, b.Len())
			for i := range outcomes {
				r, err := b.Parse(i)
				o := &outcomes[i]
				if o.file, o.row = r.File, r.Row; err == nil {
					o.id = r.ID
				}
				if o.Item, o.reject = maker.Make(&r, err); o.reject == nil && c.wide() {
					o.Given = corpus.GivenOf(&r)
				}
			}
			return outcomes
		}
	}
}

// releasing is reader for the batches of in. It releases their memory.
func releasing(m *label.Model, in *documents, c Config) func() func(*corpus.Batch) ([]outcome, error) {
	read := reader(m, c)
	return func() func(*corpus.Batch) ([]outcome, error) {
		look := read()
		return func(b *corpus.Batch) ([]outcome, error) {
			defer in.Release(b)
			return look(b), nil
		}
	}
}
