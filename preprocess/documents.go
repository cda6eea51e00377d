package main

import (
	"fmt"

	"wrone2set/schemas"
	"wrone2set/stages"
)

// shardName is the name of one file of a set.
func shardName(set, ending string, shard, of int) string {
	return fmt.Sprintf("%s-%s%s", set, stages.Shard{Index: shard, Of: of}, ending)
}

// documentFiles writes a set's documents into its shards, one after the other.
type documentFiles struct {
	task  *stages.Task
	name  func(shard int) string
	of    int
	shard int // of the open file
	file  *stages.File
	rows  *schemas.TableWriter[schemas.Document]
	sizes []int64 // documents of each finished shard
}

// kept is a run of documents of one shard.
type kept struct {
	shard     int
	documents []schemas.Document
}

// write appends documents; shards never go back.
func (d *documentFiles) write(k kept) error {
	for d.file == nil || d.shard < k.shard {
		if err := d.turn(); err != nil {
			return err
		}
	}
	return d.rows.Write(k.documents...)
}

// turn ends the open file and begins the next.
func (d *documentFiles) turn() error {
	if err := d.end(); err != nil {
		return err
	}
	d.shard = len(d.sizes)
	f, err := d.task.Create(d.name(d.shard))
	if err != nil {
		return err
	}
	d.file, d.rows = f, schemas.Documents.NewWriter(f, nil)
	return nil
}

func (d *documentFiles) end() error {
	if d.file == nil {
		return nil
	}
	if err := d.rows.Close(); err != nil {
		return err
	}
	d.file.SetRows(d.rows.Rows())
	d.sizes = append(d.sizes, d.rows.Rows())
	f := d.file
	d.file = nil
	return f.Close()
}

// close ends the last file; shards without documents become empty files.
func (d *documentFiles) close() error {
	for d.file == nil || d.shard < d.of-1 {
		if err := d.turn(); err != nil {
			return err
		}
	}
	return d.end()
}

// abort drops an open file.
func (d *documentFiles) abort() {
	if d.file != nil {
		d.file.Abort()
	}
}
