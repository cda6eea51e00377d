package main

import (
	"wrone2set/preprocess/internal/duplicate"
	"wrone2set/preprocess/internal/rule"
	"wrone2set/schemas"
	"wrone2set/stages"
)

// ledger writes down what becomes of every row: rejects.jsonl,
// filtered.parquet and the counts of the manifest.
type ledger struct {
	task *stages.Task
	file *stages.File
	rows *schemas.TableWriter[schemas.Filtered]
	sets map[string]*counts
}

// counts is what the manifest says of a set.
type counts struct {
	Read      int64            `json:"read"`
	Documents int64            `json:"documents"`
	Rejected  int64            `json:"rejected"`
	Filtered  map[string]int64 `json:"filtered"` // by cause
	Tokens    int64            `json:"tokens"`   // of the documents
	Present   int64            `json:"present"`  // keyphrases of the documents
	Absent    int64            `json:"absent"`
}

func newLedger(t *stages.Task) (*ledger, error) {
	f, err := t.Create("filtered.parquet")
	if err != nil {
		return nil, err
	}
	return &ledger{task: t, file: f, rows: schemas.FilteredRows.NewWriter(f, nil), sets: map[string]*counts{}}, nil
}

func (l *ledger) of(set string) *counts {
	if l.sets[set] == nil {
		l.sets[set] = &counts{Filtered: map[string]int64{}}
	}
	return l.sets[set]
}

func (l *ledger) reject(c *counts, o *rule.Outcome) error {
	c.Rejected++
	return l.task.Reject(o.File, o.Row, o.Reject.Error())
}

func (l *ledger) filter(c *counts, o *rule.Outcome) error {
	c.Filtered[o.Cause]++
	return l.rows.Write(schemas.Filtered{File: o.File, Row: o.Row, ID: o.Document.ID, Cause: o.Cause})
}

func (l *ledger) repeated(c *counts, o *rule.Outcome, m duplicate.Match) error {
	cause := m.Cause + " in " + m.Set
	c.Filtered[cause]++
	return l.rows.Write(schemas.Filtered{File: o.File, Row: o.Row, ID: o.Document.ID, Cause: cause, Of: m.ID})
}

func (c *counts) keep(d *schemas.Document) {
	c.Documents++
	c.Tokens += int64(len(d.Title) + len(d.Body))
	c.Present += int64(len(d.Present))
	c.Absent += int64(len(d.Absent))
}

func (l *ledger) close() error {
	if err := l.rows.Close(); err != nil {
		return err
	}
	l.file.SetRows(l.rows.Rows())
	l.task.Note("sets", l.sets)
	return l.file.Close()
}
