package main

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// shardName returns the name of one file of a set.
func shardName(set, ending string, shard, of int) string {
	return fmt.Sprintf("%s-%s%s", set, stages.Shard{Index: shard, Of: of}, ending)
}

// documentFiles writes a set's documents into its shards, one after the other.
type documentFiles struct {
	task  *stages.Task
	name  func(shard int) string
	of    int
	shard int                            // of the open file
	open  *rows.Writer[schemas.Document] // nil before the first
	sizes []int64                        // documents in each finished shard
}

// write appends documents. The shard number never decreases.
func (d *documentFiles) write(shard int, docs []schemas.Document) error {
	if len(docs) == 0 {
		return nil
	}
	for d.open == nil || d.shard < shard {
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
	d.shard = len(d.sizes)
	d.open, err = rows.Create(d.task.Create, d.name(d.shard), rows.Table(schemas.Documents))
	return err
}

func (d *documentFiles) end() error {
	if d.open == nil {
		return nil
	}
	d.sizes = append(d.sizes, d.open.Rows())
	return d.open.Close()
}

// close ends the last file; shards without documents become empty files.
func (d *documentFiles) close() error {
	for d.open == nil || d.shard < d.of-1 {
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
