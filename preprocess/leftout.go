package main

import (
	"wrone2set/preprocess/internal/duplicate"
	"wrone2set/preprocess/internal/rule"
	"wrone2set/schemas"
	"wrone2set/stages"
)

// leftOut writes down the rows that become no document: rejects.jsonl and
// filtered.parquet.
type leftOut struct {
	task *stages.Task
	file *stages.File
	rows *schemas.TableWriter[schemas.Filtered]
}

func newLeftOut(t *stages.Task) (*leftOut, error) {
	f, err := t.Create("filtered.parquet")
	if err != nil {
		return nil, err
	}
	return &leftOut{task: t, file: f, rows: schemas.FilteredRows.NewWriter(f, nil)}, nil
}

func (l *leftOut) reject(c *counts, o *rule.Outcome) error {
	c.Rejected++
	return l.task.Reject(o.File, o.Row, o.Reject.Error())
}

func (l *leftOut) filter(c *counts, o *rule.Outcome) error {
	c.Filtered[o.Cause]++
	return l.rows.Write(schemas.Filtered{File: o.File, Row: o.Row, ID: o.Document.ID, Cause: o.Cause})
}

func (l *leftOut) repeated(c *counts, o *rule.Outcome, m duplicate.Match) error {
	cause := m.Cause + " in " + m.Set
	c.Filtered[cause]++
	return l.rows.Write(schemas.Filtered{File: o.File, Row: o.Row, ID: o.Document.ID, Cause: cause, Of: m.ID})
}

func (l *leftOut) close() error {
	if err := l.rows.Close(); err != nil {
		return err
	}
	l.file.SetRows(l.rows.Rows())
	return l.file.Close()
}
