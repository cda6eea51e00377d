package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/preprocess/internal/spill"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// made holds the outcomes of a batch, and the number of the file that its rows go into.
type made struct {
	file     int
	outcomes []rule.Outcome
}

// kept holds the documents of a batch that remain, for each of the sets that share a corpus.
type kept struct {
	file      int
	documents [][]schemas.Document
}

// batchesBehind is how many batches may wait for writing or numbering.
const batchesBehind = 3

// documents is the first pass over one set, or two: with valid_share, a training corpus has validation documents too.
func (p *preprocessor) documents(ctx context.Context, s *set) error {
	sets := []*set{s}
	if s.role == rule.Train && p.config.ValidShare > 0 {
		sets = append(sets, newSet(validName, rule.Valid, s.corpus))
	}
	p.sets = append(p.sets, sets...)
	read, total, err := p.cut(s)
	if err != nil {
		return err
	}
	defer read.Close()
	p.ids, p.separators = p.config.IDs(s.corpus), &corpus.Separators{Separator: p.config.KeywordSeparator}
	for _, one := range sets {
		one.files = documentFiles{task: p.task, set: one.name, of: p.config.Shards}
		defer one.files.abort()
		if one.role != rule.Test {
			if one.spill, err = spill.New(); err != nil {
				return err
			}
		}
	}
	// Writing and numbering run beside the rest, so that no thread waits for them. The deferred Close waits for them
	// on every path out, before a file is dropped that one of them still writes.
	write := rows.NewBehind(batchesBehind, func(k kept) error {
		return each(sets, func(i int, one *set) error { return one.files.write(k.file, k.documents[i]) })
	})
	defer write.Close()
	number := rows.NewBehind(batchesBehind, func(k kept) error {
		return each(sets, func(i int, one *set) error { return p.number(one, k.documents[i]) })
	})
	defer number.Close()
	progress := p.task.Progress("read "+s.name, "documents", total)
	err = rows.Map(ctx, p.task.Threads, read.Next, p.worker(s.role), func(m made) error {
		k, err := p.keep(sets, m)
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
		err = errors.Join(p.separators.End(s.corpus[0].Path), write.Close(), number.Close())
	}
	progress.Done()
	if err != nil {
		return err
	}
	if err := each(sets, func(_ int, one *set) error { return one.files.close() }); err != nil {
		return err
	}
	return each(sets, func(_ int, one *set) error { return p.notEmpty(one) })
}

// each calls do for the sets, up to the first error.
func each(sets []*set, do func(i int, s *set) error) error {
	for i, s := range sets {
		if err := do(i, s); err != nil {
			return err
		}
	}
	return nil
}

// cut decides into which files the rows of the set go. Several files need a count of the rows first; for one file, total
// is -1.
func (p *preprocessor) cut(s *set) (read *corpus.Batches, total int64, err error) {
	read = &corpus.Batches{Set: s.corpus, End: p.task.Rows}
	of := int64(p.config.Shards)
	if of == 1 {
		return read, -1, nil
	}
	n, err := s.corpus.Count(p.task.Rows)
	for i := range of - 1 {
		read.Cuts = append(read.Cuts, n/of*(i+1)+min(i+1, n%of)) // equal numbers of rows, give or take one
	}
	return read, n, err
}

func (p *preprocessor) worker(role rule.Role) func() func(*corpus.Batch) (made, error) {
	return func() func(*corpus.Batch) (made, error) {
		maker := rule.NewMaker(role, p.config.rules())
		return func(b *corpus.Batch) (made, error) {
			m := made{b.Cut, make([]rule.Outcome, b.Len())}
			for i := range b.Len() {
				m.outcomes[i] = maker.Make(b.Parse(i))
			}
			return m, nil
		}
	}
}

// number numbers words, counts those of training documents, and stores on disk what the second pass needs.
func (p *preprocessor) number(s *set, docs []schemas.Document) error {
	if s.spill == nil {
		return nil
	}
	for i := range docs {
		d := &docs[i]
		numbers := p.words.Numbers(p.numbers[:0], d.Title)
		if p.config.TitleEOS && len(d.Title) > 0 {
			numbers = p.words.Numbers(numbers, text.Specials[text.Eos:text.Eos+1])
		}
		numbers = p.words.Numbers(numbers, d.Body)
		x := spill.Item{ID: d.ID, Source: numbers}
		for _, t := range rule.Targets(d) {
			from := len(numbers)
			numbers = p.words.Numbers(numbers, t)
			x.Targets = append(x.Targets, numbers[from:])
		}
		p.numbers = numbers
		if s.role == rule.Train {
			p.words.Count(s.spill.Len(), numbers)
		}
		if err := s.spill.Add(&x); err != nil {
			return err
		}
	}
	return nil
}

// notEmpty fails if a set that must have documents has none.
func (p *preprocessor) notEmpty(s *set) error {
	c, share := &s.counts, p.config.ValidShare
	p.task.Log.Info("read "+s.name, "rows", c.Read, "documents", c.Documents, "rejected", c.Rejected, "filtered", c.Read-c.Documents-c.Rejected)
	bad := func(remedy, format string, args ...any) error {
		return &schemas.FileError{File: s.corpus[0].Path, Err: fmt.Errorf(format, args...), Remedy: remedy}
	}
	switch {
	case s.role == rule.Train && c.Documents > 0 && c.Present+c.Absent == 0:
		return bad("name the column of keyphrases by --columns keywords=NAME, or give documents with keyphrases", "no keyphrase of %d training documents is left", c.Documents)
	case c.Documents > 0:
		return nil
	case s.role == rule.Valid && share > 0:
		return bad("give more documents or a larger --valid-share", "no document of %d is among the share of %g for validation", p.set(rule.Train).counts.Documents, share)
	case s.role != rule.Train:
		return nil
	case share > 0 && p.set(rule.Valid).counts.Documents > 0:
		return bad("give more documents or a smaller --valid-share", "all documents, %d, are among the share of %g for validation", p.set(rule.Valid).counts.Documents, share)
	case c.Rejected > 0:
		return bad("", "no training document is left of %d rows: %s; the last bad row: %w", c.Read, c.causes(), p.why)
	}
	return bad("", "no training document is left of %d rows: %s", c.Read, c.causes())
}
