// Package part cuts the documents of a run into parts, and reads each. infer and infer concepts label so.
//
//	--documents ─ Each ─► parts that are not finished ─► Documents of one ─ Next ─► batches
//	                                                                      ─ Accept ► ids, unique in the whole corpus; rejects
//
// The set is read once to find how many parts there are, unless its rows have to come at once, as from a pipe or to --out -.
package part

import (
	"context"
	"slices"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// Settings say what is read, and where it is cut.
type Settings struct {
	Documents corpus.Settings
	Reading   corpus.Options  // how documents are read
	Exports   export.Settings // may need the columns of the documents
	Kind      export.Kind
	Limit     int64           // documents to read; 0: all
	Size      int64           // documents of a part; 0: one part
	Single    bool            // batches of one document, since a larger batch would wait for rows that the window does not need
	Named     func(id string) // receives all ids while the set is read for the index; may be nil
}

// source is the corpus that a run labels.
type source struct {
	Settings
	set    corpus.Set
	files  [][]string // by member of set
	index  *corpus.Index
	parts  *corpus.Batches // nil if the set was not read for the index
	layout *corpus.Layout  // nil if no export has the columns of the documents
}

// Each cuts the documents into parts and lets do make those that are not finished. It ends the progress bar before it returns, so
// that the bar does not hide later log lines.
func Each(ctx context.Context, t *stages.Task, s Settings, do func(*stages.Task, *Documents, *stages.Progress) error) error {
	from, err := open(ctx, t, s)
	if err != nil {
		return err
	}
	if from.parts != nil {
		defer from.parts.Close()
	}
	parts, err := t.Cut(ctx, func() (int, error) { return from.index.Parts(), nil })
	if err != nil || len(parts.Todo) == 0 {
		return err
	}
	progress := t.Progress("label", "documents", from.left(parts))
	defer progress.Done()
	for _, i := range parts.Todo {
		err := parts.Make(ctx, i, func(part *stages.Task) error {
			in, err := from.documents(part)
			if err != nil {
				return err
			}
			if from.parts == nil {
				defer in.Close()
			}
			return do(part, in, progress)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// open looks at every file.
func open(ctx context.Context, t *stages.Task, c Settings) (*source, error) {
	s := &source{Settings: c}
	for _, in := range t.Input("documents") {
		o := c.Reading
		o.Folder = in.Dir
		set := corpus.Files(in.Files, in.Pair, o)
		for i := range set {
			if s.files = append(s.files, in.Files[i:i+1]); in.Pair {
				s.files[len(s.files)-1] = in.Files
			}
		}
		s.set = append(s.set, set...)
	}
	if t.Streams() {
		s.Size = 0
	}
	var err error
	if s.index, err = s.look(ctx, t); err != nil {
		return nil, err
	}
	if err := s.Exports.Gives(s.index.Files); err != nil {
		return nil, err
	}
	if s.index.Rows >= 0 {
		s.parts = &corpus.Batches{Set: s.set}
	}
	if s.Exports.Columned() {
		s.layout = s.index.Layout
		return s, s.Kind.Fits(s.Exports, s.layout)
	}
	return s, nil
}

// look makes the index. It shows its progress after the first part, since a small corpus is read at once.
func (s *source) look(ctx context.Context, t *stages.Task) (*corpus.Index, error) {
	var read int64
	var progress *stages.Progress
	defer func() {
		if progress != nil {
			progress.Done()
		}
	}()
	return s.Settings.Documents.NewIndex(ctx, s.set, s.Size, s.Limit, t.Threads, func(n int64) {
		if read += n; progress == nil && read > s.Size {
			progress = t.Progress("look where parts begin", "documents", -1)
			n = read
		}
		if progress != nil {
			progress.Add(n)
		}
	}, s.Named)
}

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

// documents moves to the documents of the task's part.
func (s *source) documents(t *stages.Task) (*Documents, error) {
	in := &Documents{Layout: s.layout}
	if s.parts == nil {
		in.Batches, in.ids = &corpus.Batches{Set: s.set, Limit: s.Limit, End: t.Rows}, s.Settings.Documents.IDs(s.set)
		if s.Single {
			in.Most = 1
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

// Documents reads the documents of one part.
type Documents struct {
	*corpus.Batches
	Layout *corpus.Layout // nil if no export has the columns of the documents
	ids    *corpus.IDs
}

// Place is where a row stands, its id, "" if it could not be read, and the reason to reject it.
type Place struct {
	File   string
	Row    int64
	ID     string
	Reject error
}

// Accept makes the id of a row unique in the whole corpus, also that of a rejected row, since other parts do not know that it is
// rejected. It rejects a bad row, and returns false.
func (d *Documents) Accept(t *stages.Task, p *Place) (ok bool, err error) {
	if p.ID != "" {
		if p.ID, err = d.ids.Take(p.File, p.Row, p.ID); err != nil {
			return false, err
		}
	}
	if p.Reject != nil {
		return false, t.Reject(p.File, p.Row, p.Reject.Error())
	}
	return true, nil
}
