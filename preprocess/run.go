package main

import (
	"context"
	"errors"
	"runtime/debug"

	"github.com/wrone2set/wrone2set/preprocess/internal/duplicate"
	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// run makes both passes: the documents of every set, then vocabulary and examples.
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
	if c.Duplicates != keepDuplicates && all[len(all)-1].role != rule.Test {
		p.finders = []duplicate.Finder{duplicate.NewIndex()}
		if c.NearDuplicates > 0 {
			p.finders = append(p.finders, duplicate.NewNear(c.NearDuplicates))
		}
	}
	for _, s := range all {
		if err := p.documents(ctx, s); err != nil {
			return err
		}
	}
	if err := p.forget(); err != nil {
		return err
	}
	// Return the memory now: otherwise the vocabulary, which is made next, would add to the peak.
	debug.FreeOSMemory()
	if err := p.examples(ctx); err != nil {
		return err
	}
	t.Note("sets", p.counts)
	return l.file.Close()
}

// preprocessor is one run of the stage: what the first pass leaves for the second.
type preprocessor struct {
	task    *stages.Task
	config  Config
	base    *base // nil if the vocabulary comes from the training documents
	leftOut *leftOut
	counts  setCounts
	finders []duplicate.Finder // none if duplicates are not searched; the second, of near ones, knows no training documents
	words   *text.Counter
	spills  map[rule.Role]*spilled

	ids        *corpus.IDs        // of the current set
	separators *corpus.Separators // of its keyphrases
	numbers    []int32            // word numbers of the document that is being spilled
}

// forget releases what only the first pass needs.
func (p *preprocessor) forget() (err error) {
	for _, f := range p.finders {
		err = errors.Join(err, f.Close())
	}
	p.finders, p.ids, p.separators = nil, nil, nil
	return err
}

func (p *preprocessor) close() {
	p.forget()
	for _, s := range p.spills {
		s.Close()
	}
}

// batchesBehind is how many batches may wait for writing or numbering.
const batchesBehind = 3

// documents is the first pass over one set.
func (p *preprocessor) documents(ctx context.Context, s set) error {
	read, files, total, err := p.cut(s)
	if err != nil {
		return err
	}
	p.ids, p.separators = p.config.IDs(s.files), &corpus.Separators{Separator: p.config.KeywordSeparator}
	defer read.Close()
	splits := p.splits(s, files)
	for _, one := range splits {
		defer one.files.abort()
		if err := p.newSpill(one.set); err != nil {
			return err
		}
	}
	// Writing and numbering run beside the rest, so that no thread waits for them. The deferred Close waits for them
	// on every path out, before a file is dropped that one of them still writes.
	write := rows.NewBehind(batchesBehind, splits.write)
	defer write.Close()
	number := rows.NewBehind(batchesBehind, func(k kept) error { return p.number(splits, k) })
	defer number.Close()
	progress := p.task.Progress("read "+s.name, "documents", total)
	err = rows.Map(ctx, p.task.Threads, read.Next, p.worker(s.role, read), func(m made) error {
		k, err := p.keep(splits, m)
		if err != nil {
			return err
		}
		progress.Add(int64(len(m.outcomes)))
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
	for _, one := range splits {
		if err := one.files.close(); err != nil {
			return err
		}
		if spilled := p.spills[one.role]; spilled != nil {
			spilled.sizes = one.files.sizes
		}
	}
	for _, one := range splits {
		if err := p.notEmpty(one); err != nil {
			return err
		}
	}
	return nil
}
