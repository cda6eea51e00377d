// Package object reads JSON objects: one per line, or in one array.
package object

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// NewLines reads JSON objects, one per line.
func NewLines(f *file.File, c *record.Names) record.Enterable {
	return &jsonl{in: file.NewLines(f), take: columns(c), stem: record.Stem(f.Path), columns: record.TextColumns(c.Order)}
}

func newLines(f *file.File, take taker) record.Enterable {
	whole := func(r *record.Record, line []byte) error {
		if !utf8.Valid(line) {
			return record.ErrUTF8
		}
		return take(r, valid(line))
	}
	return &jsonl{in: file.NewLines(f), take: whole, stem: record.Stem(f.Path)}
}

// taker fills a record from a JSON object. Its errors are reasons to reject the record.
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
	if err := take(&r, u.Text); err != nil {
		return r, err
	}
	if r.ID == "" {
		r.ID = record.RowID(stem, u.Row)
	}
	if err := r.Sound(); err != nil { // JSON can escape what its bytes do not contain
		return record.Record{File: path, Row: u.Row}, err
	}
	return r, nil
}

// columns returns a taker that reads the keys listed in c.
func columns(c *record.Names) taker {
	take := func(r *record.Record, line []byte) error {
		if utf8.Valid(line) && plain(r, c, string(line)) {
			return nil
		}
		values, _, err := pairs(line)
		if err != nil {
			return err
		}
		return object(r, c, line, values)
	}
	if c.Keep {
		return keeping(take, c)
	}
	return take
}

// object fills r from the keys and values of a line. Its errors are reasons to reject the record.
func object(r *record.Record, c *record.Names, line []byte, values []pair) error {
	raw, name := chosen(c, values)
	lacks := func(part record.Field) bool { return raw[part] == nil }
	r.Missing = record.Missing(lacks(record.Title), lacks(record.Body), lacks(record.Keyphrases))
	if lacks(record.Title) && lacks(record.Body) {
		if path := listOfDocuments(valid(line), c, 2); path != "" {
			return fmt.Errorf("has neither a title nor an abstract, but a list of documents; jq -c '%s[]' writes one per line", path)
		}
	}
	for _, v := range raw {
		if !utf8.Valid(v) {
			return record.ErrUTF8
		}
	}
	asText := func(part record.Field) func(json.RawMessage) (string, error) {
		return func(raw json.RawMessage) (string, error) { return text(part, name[part], raw) }
	}
	return cmp.Or(
		take(&r.ID, raw[record.ID], func(raw json.RawMessage) (string, error) { return id(name[record.ID], raw) }),
		take(&r.Title, raw[record.Title], asText(record.Title)),
		take(&r.Body, raw[record.Body], asText(record.Body)),
		list(r, name[record.Keyphrases], c.Split, raw[record.Keyphrases]))
}

// chosen returns the value of each part and its key: that of the first name in the list, and of several spellings of this name
// the preferred one.
func chosen(c *record.Names, list []pair) (raw [record.Fields]json.RawMessage, name [record.Fields]string) {
	var best [record.Fields]int
	for _, p := range list {
		n := c.Find(p.key)
		if n < 0 || c.Label && c.Field[n] == record.Keyphrases {
			continue
		}
		part := c.Field[n]
		if raw[part] == nil || n < best[part] || n == best[part] && !c.Prefers(n, name[part], p.key) {
			raw[part], name[part], best[part] = p.raw, p.key, n
		}
	}
	return raw, name
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
