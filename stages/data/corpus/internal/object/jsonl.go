// Package object reads JSON objects: one per line, or in one array.
package object

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// NewLines reads JSON objects, one per line.
func NewLines(f *file.File, c *record.Names) record.Enterable {
	return &jsonl{in: file.NewLines(f), take: columns(c), stem: record.Stem(f.Path), columns: record.TextColumns(c.Order)}
}

func newLines(f *file.File, take taker) record.Enterable {
	return &jsonl{in: file.NewLines(f), take: take, stem: record.Stem(f.Path)}
}

// taker fills a record from a JSON object in valid UTF-8. Its errors are reasons to reject the record.
type taker func(r *record.Record, text []byte) error

// jsonl reads JSON objects, one per line. It skips blank lines.
type jsonl struct {
	in   *file.Lines
	take taker
	stem string

	columns []record.Column // of records that keep their object
}

// Columns returns the columns of records that keep their object.
func (j *jsonl) Columns() []record.Column { return j.columns }

func (j *jsonl) Close() error { return j.in.Close() }

func (j *jsonl) Place() record.Place { return record.Place{Rows: j.in.Row(), Source: j.in.Where()} }

func (j *jsonl) Enter(to record.Place) error { return j.in.Enter(to.Source, to.Rows) }

func (j *jsonl) Enters() bool { return j.in.Enters() }

func (j *jsonl) Next(u *record.Unparsed) error {
	for {
		line, err := j.in.Next()
		*u = record.Unparsed{Row: j.in.Row(), Text: line}
		if skipped, ok := err.(*file.TooLong); ok {
			u.Err = skipped
			return nil
		}
		if err != nil || len(bytes.TrimSpace(line)) > 0 {
			return err
		}
	}
}

func (j *jsonl) Parse(u *record.Unparsed) (record.Record, error) {
	return parseObject(u, j.take, j.in.Path(), j.stem)
}

// parseObject parses one JSON object.
func parseObject(u *record.Unparsed, take taker, path, stem string) (record.Record, error) {
	r := record.Record{File: path, Row: u.Row}
	if u.Err != nil {
		return r, u.Err
	}
	if !utf8.Valid(u.Text) {
		return r, record.ErrUTF8
	}
	if err := take(&r, u.Text); err != nil {
		return r, err
	}
	if r.ID == "" {
		r.ID = record.RowID(stem, u.Row)
	}
	return r, nil
}

// columns returns a taker that reads the keys listed in c.
func columns(c *record.Names) taker {
	take := func(r *record.Record, line []byte) error {
		if plain(r, c, string(line)) {
			return nil
		}
		return object(r, c, line)
	}
	if c.Keep {
		return keeping(take, c)
	}
	return take
}

// object fills r from any line, by the rules of encoding/json. Its errors are reasons to reject the record.
func object(r *record.Record, c *record.Names, line []byte) error {
	o := reflect.New(c.Object)
	if err := json.Unmarshal(line, o.Interface()); err != nil {
		return jsonError(err)
	}
	var raw [record.Fields]json.RawMessage
	var name [record.Fields]string
	for i, p := range c.Field {
		if v := o.Elem().Field(i).Bytes(); v != nil && raw[p] == nil {
			raw[p], name[p] = v, c.Name[i]
		}
	}
	r.Missing = record.Missing(raw[record.Title] == nil, raw[record.Body] == nil, raw[record.Keyphrases] == nil)
	if raw[record.Title] == nil && raw[record.Body] == nil {
		if path := listOfDocuments(line, c, 2); path != "" {
			return fmt.Errorf("has neither a title nor an abstract, but a list of documents; jq -c '%s[]' writes one per line", path)
		}
	}
	return cmp.Or(
		take(&r.ID, raw[record.ID], func(raw json.RawMessage) (string, error) { return id(name[record.ID], raw) }),
		take(&r.Title, raw[record.Title], func(raw json.RawMessage) (string, error) { return text(name[record.Title], raw) }),
		take(&r.Body, raw[record.Body], func(raw json.RawMessage) (string, error) { return text(name[record.Body], raw) }),
		list(r, name[record.Keyphrases], c.Split, raw[record.Keyphrases]))
}

// take parses a column's value into to, or sets the zero value if the column is missing or null.
func take[T any](to *T, raw json.RawMessage, parse func(json.RawMessage) (T, error)) (err error) {
	if raw != nil && string(raw) != "null" {
		*to, err = parse(raw)
	}
	return err
}

// jsonError rewords an error of encoding/json for users.
func jsonError(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		return fmt.Errorf("%s is of type %s", kind.Field, kind.Value)
	}
	if errors.As(err, &kind) {
		return fmt.Errorf("the line must be an object, it is of type %s", kind.Value)
	}
	return fmt.Errorf("not valid JSON: %w", err)
}
