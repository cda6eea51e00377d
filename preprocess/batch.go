package main

import (
	"errors"
	"io"
	"slices"
	"sync"

	"wrone2set/stages"
	"wrone2set/stages/corpus"
)

// A batch is closed by the row that reaches one of these.
const (
	batchRows  = 64
	batchBytes = 128 << 10
)

// batch is a run of rows of one file and one shard.
type batch struct {
	reader corpus.Records
	shard  int
	rows   []corpus.Unparsed
	text   *[]byte // what the rows' text and targets are parts of
}

// rowsOf cuts a set into batches. Rows are numbered through the set's files;
// those in front of from are passed over, those from to on are not read. Shards
// end after the rows in cuts.
type rowsOf struct {
	task     *stages.Task
	set      set
	from, to int64   // to < 0: to the end
	cuts     []int64 // rows before the end of each shard, the last one left out
	row      int64   // the next row's number
	shard    int
	reader   corpus.Records
	last     int64 // line of the last row of reader
	pool     sync.Pool
}

// next returns the next batch, and io.EOF after the last.
func (r *rowsOf) next() (b *batch, err error) {
	for {
		if r.reader == nil {
			if len(r.set.files) == 0 || r.to >= 0 && r.row >= r.to {
				return nil, io.EOF
			}
			if r.reader, err = r.set.files[0].open(); err != nil {
				return nil, err
			}
			r.last = 0
		}
		b, err := r.fill()
		if err != nil {
			return nil, err
		}
		if len(b.rows) > 0 {
			return b, nil
		}
	}
}

// fill reads rows up to the end of the batch, of the shard or of the file; at
// the end of the file it closes it.
func (r *rowsOf) fill() (*batch, error) {
	b := &batch{reader: r.reader, rows: make([]corpus.Unparsed, 0, batchRows)}
	b.text, _ = r.pool.Get().(*[]byte)
	if b.text == nil {
		b.text = new([]byte)
	}
	text := (*b.text)[:0]
	for r.shard < len(r.cuts) && r.row >= r.cuts[r.shard] {
		r.shard++
	}
	b.shard = r.shard
	weight := 0
	for len(b.rows) < batchRows && weight < batchBytes && (r.shard == len(r.cuts) || r.row < r.cuts[r.shard]) {
		var row corpus.Unparsed
		err := error(io.EOF)
		if r.to < 0 || r.row < r.to {
			err = r.reader.Next(&row)
		}
		if err == io.EOF {
			if err := r.endFile(); err != nil {
				return nil, err
			}
			break
		}
		if err != nil {
			return nil, err
		}
		r.row++
		r.last = row.Row
		if r.row <= r.from {
			continue
		}
		text = append(append(text, row.Text...), row.Target...)
		weight += rowBytes(&row)
		b.rows = append(b.rows, row)
	}
	*b.text = text
	for i := range b.rows { // text has stopped moving
		row := &b.rows[i]
		n, m := len(row.Text), len(row.Text)+len(row.Target)
		row.Text, row.Target, text = text[:n:n], text[n:m:m], text[m:]
	}
	return b, nil
}

// rowBytes is about what a row takes in memory.
func rowBytes(row *corpus.Unparsed) int {
	n := len(row.Text) + len(row.Target)
	if r := row.Record; r != nil {
		n += len(r.Title) + len(r.Body)
		for _, words := range slices.Concat([][]string{r.Keyphrases, r.TitleTokens, r.BodyTokens}, r.Phrases) {
			for _, w := range words {
				n += 16 + len(w)
			}
		}
	}
	return n
}

func (r *rowsOf) endFile() error {
	f := r.set.files[0]
	if f.path != "" && r.to < 0 {
		r.task.Rows(f.path, r.last)
	}
	err := r.reader.Close()
	r.set.files, r.reader = r.set.files[1:], nil
	return err
}

// release gives a batch's memory back once its rows are parsed.
func (r *rowsOf) release(b *batch) { r.pool.Put(b.text) }

// close closes the file that an early end left open.
func (r *rowsOf) close() {
	if r.reader != nil {
		r.reader.Close()
	}
}

func notEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
