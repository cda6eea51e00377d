package main

import (
	"strings"

	"github.com/wrone2set/wrone2set/preprocess/internal/duplicate"
	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/schemas"
)

// keep checks ids and keyphrases, rejects, filters and finds duplicates, row by row in order, and returns the
// documents that remain.
func (p *preprocessor) keep(sets []*set, m made) (kept, error) {
	k := kept{m.file, make([][]schemas.Document, len(sets))}
	k.documents[0] = make([]schemas.Document, 0, len(m.outcomes))
	p.task.Read(int64(len(m.outcomes)))
	for i := range m.outcomes {
		o := &m.outcomes[i]
		err := p.separators.Count(o.File, o.Joined, o.Keyphrases)
		if err == nil && o.ID != "" {
			o.Document.ID, err = p.ids.Take(o.File, o.Row, o.ID)
		}
		to := 0
		if len(sets) > 1 && p.config.held(o.Document.ID) {
			to = 1
		}
		left := false
		if err == nil {
			left, err = p.leaveOut(sets[0], sets[to], o)
		}
		if err != nil {
			return k, err
		}
		if !left {
			sets[to].counts.keep(&o.Document, o.Left)
			k.documents[to] = append(k.documents[to], o.Document)
		}
	}
	return k, nil
}

// leaveOut reports whether a row of the corpus of a set becomes no document, and records it in rejects.jsonl or
// filtered.parquet. Otherwise it is a document of the set to.
func (p *preprocessor) leaveOut(of, to *set, o *rule.Outcome) (left bool, err error) {
	f := schemas.Filtered{File: o.File, Row: o.Row, ID: o.Document.ID, Cause: o.Cause}
	if o.OfTraining && to != of {
		f.Cause = ""
	}
	if o.Reject == nil && f.Cause == "" {
		m, repeated := p.repeats(of.role, to.name, o)
		if !repeated {
			return false, nil
		}
		f.Cause, f.Of = m.Cause+" in "+m.Set, m.ID
	}
	of.counts.Read++
	if o.Reject != nil {
		of.counts.Rejected++
		p.why = o.Reject
		return true, p.task.Reject(o.File, o.Row, o.Reject.Error())
	}
	of.counts.Filtered[f.Cause]++
	return true, p.filtered.Write(f)
}

// repeats looks up a training or validation document, and remembers a document of any set if it is kept. A validation document
// is left out only for a test document, a training document also for a validation document or an earlier training document. Near
// duplicates of training documents stay, so with --valid-share a training document is near only to validation documents before it.
func (p *preprocessor) repeats(read rule.Role, set string, o *rule.Outcome) (m duplicate.Match, ok bool) {
	if read != rule.Test && (o.Raw || p.config.Duplicates == dropDuplicates) {
		for _, f := range p.finders {
			if m, ok := f.Find(o.Print); ok && (read == rule.Train || strings.HasPrefix(m.Set, testPrefix)) {
				return m, true
			}
		}
	}
	for i, f := range p.finders {
		if i == 0 || set != trainName {
			f.Add(o.Print, set, o.Document.ID)
		}
	}
	return duplicate.Match{}, false
}
