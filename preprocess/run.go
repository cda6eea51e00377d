package main

import (
	"context"
	"errors"
	"fmt"

	"wrone2set/preprocess/internal/duplicate"
	"wrone2set/preprocess/internal/rule"
	"wrone2set/preprocess/internal/spill"
	"wrone2set/stages"
	"wrone2set/stages/corpus"
	"wrone2set/stages/rows"
	"wrone2set/stages/text"
)

// run is both passes: documents of every set, then vocabulary and examples.
func run(ctx context.Context, t *stages.Task, c Config) error {
	all, err := sets(t, c)
	if err != nil {
		return err
	}
	b, err := readBase(t, c)
	if err != nil {
		return err
	}
	l, err := newLeftOut(t)
	if err != nil {
		return err
	}
	defer l.file.Abort()
	p := &preprocessor{task: t, config: c, base: b, leftOut: l, counts: setCounts{}, words: text.NewCounter(), spills: map[rule.Role]*spilled{}}
	defer p.close()
	if c.Duplicates != keepDuplicates && all[len(all)-1].role == rule.Train {
		p.finder = duplicate.NewIndex()
	}
	for _, s := range all {
		if err := p.documents(ctx, s); err != nil {
			return err
		}
	}
	p.finder = nil // its memory is the vocabulary's now
	if err := p.examples(ctx); err != nil {
		return err
	}
	t.Note("sets", p.counts)
	return l.file.Close()
}

// preprocessor is a run of the stage: what the first pass leaves for the second.
type preprocessor struct {
	task    *stages.Task
	config  Config
	base    *base // nil: the vocabulary is that of the training documents
	leftOut *leftOut
	counts  setCounts
	finder  duplicate.Finder // nil if duplicates are not looked for
	words   *text.Counter
	spills  map[rule.Role]*spilled

	ids        *corpus.IDs        // of the set at hand
	separators *corpus.Separators // of its keyphrases
	numbers    []int32            // words of the document that is being spilled
}

func (p *preprocessor) close() {
	for _, s := range p.spills {
		s.Close()
	}
}

// batchesBehind is how many batches may wait to be written, or to be numbered.
const batchesBehind = 3

// documents is the first pass over one set.
func (p *preprocessor) documents(ctx context.Context, s set) error {
	read, files, err := p.cut(s)
	if err != nil {
		return err
	}
	p.ids, p.separators = p.config.IDs(s.files), &corpus.Separators{Separator: p.config.KeywordSeparator}
	if err := p.ids.Pass(read.From); err != nil {
		return err
	}
	defer read.Close()
	defer files.abort()
	if s.role == rule.Train || s.role == rule.Valid {
		f, err := spill.New()
		if err != nil {
			return err
		}
		p.spills[s.role] = &spilled{File: f, set: s.name, file: s.files[0].Path}
	}
	// Writing and numbering go on beside what follows, so that the threads wait for neither. The deferred Close waits for
	// them on every way out, before a file is dropped that one of them still writes.
	write := rows.NewBehind(batchesBehind, files.write)
	defer write.Close()
	number := rows.NewBehind(batchesBehind, func(k kept) error { return p.spill(s, k) })
	defer number.Close()
	progress := p.task.Progress("read "+s.name, "documents", read.To-read.From)
	err = rows.Map(ctx, p.task.Threads, read.Next, p.worker(s.role, read), func(m made) error {
		k, err := p.keep(s, m)
		if err != nil {
			return err
		}
		progress.Add(int64(len(m.outcomes)))
		if len(k.documents) == 0 {
			return nil
		}
		if err := write.Send(k); err != nil {
			return err
		}
		return number.Send(k)
	})
	if err == nil {
		err = errors.Join(p.separators.End(s.files[0].Path), write.Close(), number.Close())
	}
	progress.Done()
	if err != nil {
		return err
	}
	if err := files.close(); err != nil {
		return err
	}
	if spilled := p.spills[s.role]; spilled != nil {
		spilled.sizes = files.sizes
	}
	return p.sane(s)
}

// sane fails if a set that cannot be empty is.
func (p *preprocessor) sane(s set) error {
	c := p.counts.of(s.name)
	p.task.Log.Info("read "+s.name, "rows", c.Read, "documents", c.Documents, "rejected", c.Rejected, "filtered", c.Read-c.Documents-c.Rejected)
	if s.role == rule.Train && c.Documents == 0 {
		err := fmt.Errorf("no training document is left of %d rows: %s", c.Read, c.causes())
		if c.Rejected > 0 {
			err = fmt.Errorf("%w; the last bad row: %w", err, p.leftOut.why)
		}
		return &stages.InputError{File: s.files[0].Path, Err: err}
	}
	return nil
}
