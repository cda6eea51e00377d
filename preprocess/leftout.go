package main

import (
	"github.com/wrone2set/wrone2set/preprocess/internal/duplicate"
	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// leftOut records the rows that do not become documents: rejects.jsonl and filtered.parquet.
type leftOut struct {
	task *stages.Task
	file *rows.Writer[schemas.Filtered]
	why  error // of the last rejected row
}

func newLeftOut(t *stages.Task) (*leftOut, error) {
	f, err := rows.Create(t.Create, "filtered.parquet", rows.Table(schemas.FilteredRows))
	if err != nil {
		return nil, err
	}
	return &leftOut{task: t, file: f}, nil
}

func (l *leftOut) reject(c *counts, o *rule.Outcome) error {
	c.Read++
	c.Rejected++
	l.why = o.Reject
	return l.task.Reject(o.File, o.Row, o.Reject.Error())
}

func (l *leftOut) filter(c *counts, o *rule.Outcome) error {
	c.Read++
	c.Filtered[o.Cause]++
	return l.file.Write(schemas.Filtered{File: o.File, Row: o.Row, ID: o.Document.ID, Cause: o.Cause})
}

func (l *leftOut) repeated(c *counts, o *rule.Outcome, m duplicate.Match) error {
	cause := m.Cause + " in " + m.Set
	c.Read++
	c.Filtered[cause]++
	return l.file.Write(schemas.Filtered{File: o.File, Row: o.Row, ID: o.Document.ID, Cause: cause, Of: m.ID})
}
