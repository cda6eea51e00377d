// Package stream reads documents from Arrow streams, such as those of Spark, Ray and DuckDB, and from Arrow files, in which a stream
// stands between marks.
package stream

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

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
	lists  bool // keyphrases are lists
	kept   []kept
	row    int64 // number of the last row that was read
	batch  *schemas.RecordBatch
	at     int // the next row of batch
}

// kept is a column that records keep.
type kept struct {
	column int
	list   bool // of texts
	kind   record.Kind
}

// kind is what cells and columns are whose type begins with a name.
type kind struct {
	begin        string
	cell, column record.Kind
}

// kinds tells by the beginning of a type's name what cells and columns are, as for Parquet; others are texts.
var kinds = []kind{
	{"int", record.Integer, record.Integer}, {"uint64", record.Integer, record.Text}, {"uint", record.Integer, record.Integer},
	{"float", record.Number, record.Number}, {"decimal", record.Number, record.Text}, {"bool", record.Boolean, record.Boolean},
	{"date", record.Date, record.Text}, {"time", record.Date, record.Text},
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
	var text io.Reader = f.Text
	if s.marked {
		text = framed(f.Text)
	}
	if s.from, err = schemas.NewStreamReader(f.Path, text); err != nil {
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
	if c.Keep {
		s.keep()
	}
	return s, nil
}

// keep decides which columns records keep: texts, lists of texts, and what can be an id.
func (s *Stream) keep() {
	for i, name := range s.from.Columns() {
		k, column := kept{column: i, list: !s.from.Identifies(i)}, record.Text
		if k.list && !s.from.Texts(i, true) {
			s.Lost = append(s.Lost, name)
			continue
		}
		if at := slices.IndexFunc(kinds, func(k kind) bool { return strings.HasPrefix(s.from.Type(i), k.begin) }); at >= 0 {
			k.kind, column = kinds[at].cell, kinds[at].column
		}
		s.kept, s.Kept = append(s.kept, k), append(s.Kept, record.Column{Name: name, Kind: column})
	}
}

// shortest is the length of the head of a message that no schema has.
const shortest = 64

// framed returns the stream within a file, whose schema may lack its length, as Polars writes it: the next message then begins with a mark.
func framed(text *bufio.Reader) io.Reader {
	begin, _ := text.Peek(file.LookedAt)
	if len(begin) < 4 || binary.LittleEndian.Uint32(begin) >= shortest {
		return text
	}
	for i := 0; i+4 <= len(begin); i += 8 { // messages are aligned
		if next := begin[i : i+4]; string(next) == "\xff\xff\xff\xff" {
			return io.MultiReader(bytes.NewReader(binary.LittleEndian.AppendUint32(bytes.Clone(next), uint32(i))), text)
		}
	}
	return text
}

// Close closes the file.
func (s *Stream) Close() error { return s.file.Close() }

// IDs returns an empty column of the stream's id type.
func (s *Stream) IDs() schemas.Column { return s.from.Kind(s.At[record.ID]) }

// Next returns the next row, across batches.
func (s *Stream) Next(u *record.Unparsed) (err error) {
	for s.batch == nil || s.at == s.batch.Rows() {
		if s.batch, err = s.next(); err != nil {
			return err
		}
		s.at = 0
	}
	defer s.caught(&err)
	*u = s.record(s.batch, s.at)
	s.at++
	return nil
}

// Batch returns the rows of the next record batch, possibly none, and their ids in the original column type. It
// returns io.EOF after the last.
func (s *Stream) Batch() (rows []record.Unparsed, ids schemas.Column, err error) {
	b, err := s.next()
	if err != nil {
		return nil, ids, err
	}
	defer s.caught(&err)
	for i := range b.Rows() {
		rows = append(rows, s.record(b, i))
	}
	return rows, b.Column(s.At[record.ID]), nil
}

// next returns the next record batch.
func (s *Stream) next() (*schemas.RecordBatch, error) {
	b, err := s.from.Next()
	if err == io.EOF && s.marked {
		err = s.ended()
	}
	var broken *schemas.FileError
	if errors.As(err, &broken) && s.row > 0 {
		broken.Place += fmt.Sprintf(", after row %d", s.row)
	}
	return b, err
}

// caught turns a panic into an error: values can point outside their buffers. It must be deferred directly.
func (s *Stream) caught(err *error) {
	if p := recover(); p != nil {
		*err = s.from.Fail(schemas.Caught(p))
	}
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
	s.row++
	u.Row = s.row
	u.Record, u.Err = s.Record(s.row, id, title, body, joined)
	if !titled && !embodied {
		u.Record.Missing = record.Missing(true, true, s.At[record.Keyphrases] < 0)
	}
	if s.lists {
		u.Record.Keyphrases, _ = b.List(s.At[record.Keyphrases], row)
	}
	if s.Kept != nil {
		u.Record.Given = s.given(b, row)
	}
	return u
}

// given returns the values of the kept columns.
func (s *Stream) given(b *schemas.RecordBatch, row int) *record.Given {
	g := &record.Given{Columns: s.Kept, Cells: make([]record.Cell, 0, len(s.kept))}
	for _, k := range s.kept {
		if k.list {
			if texts, ok := b.List(k.column, row); ok {
				list, _ := json.Marshal(append([]string{}, texts...))
				g.Add(string(list), record.Nested)
			} else {
				g.Add("", record.Empty)
			}
			continue
		}
		switch text, ok := b.Text(k.column, row); {
		case !ok:
			g.Add("", record.Empty)
		case k.kind == record.Date:
			g.Add(schemas.CellText(text), record.Date)
		default:
			g.Add(text, k.kind)
		}
	}
	return g
}
