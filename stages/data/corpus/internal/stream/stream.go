// Package stream reads documents from Arrow streams, such as those of Spark, Ray and DuckDB.
package stream

import (
	"errors"
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Stream reads the rows of an Arrow stream, either one by one as Records, or one record batch at a time.
type Stream struct {
	file    *file.File
	from    *schemas.StreamReader
	header  []string
	at      [record.Fields]int // column of each part, -1 for none
	missing []string
	split   string // separator of keyphrases stored as one text
	floats  bool   // ids are floating-point numbers
	stem    string
	row     int64             // number of the last row that was read
	ready   []record.Unparsed // rows of the current batch that Next has not given
}

// Open reads the schema of a stream and finds its columns. They hold texts; ids may be numbers, dates, times or
// bytes, and keyphrases a list or one text.
func Open(f *file.File, c *record.Names) (*Stream, error) {
	s := &Stream{file: f, split: c.Split, stem: record.Stem(f.Path), at: [record.Fields]int{-1, -1, -1, -1}}
	var err error
	if s.from, err = schemas.NewStreamReader(f.Path, f.Text); err != nil {
		return nil, err
	}
	if s.header = s.from.Columns(); len(s.header) == 0 {
		return s, nil
	}
	fail := func(err error, remedy string) (*Stream, error) {
		return nil, &schemas.FileError{File: f.Path, Place: "schema", Err: err, Remedy: remedy}
	}
	if s.at, err = c.Choose(s.header); err != nil {
		return fail(err, c.Remedy())
	}
	for p, column := range s.at {
		if p := record.Field(p); column >= 0 && !s.from.Texts(column, p == record.Keyphrases) && !(p == record.ID && s.from.Identifies(column)) {
			return fail(fmt.Errorf("the column %s is of type %s", s.header[column], s.from.Type(column)), "cast it to string, or "+p.Another())
		}
	}
	s.floats = s.at[record.ID] >= 0 && s.from.Floats(s.at[record.ID])
	s.missing = record.Missing(s.at[record.Title] < 0, s.at[record.Body] < 0, s.at[record.Keyphrases] < 0)
	return s, nil
}

// Header returns the names of the columns.
func (s *Stream) Header() []string { return s.header }

// Close closes the file.
func (s *Stream) Close() error { return s.file.Close() }

// IDs returns an empty column of the stream's id type.
func (s *Stream) IDs() schemas.Column { return s.from.Kind(s.at[record.ID]) }

// Next returns the next row, across batches.
func (s *Stream) Next(u *record.Unparsed) (err error) {
	for len(s.ready) == 0 {
		if s.ready, _, err = s.Batch(); err != nil {
			return err
		}
	}
	*u, s.ready = s.ready[0], s.ready[1:]
	return nil
}

// Parse checks a row.
func (s *Stream) Parse(u *record.Unparsed) (record.Record, error) {
	return record.Whole(u, s.file.Path)
}

// Batch returns the rows of the next record batch, possibly none, and their ids in the original column type. It
// returns io.EOF after the last.
func (s *Stream) Batch() (rows []record.Unparsed, ids schemas.Column, err error) {
	b, err := s.from.Next()
	var broken *schemas.FileError
	if errors.As(err, &broken) && s.row > 0 {
		broken.Place += fmt.Sprintf(", after row %d", s.row)
	}
	if err != nil {
		return nil, ids, err
	}
	defer func() {
		if p := recover(); p != nil { // values can point outside their buffers
			rows, err = nil, s.from.Fail(schemas.Caught(p))
		}
	}()
	for i := range b.Rows() {
		s.row++
		rows = append(rows, s.record(b, i))
	}
	return rows, b.Column(s.at[record.ID]), nil
}

// record returns one row. If both title and text are null, the row lacks both; if only one is null, that one is empty.
func (s *Stream) record(b *schemas.RecordBatch, row int) record.Unparsed {
	r := &record.Record{File: s.file.Path, Row: s.row, Missing: s.missing}
	text := func(p record.Field) (t string, ok bool) {
		if s.at[p] >= 0 {
			t, ok = b.Text(s.at[p], row)
		}
		return t, ok
	}
	var title, body bool
	r.ID, _ = text(record.ID)
	r.ID = strings.TrimSpace(r.ID)
	var err error
	if s.floats {
		r.ID, err = record.WholeID(r.ID, s.header[s.at[record.ID]])
	}
	if r.ID == "" {
		r.ID = record.RowID(s.stem, s.row)
	}
	r.Title, title = text(record.Title)
	r.Body, body = text(record.Body)
	if !title && !body {
		r.Missing = record.Missing(true, true, s.at[record.Keyphrases] < 0)
	}
	switch at := s.at[record.Keyphrases]; {
	case at >= 0 && s.from.Texts(at, false):
		joined, _ := b.Text(at, row)
		err = errors.Join(err, r.SetKeyphrases(joined, s.split))
	case at >= 0:
		r.Keyphrases, _ = b.List(at, row)
	}
	return record.Unparsed{Row: s.row, Record: r, Err: err}
}
