package main

import (
	"context"
	"fmt"
	"io"

	"github.com/zeebo/xxh3"

	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// surveyor adds documents to a survey, with what the corpus has of them.
type surveyor struct {
	task   *stages.Task
	config ReportConfig
	survey *survey.Survey
	next   func() (outputRow, error)
	doc    outputRow // the next to add; without a Document after the last
	step   func(n int64)

	seen   map[uint64]struct{} // hashes of ids, without documents
	layout *corpus.Layout      // nil without documents
	years  yearColumn
}

// surveyed adds all documents of the folders. It returns the name of the column that gave years, "" for none.
func surveyed(ctx context.Context, t *stages.Task, c ReportConfig, folders []*folder, s *survey.Survey) (years string, err error) {
	in, err := openOutputs(t, folders)
	if err != nil {
		return "", err
	}
	defer in.close()
	ahead := rows.NewAhead(5, rows.Batches(64, in.next))
	defer ahead.Stop() // before the files are closed
	progress := t.Progress("read", "documents", in.rows)
	defer progress.Done()
	var batch []outputRow
	v := &surveyor{task: t, config: c, survey: s, step: progress.Add, seen: map[uint64]struct{}{}, next: func() (d outputRow, err error) {
		if len(batch) == 0 {
			if batch, err = ahead.Next(); err != nil {
				return d, err
			}
		}
		d, batch = batch[0], batch[1:]
		return d, nil
	}}
	if err := v.advance(); err != nil {
		return "", err
	}
	if len(t.Input("documents")) == 0 {
		return "", v.alone(ctx)
	}
	err = v.joined(ctx)
	return v.years.name, err
}

// advance reads the next document.
func (v *surveyor) advance() (err error) {
	if v.doc, err = v.next(); err == io.EOF {
		v.doc, err = outputRow{}, nil
	}
	return err
}

// alone adds documents without their texts. Each id may occur once: a folder given twice would double every number.
func (v *surveyor) alone(ctx context.Context) error {
	for v.doc.Document != nil {
		if err := ctx.Err(); err != nil {
			return err
		}
		hash := xxh3.HashString(v.doc.ID)
		if _, twice := v.seen[hash]; twice {
			return &schemas.FileError{File: v.doc.file, Place: fmt.Sprintf("row %d", v.doc.row), Err: fmt.Errorf("document %.100q has labels already", v.doc.ID),
				Remedy: "give each folder once; describe other documents with the same ids by themselves, or give --documents"}
		}
		v.seen[hash] = struct{}{}
		v.doc.Values = make([][]string, len(v.config.By))
		if err := v.add(); err != nil {
			return err
		}
	}
	return nil
}

// add adds the document and reads the next.
func (v *surveyor) add() error {
	if err := v.survey.Add(v.doc.Document); err != nil {
		return usage("--by", err)
	}
	v.task.Read(1)
	v.step(1)
	return v.advance()
}

// givenRow is a document of the corpus, or a bad row.
type givenRow struct {
	corpusRow
	record *corpus.Record // nil for a bad row
}

// joined adds documents with what the corpus has of them.
func (v *surveyor) joined(ctx context.Context) (err error) {
	t := v.task
	reading := v.config.Settings.Reading(true, t)
	reading.Keep = true
	set := corpus.Of(t.Input("documents"), reading)
	if v.layout, err = set.Layout(); err != nil {
		return err
	}
	v.years = yearColumn{wanted: v.config.Years, layout: v.layout}
	if len(v.layout.Columns) > 0 { // those of a pipe are known with its first row
		if err := v.columns(t.Input("documents")[0].Spec); err != nil {
			return err
		}
	}
	each := inStep[givenRow]{settings: v.config.Settings, read: func() func(*corpus.Batch) ([]givenRow, error) { return parsed }, next: func() (corpusRow, bool) {
		if v.doc.Document == nil {
			return corpusRow{}, false
		}
		return corpusRow{v.doc.file, v.doc.row, v.doc.ID, v.doc.digest}, true
	}}
	each.take = func(d givenRow) error { return v.take(d.record) }
	return each.each(ctx, t, set)
}

// parsed parses a batch of rows.
func parsed(b *corpus.Batch) ([]givenRow, error) {
	all := make([]givenRow, b.Len())
	for i := range all {
		r, err := b.Parse(i)
		all[i].corpusRow = corpusRow{file: r.File, row: r.Row}
		if err == nil {
			all[i].record, all[i].id, all[i].digest = &r, r.ID, r.Digest()
		}
	}
	return all, nil
}

// take adds the document with its record.
func (v *surveyor) take(r *corpus.Record) (err error) {
	cells := v.layout.Row(corpus.GivenOf(r))
	if err := v.columns(r.File); err != nil {
		return err
	}
	d := v.doc.Document
	d.Record = r
	for _, name := range v.config.By {
		i, err := v.layout.Find(name, r.File)
		if err != nil {
			return usage("--by "+name, err)
		}
		d.Values = append(d.Values, corpus.Values(cells[i]))
	}
	if d.Year, err = v.years.of(r.File, cells); err != nil {
		return err
	}
	return v.add()
}

// columns looks for the columns of the settings.
func (v *surveyor) columns(file string) error {
	for _, name := range v.config.By {
		if _, err := v.layout.Find(name, file); err != nil {
			return usage("--by "+name, err)
		}
	}
	return v.years.look(file)
}
