// Package stream reads documents from Arrow streams, such as those of Spark, Ray and DuckDB, and from Arrow files, in which a stream
// stands between marks.
package stream

import (
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/header"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Stream reads the rows of an Arrow stream, either one by one as Records, or one record batch at a time.
type Stream struct {
	header.Chosen
	file   *file.File
	marked bool // it is a file
	from   *schemas.StreamReader
	lists  bool              // keyphrases are lists
	row    int64             // number of the last row that was read
	ready  []record.Unparsed // rows of the current batch that Next has not given
}

// Begin begins a file of Arrow, such as Feather, and end ends it. A stream has neither.
const (
	Begin = "ARROW1\x00\x00"
	end   = "ARROW1"
)

// Open reads the schema of a stream or a file and finds its columns. They hold texts; ids may be numbers, dates, times or
// bytes, and keyphrases a list or one text.
func Open(f *file.File, c *record.Names) (*Stream, error) {
	s := &Stream{file: f}
	begin, err := f.Text.Peek(len(Begin))
	if s.marked = string(begin) == Begin; s.marked {
		_, err = f.Text.Discard(len(Begin))
	}
	if err != nil && err != io.EOF { // a stream may be shorter
		return nil, err
	}
	if s.from, err = schemas.NewStreamReader(f.Path, f.Text); err != nil {
		return nil, err
	}
	if s.Chosen, err = header.New(f.Path, "schema", s.from.Columns(), c); err != nil {
		return nil, err
	}
	for p, column := range s.At {
		if p := record.Field(p); column >= 0 && !s.from.Texts(column, p == record.Keyphrases) && !(p == record.ID && s.from.Identifies(column)) {
			return nil, &schemas.FileError{File: f.Path, Place: "schema", Err: fmt.Errorf("the column %s is of type %s", s.Header()[column], s.from.Type(column)),
				Remedy: "cast it to string, or " + p.Another()}
		}
	}
	id, keyphrases := s.At[record.ID], s.At[record.Keyphrases]
	s.Floats, s.lists = id >= 0 && s.from.Floats(id), keyphrases >= 0 && !s.from.Texts(keyphrases, false)
	return s, nil
}

// Close closes the file.
func (s *Stream) Close() error { return s.file.Close() }

// IDs returns an empty column of the stream's id type.
func (s *Stream) IDs() schemas.Column { return s.from.Kind(s.At[record.ID]) }

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

// Batch returns the rows of the next record batch, possibly none, and their ids in the original column type. It
// returns io.EOF after the last.
func (s *Stream) Batch() (rows []record.Unparsed, ids schemas.Column, err error) {
	b, err := s.from.Next()
	if err == io.EOF && s.marked {
		err = s.ended()
	}
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
	return rows, b.Column(s.At[record.ID]), nil
}

// ended returns io.EOF for a file that has its last bytes, which follow the batches and their index.
func (s *Stream) ended() error {
	var last, piece []byte
	for piece = make([]byte, 4096); ; {
		n, err := s.file.Text.Read(piece)
		last = append(last, piece[:n]...)
		last = last[max(0, len(last)-len(end)):]
		switch {
		case err == io.EOF && string(last) == end:
			return io.EOF
		case err == io.EOF:
			return &schemas.FileError{File: s.Path, Place: "end", Err: fmt.Errorf("%w: its last bytes, %s, are missing", schemas.ErrDamaged, end),
				Remedy: "copy or download it again"}
		case err != nil:
			return err
		}
	}
}

// record returns one row. If both title and text are null, the row lacks both; if only one is null, that one is empty.
func (s *Stream) record(b *schemas.RecordBatch, row int) (u record.Unparsed) {
	text := func(p record.Field) (t string, ok bool) {
		if s.At[p] >= 0 && (p != record.Keyphrases || !s.lists) {
			t, ok = b.Text(s.At[p], row)
		}
		return t, ok
	}
	id, _ := text(record.ID)
	title, titled := text(record.Title)
	body, embodied := text(record.Body)
	joined, _ := text(record.Keyphrases)
	u.Row = s.row
	u.Record, u.Err = s.Record(s.row, id, title, body, joined)
	if !titled && !embodied {
		u.Record.Missing = record.Missing(true, true, s.At[record.Keyphrases] < 0)
	}
	if s.lists {
		u.Record.Keyphrases, _ = b.List(s.At[record.Keyphrases], row)
	}
	return u
}
