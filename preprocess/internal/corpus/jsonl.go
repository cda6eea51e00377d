package corpus

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// jsonl reads JSON objects, one a line. Blank lines are passed over.
type jsonl struct {
	in   *source
	stem string
}

func (j *jsonl) Close() error { return j.in.Close() }

func (j *jsonl) Next(row *Row) error {
	for {
		text, err := j.in.next()
		*row = Row{Line: j.in.lines.n, Text: text}
		if skipped, ok := err.(*tooLong); ok {
			row.Err = skipped
			return nil
		}
		if err != nil || len(bytes.TrimSpace(text)) > 0 {
			return err
		}
	}
}

func (j *jsonl) Parse(row *Row) (Record, error) {
	r := Record{File: j.in.path, Row: row.Line}
	if row.Err != nil {
		return r, row.Err
	}
	if !utf8.Valid(row.Text) {
		return r, errUTF8
	}
	if !r.plain(string(row.Text)) {
		if err := r.object(row.Text); err != nil {
			return r, err
		}
	}
	if r.ID == "" {
		r.ID = rowID(j.stem, row.Line)
	}
	return r, nil
}

// object holds the columns that are read; others are ignored.
type object struct {
	ID       json.RawMessage `json:"id"`
	Title    json.RawMessage `json:"title"`
	Abstract json.RawMessage `json:"abstract"`
	Keywords json.RawMessage `json:"keywords"`
	Keyword  json.RawMessage `json:"keyword"`
}

// object sets r to what any line says, by the rules of encoding/json. Its
// errors are reasons to reject the row.
func (r *Record) object(line []byte) error {
	var o object
	if err := json.Unmarshal(line, &o); err != nil {
		return jsonError(err)
	}
	if o.Keywords == nil {
		o.Keywords = o.Keyword
	}
	r.Missing = missing(o.Title == nil, o.Abstract == nil, o.Keywords == nil)
	return cmp.Or(
		take(&r.ID, o.ID, id),
		take(&r.Title, o.Title, func(raw json.RawMessage) (string, error) { return text("title", raw) }),
		take(&r.Abstract, o.Abstract, func(raw json.RawMessage) (string, error) { return text("abstract", raw) }),
		take(&r.Keywords, o.Keywords, keyphrases))
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
func id(raw json.RawMessage) (string, error) {
	if strings.Trim(string(raw), "0123456789") == "" {
		return string(raw), nil
	}
	return text("id", raw)
}

// keyphrases takes a list of texts, or one text joined by ";".
func keyphrases(raw json.RawMessage) ([]string, error) {
	if raw[0] == '"' {
		s, err := text("keywords", raw)
		return strings.Split(s, ";"), err
	}
	var list []string
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, errors.New(`keywords must be a list of texts, or one text joined by ";"`)
	}
	return list, nil
}

// missing names the columns that are not there; null counts as there.
func missing(title, abstract, keywords bool) (names []string) {
	if title {
		names = append(names, "title")
	}
	if abstract {
		names = append(names, "abstract")
	}
	if keywords {
		names = append(names, "keywords")
	}
	return names
}
