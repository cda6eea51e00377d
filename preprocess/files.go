package main

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
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
	open  *rows.Writer[schemas.Document] // nil before the first
	sizes []int64                        // documents in each finished file
}

// write appends documents to a file, whose number never decreases.
func (d *documentFiles) write(file int, docs []schemas.Document) error {
	if len(docs) == 0 {
		return nil
	}
	if err := d.turn(file); err != nil {
		return err
	}
	return d.open.Write(docs...)
}

// turn ends files and begins others until that with the number is open. Files that got no documents are written empty.
func (d *documentFiles) turn(file int) (err error) {
	for d.open == nil || len(d.sizes) < file {
		if err := d.end(); err != nil {
			return err
		}
		if d.open, err = rows.Create(d.task.Create, fileName(d.set, ".parquet", len(d.sizes), d.of), rows.Table(schemas.Documents)); err != nil {
			return err
		}
	}
	return nil
}

func (d *documentFiles) end() error {
	if d.open == nil {
		return nil
	}
	d.sizes = append(d.sizes, d.open.Rows())
	return d.open.Close()
}

// close ends the last file.
func (d *documentFiles) close() error {
	if err := d.turn(d.of - 1); err != nil {
		return err
	}
	return d.end()
}

// abort drops a file that was not closed.
func (d *documentFiles) abort() {
	if d.open != nil {
		d.open.Abort()
	}
}
