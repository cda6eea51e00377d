package corpus

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// jsonl reads JSON objects, one a line. Blank lines are passed over.
type jsonl struct {
	in      *Lines
	columns *columns
	stem    string
}

func (j *jsonl) Close() error { return j.in.Close() }

func (j *jsonl) Next(u *Unparsed) error {
	for {
		line, err := j.in.Next()
		*u = Unparsed{Row: j.in.row, Text: line}
		if skipped, ok := err.(*tooLong); ok {
			u.Err = skipped
			return nil
		}
		if err != nil || len(bytes.TrimSpace(line)) > 0 {
			return err
		}
	}
}

func (j *jsonl) Parse(u *Unparsed) (Record, error) {
	return parseObject(u, j.columns, j.in.Path(), j.stem)
}

// parseObject looks into the text of one JSON object.
func parseObject(u *Unparsed, c *columns, path, stem string) (Record, error) {
	r := Record{File: path, Row: u.Row}
	if u.Err != nil {
		return r, u.Err
	}
	if !utf8.Valid(u.Text) {
		return r, errUTF8
	}
	if !r.plain(c, string(u.Text)) {
		if err := r.object(c, u.Text); err != nil {
			return r, err
		}
	}
	if r.ID == "" {
		r.ID = rowID(stem, u.Row)
	}
	return r, nil
}

// object sets r to what any line says, by the rules of encoding/json. Its
// errors are reasons to reject the record.
func (r *Record) object(c *columns, line []byte) error {
	o := reflect.New(c.object)
	if err := json.Unmarshal(line, o.Interface()); err != nil {
		return jsonError(err)
	}
	var raw [parts]json.RawMessage
	var name [parts]string
	for i, p := range c.part {
		if v := o.Elem().Field(i).Bytes(); v != nil && raw[p] == nil {
			raw[p], name[p] = v, c.names[i]
		}
	}
	r.Missing = missing(raw[titlePart] == nil, raw[bodyPart] == nil, raw[keyphrasesPart] == nil)
	return cmp.Or(
		take(&r.ID, raw[idPart], func(raw json.RawMessage) (string, error) { return id(name[idPart], raw) }),
		take(&r.Title, raw[titlePart], func(raw json.RawMessage) (string, error) { return text(name[titlePart], raw) }),
		take(&r.Body, raw[bodyPart], func(raw json.RawMessage) (string, error) { return text(name[bodyPart], raw) }),
		take(&r.Keyphrases, raw[keyphrasesPart], func(raw json.RawMessage) ([]string, error) { return list(name[keyphrasesPart], raw) }))
}

var errUTF8 = errors.New("not valid UTF-8")

// take sets a column's value, which is the zero value where the column is
// missing or null.
func take[T any](to *T, raw json.RawMessage, parse func(json.RawMessage) (T, error)) (err error) {
	if raw != nil && string(raw) != "null" {
		*to, err = parse(raw)
	}
	return err
}

// jsonError says what is wrong in the user's words.
func jsonError(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Errorf("the line must be an object, it is of type %s", kind.Value)
	}
	return fmt.Errorf("not valid JSON: %w", err)
}

// text takes a JSON string.
func text(name string, raw json.RawMessage) (s string, err error) {
	if raw[0] != '"' {
		return "", fmt.Errorf("%s must be a text, it is %.40s", name, raw)
	}
	err = json.Unmarshal(raw, &s)
	return s, err
}

// id takes a text or a whole number.
func id(name string, raw json.RawMessage) (string, error) {
	if strings.Trim(string(raw), "0123456789") == "" {
		return string(raw), nil
	}
	return text(name, raw)
}

// list takes a list of texts, or one text joined by ";".
func list(name string, raw json.RawMessage) ([]string, error) {
	if raw[0] == '"' {
		s, err := text(name, raw)
		return strings.Split(s, ";"), err
	}
	var texts []string
	if err := json.Unmarshal(raw, &texts); err != nil {
		return nil, fmt.Errorf(`%s must be a list of texts, or one text joined by ";"`, name)
	}
	return texts, nil
}
