package main

import (
	"context"
	"runtime/debug"

	"github.com/wrone2set/wrone2set/preprocess/internal/duplicate"
	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
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
	b, err := openBase(t, c)
	if err != nil {
		return err
	}
	filtered, err := rows.Create(t.Create, "filtered.parquet", rows.Table(schemas.FilteredRows))
	if err != nil {
		return err
	}
	defer filtered.Abort()
	p := &preprocessor{task: t, config: c, base: b, filtered: filtered, words: text.NewCounter()}
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
	p.finders, p.ids, p.separators = nil, nil, nil
	// Return the memory now: otherwise the vocabulary, which is made next, would add to the peak.
	debug.FreeOSMemory()
	if err := p.examples(ctx); err != nil {
		return err
	}
	noted, left := map[string]*counts{}, boilerplate.Tally{}
	for _, s := range p.sets {
		noted[s.name] = &s.counts
		left.Join(s.counts.Left)
	}
	left.Say(t.Log)
	t.Note("sets", noted)
	return filtered.Close()
}

// preprocessor is one run of the stage: what the first pass leaves for the second.
type preprocessor struct {
	task     *stages.Task
	config   Config
	base     *base // nil if the vocabulary comes from the training documents
	sets     []*set
	filtered *rows.Writer[schemas.Filtered]
	why      error              // of the last rejected row
	finders  []duplicate.Finder // none if duplicates are not searched; the second, of near ones, knows no training documents
	words    *text.Counter

	ids        *corpus.IDs        // of the current set
	separators *corpus.Separators // of its keyphrases
	numbers    []int32            // word numbers of the document that is being spilled
}

// set returns the set with a role, nil if there is none.
func (p *preprocessor) set(role rule.Role) *set {
	for _, s := range p.sets {
		if s.role == role {
			return s
		}
	}
	return nil
}

func (p *preprocessor) close() {
	for _, s := range p.sets {
		if s.spill != nil {
			s.spill.Close()
		}
	}
}
