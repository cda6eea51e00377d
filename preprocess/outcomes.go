package main

import (
	"errors"
	"strings"

	"github.com/wrone2set/wrone2set/preprocess/internal/duplicate"
	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// made holds the outcomes of a batch.
type made struct {
	file     int // number of the file that the rows go into
	outcomes []rule.Outcome
	joined   []joined
}

// joined is the result of corpus.Joined for a row.
type joined struct {
	mark rune
	some bool
}

func (p *preprocessor) worker(role rule.Role, read *corpus.Batches) func() func(*corpus.Batch) (made, error) {
	return func() func(*corpus.Batch) (made, error) {
		maker := rule.NewMaker(role, p.config.rules())
		return func(b *corpus.Batch) (made, error) {
			m := made{b.Cut, make([]rule.Outcome, b.Len()), make([]joined, b.Len())}
			for i := range b.Len() {
				r, err := b.Parse(i)
				m.joined[i].mark, m.joined[i].some = corpus.Joined(&r)
				m.outcomes[i] = maker.Make(r, err)
			}
			read.Release(b)
			return m, nil
		}
	}
}

// keep checks ids and keyphrases, rejects, filters and finds duplicates, row by row in order, and returns the
// documents that remain. A row counts for the set of its document, or for the first set if it becomes none.
func (p *preprocessor) keep(splits splits, m made) (kept, error) {
	c := p.counts.of(splits[0].name)
	k := kept{file: m.file, documents: make([][]schemas.Document, len(splits))}
	k.documents[0] = make([]schemas.Document, 0, len(m.outcomes))
	p.task.Read(int64(len(m.outcomes)))
	for i := range m.outcomes {
		o := &m.outcomes[i]
		err := p.separators.Count(o.File, m.joined[i].mark, m.joined[i].some)
		if err == nil && o.ID != "" {
			o.Document.ID, err = p.ids.Take(o.File, o.Row, o.ID)
		}
		if err != nil {
			return k, err
		}
		to := 0
		if len(splits) > 1 && p.config.held(o.Document.ID) {
			to = 1
		}
		switch {
		case o.Reject != nil:
			err = p.leftOut.reject(c, o)
		case o.Cause != "" && (to == 0 || !o.OfTraining):
			err = p.leftOut.filter(c, o)
		default:
			var match duplicate.Match
			var repeated bool
			if match, repeated, err = p.repeats(splits[0].role, splits[to].name, o); err != nil {
				break
			}
			if repeated {
				err = p.leftOut.repeated(c, o, match)
				break
			}
			p.counts.of(splits[to].name).keep(&o.Document)
			k.documents[to] = append(k.documents[to], o.Document)
		}
		if err != nil {
			return k, err
		}
	}
	return k, nil
}

// repeats looks up a training or validation document, and remembers a document of any set if it is kept. A validation document
// is left out only for a test document, a training document also for a validation document or an earlier training document. Near
// duplicates of training documents stay, so with --valid-share a training document is near only to validation documents before it.
func (p *preprocessor) repeats(read rule.Role, set string, o *rule.Outcome) (m duplicate.Match, ok bool, err error) {
	if read != rule.Test && (o.Raw || p.config.Duplicates == dropDuplicates) {
		for _, f := range p.finders {
			if m, ok, err = f.Find(o.Print); err != nil || ok && (read == rule.Train || strings.HasPrefix(m.Set, testPrefix)) {
				return m, ok, err
			}
		}
	}
	for i, f := range p.finders {
		if i == 0 || set != trainName {
			err = errors.Join(err, f.Add(o.Print, set, o.Document.ID))
		}
	}
	return duplicate.Match{}, false, err
}
