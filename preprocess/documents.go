package main

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// fileName returns the name of file i of a set that has of files.
func fileName(set, ending string, i, of int) string {
	return fmt.Sprintf("%s-%05d-of-%05d%s", set, i, of, ending)
}

// documentFiles writes a set's documents into its files, one file after the other.
type documentFiles struct {
	task  *stages.Task
	set   string
	of    int
	file  int                            // number of the open file
	open  *rows.Writer[schemas.Document] // nil before the first
	sizes []int64                        // documents in each finished file
}

// cut decides into which files the rows of the set go. Several files need a count of the rows first; for one file, total
// is -1.
func (p *preprocessor) cut(s set) (read *corpus.Batches, files *documentFiles, total int64, err error) {
	read = &corpus.Batches{Set: s.files, End: p.task.Rows}
	files = &documentFiles{task: p.task, set: s.name, of: p.config.Shards}
	if files.of == 1 {
		return read, files, -1, nil
	}
	n, err := s.files.Count(p.task.Rows)
	of := int64(files.of)
	for i := range of - 1 {
		read.Cuts = append(read.Cuts, n/of*(i+1)+min(i+1, n%of)) // equal numbers of rows, give or take one
	}
	return read, files, n, err
}

// write appends documents to a file, whose number never decreases.
func (d *documentFiles) write(file int, docs []schemas.Document) error {
	if len(docs) == 0 {
		return nil
	}
	for d.open == nil || d.file < file {
		if err := d.turn(); err != nil {
			return err
		}
	}
	return d.open.Write(docs...)
}

// turn ends the open file and begins the next.
func (d *documentFiles) turn() (err error) {
	if err := d.end(); err != nil {
		return err
	}
	d.file = len(d.sizes)
	d.open, err = rows.Create(d.task.Create, fileName(d.set, ".parquet", d.file, d.of), rows.Table(schemas.Documents))
	return err
}

func (d *documentFiles) end() error {
	if d.open == nil {
		return nil
	}
	d.sizes = append(d.sizes, d.open.Rows())
	return d.open.Close()
}

// close ends the last file. Files that got no documents are written empty.
func (d *documentFiles) close() error {
	for d.open == nil || d.file < d.of-1 {
		if err := d.turn(); err != nil {
			return err
		}
	}
	return d.end()
}

// abort drops a file that was not closed.
func (d *documentFiles) abort() {
	if d.open != nil {
		d.open.Abort()
	}
}
