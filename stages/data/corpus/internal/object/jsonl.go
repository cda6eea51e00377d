// Package object reads JSON objects: one per line, or in one array.
package object

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// NewLines reads JSON objects, one per line.
func NewLines(f *file.File, c *record.Names) record.Records {
	return &jsonl{in: file.NewLines(f), parser: parserOf(f, c, plainParts)}
}

// jsonl reads JSON objects, one per line. It skips blank lines.
type jsonl struct {
	parser
	in *file.Lines
}

func (j *jsonl) Close() error { return j.in.Close() }

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

// parser makes records of objects.
type parser struct {
	path, stem string
	names      *record.Names
	columns    []record.Column // of records that keep their object
	parts      parts
}

// parts read the values of a text and of keyphrases, which publishers write in their own ways.
type parts struct {
	body       func(name, raw string) (string, error)
	keyphrases func(r *record.Record, name, mark, raw string) error
}

var plainParts = parts{func(name, raw string) (string, error) { return text(record.Body, name, raw) }, list}

func parserOf(f *file.File, c *record.Names, p parts) parser {
	return parser{f.Path, record.Stem(f.Path), c, record.TextColumns(c.Order), p}
}

// Columns returns the columns of records that keep their object.
func (p *parser) Columns() []record.Column { return p.columns }

// Parse parses one JSON object.
func (p *parser) Parse(u *record.Unparsed) (record.Record, error) {
	r := record.Record{File: p.path, Row: u.Row}
	if u.Err != nil {
		return r, u.Err
	}
	line := string(u.Text)
	var room [16]pair
	values, changed, err := pairs(line, room[:0])
	if err != nil {
		return r, err
	}
	if err := p.object(&r, line, values); err != nil {
		return r, err
	}
	if p.names.Keep {
		r.Given = p.given(values, changed)
	}
	if r.ID == "" {
		r.ID = record.RowID(p.stem, u.Row)
	}
	if err := r.Sound(); err != nil { // JSON can escape what its bytes do not contain
		return record.Record{File: p.path, Row: u.Row}, err
	}
	return r, nil
}

// object fills r from the keys and values of a line, with which its texts share memory. Its errors are reasons to reject the record.
func (p *parser) object(r *record.Record, line string, values []pair) (err error) {
	raw, name := chosen(p.names, values)
	lacks := func(part record.Field) bool { return raw[part] == "" }
	r.Missing = record.Missing(lacks(record.Title), lacks(record.Body), lacks(record.Keyphrases))
	if lacks(record.Title) && lacks(record.Body) {
		clean, _ := nulled(line)
		if path := listOfDocuments(clean, p.names, 2); path != "" {
			return fmt.Errorf("has neither a title nor an abstract, but a list of documents; jq -c '%s[]' writes one per line", path)
		}
	}
	for part, v := range raw {
		if !utf8.ValidString(v) {
			return record.ErrUTF8
		}
		if v == "null" {
			raw[part] = ""
		}
	}
	if !lacks(record.ID) {
		r.ID, err = id(name[record.ID], raw[record.ID])
		r.ID = strings.Clone(r.ID) // the id outlives the line
	}
	if !lacks(record.Title) && err == nil {
		r.Title, err = text(record.Title, name[record.Title], raw[record.Title])
	}
	if !lacks(record.Body) && err == nil {
		r.Body, err = p.parts.body(name[record.Body], raw[record.Body])
	}
	if !lacks(record.Keyphrases) && err == nil {
		err = p.parts.keyphrases(r, name[record.Keyphrases], p.names.Split, raw[record.Keyphrases])
	}
	return err
}

// chosen returns the value of each part and its key: that of the first name in the list, and of several spellings of this name
// the preferred one.
func chosen(c *record.Names, list []pair) (raw, name [record.Fields]string) {
	var best [record.Fields]int
	for _, p := range list {
		n := c.Find(p.key)
		if n < 0 || c.Label && c.Field[n] == record.Keyphrases {
			continue
		}
		part := c.Field[n]
		if raw[part] == "" || n < best[part] || n == best[part] && !c.Prefers(n, name[part], p.key) {
			raw[part], name[part], best[part] = p.raw, p.key, n
		}
	}
	return raw, name
}

// jsonError rewords an error of encoding/json for users.
func jsonError(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Errorf("the line must be an object, it is of type %s", kind.Value)
	}
	return fmt.Errorf("not valid JSON: %w", err)
}
