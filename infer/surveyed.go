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
	file   string
	row    int64
	record *corpus.Record // nil for a bad row
	digest string
}

// joined adds documents with what the corpus has of them. Both are in the order of the corpus.
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
	in := &corpus.Batches{Set: set, End: t.Rows}
	defer in.Close()
	ids, left, unnamed := v.config.IDs(set), int64(0), ""
	err = rows.Map(ctx, t.Threads, in.Next, func() func(*corpus.Batch) ([]givenRow, error) { return parsed }, func(batch []givenRow) error {
		for _, d := range batch {
			if d.record == nil {
				left++
				continue
			}
			if corpus.MadeUp(d.record.ID, d.file, d.row) {
				unnamed = d.file
			}
			id, err := ids.Take(d.file, d.row, d.record.ID)
			if err != nil {
				return err
			}
			if v.doc.Document == nil || v.doc.ID != id {
				left++
				continue
			}
			if schemas.Differ(v.doc.digest, d.digest) {
				return v.changed(d)
			}
			if err := v.take(d.record); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if v.doc.Document != nil {
		return v.unmatched(unnamed)
	}
	if left > 0 {
		t.Log.Warn("documents without labels are left out: bad rows, rows beyond --limit, or rows added since", "documents", left)
		t.Note("documents_left_out", left)
	}
	return nil
}

// parsed parses a batch of rows.
func parsed(b *corpus.Batch) ([]givenRow, error) {
	all := make([]givenRow, b.Len())
	for i := range all {
		r, err := b.Parse(i)
		all[i] = givenRow{file: r.File, row: r.Row}
		if err == nil {
			all[i].record, all[i].digest = &r, r.Digest()
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

// changed returns the error for a document that has the id of the next labelled one and another text.
func (v *surveyor) changed(d givenRow) error {
	return &schemas.FileError{File: d.file, Place: fmt.Sprintf("row %d", d.row),
		Err:    fmt.Errorf("document %.100q has another title or text than the one that was labelled, row %d of %s", v.doc.ID, v.doc.row, v.doc.file),
		Remedy: "give the documents that were labelled, unchanged and read with the same --columns, --format and --encoding, or label these"}
}

// unmatched returns the error for a labelled document that is not in the corpus. unnamed is a file whose ids come from its name, or "".
func (v *surveyor) unmatched(unnamed string) error {
	err := fmt.Errorf("row %d: document %.100q is not in --documents, or not in this order", v.doc.row, v.doc.ID)
	remedy := "give the documents that were labelled, in the same order, with the same --columns, --format and --repeated-ids"
	if unnamed != "" {
		err = fmt.Errorf("%w; ids of %s come from its name, as no id column was read", err, unnamed)
		remedy += ", from a file of the same name; with an id column (--columns id=NAME) the name does not matter"
	}
	return &schemas.FileError{File: v.doc.file, Err: err, Remedy: remedy}
}
