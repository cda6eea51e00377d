package export

import (
	"errors"
	"slices"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Files are the open files of an output.
type Files []interface {
	Close() error
	Abort()
}

// Open opens a file of a task.
func Open[R any](all *Files, t *stages.Task, name string, format rows.Format[R]) (*rows.Writer[R], error) {
	w, err := rows.Create(t.Create, name, format)
	if err == nil {
		*all = append(*all, w)
	}
	return w, err
}

// Close finishes every file.
func (all Files) Close() error {
	var errs []error
	for _, w := range all {
		errs = append(errs, w.Close())
	}
	return errors.Join(errs...)
}

// Abort drops the files that are not closed.
func (all Files) Abort() {
	for _, w := range all {
		w.Abort()
	}
}

// Writer writes the exports of documents.
type Writer struct {
	task    *stages.Task
	config  Settings
	kind    Kind
	layout  *corpus.Layout // nil if no export needs the columns of documents
	all     *Files
	writers map[string][]*rows.Writer[Row] // by folder, "" without partitions
	beyond  int64                          // values of documents that the exports lack or change
	cut     int64                          // number of cells that were too long for Excel
}

// Create opens the files of the exports, or with partitions none before the first row of each.
func Create(all *Files, t *stages.Task, c Settings, k Kind, layout *corpus.Layout) (*Writer, error) {
	x := &Writer{task: t, config: c, kind: k, layout: layout, all: all, writers: map[string][]*rows.Writer[Row]{}}
	if len(c.PartitionBy) == 0 {
		if err := x.open(""); err != nil {
			return nil, err
		}
	}
	return x, k.Fits(c, layout)
}

// open opens the files of the exports in a folder.
func (x *Writer) open(folder string) error {
	formats := x.kind.formats(x.config, x.layout, &x.cut)
	x.writers[folder] = nil
	for _, f := range x.kind.Files {
		if !slices.Contains(x.config.Export, f.Format) {
			continue
		}
		w, err := Open(x.all, x.task, folder+f.Name, formats[f.Format])
		if err != nil {
			return err
		}
		x.writers[folder] = append(x.writers[folder], w)
	}
	return nil
}

// Write adds a document with its labels to every export. given is the row of its file.
func (x *Writer) Write(id string, l Labels, given *corpus.Given) error {
	d := Row{ID: id, Labels: l, Given: given}
	if x.layout != nil {
		d.Cells = x.layout.Row(given)
		x.beyond += int64(given.Beyond)
		if err := x.kind.Fits(x.config, x.layout); err != nil {
			return err
		}
	}
	folder, err := x.partition(d)
	if err != nil {
		return err
	}
	for _, w := range x.writers[folder] {
		if err := w.Write(d); err != nil {
			return err
		}
	}
	return nil
}

// Warn logs what the exports could not keep.
func (x *Writer) Warn() {
	if x.beyond > 0 {
		x.task.Log.Warn("values are missing in the exports with columns, or changed: they stand under keys that the first objects of their file lack, beyond the header, or are not text", "values", x.beyond)
		x.task.Note("values_beyond", x.beyond)
	}
	if x.cut > 0 {
		x.task.Log.Warn("cells of the workbooks were cut to 32,767 characters, the most that Excel can have", "cells", x.cut)
		x.task.Note("cells_cut", x.cut)
	}
}
