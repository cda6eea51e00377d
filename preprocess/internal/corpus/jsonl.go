package corpus

import (
	"bytes"
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

// object holds the columns that are read; others are ignored.
type object struct {
	ID       json.RawMessage `json:"id"`
	Title    *string         `json:"title"`
	Abstract *string         `json:"abstract"`
	Keywords json.RawMessage `json:"keywords"`
	Keyword  json.RawMessage `json:"keyword"`
}

func (j *jsonl) Parse(row *Row) (Record, error) {
	r := Record{File: j.in.path, Row: row.Line}
	if row.Err != nil {
		return r, row.Err
	}
	if !utf8.Valid(row.Text) {
		return r, errUTF8
	}
	var o object
	if err := json.Unmarshal(row.Text, &o); err != nil {
		return r, jsonError(err)
	}
	var err error
	if r.ID, err = id(o.ID); err != nil {
		return r, err
	}
	if r.ID == "" {
		r.ID = rowID(j.stem, row.Line)
	}
	keywords := o.Keywords
	if keywords == nil {
		keywords = o.Keyword
	}
	if r.Keywords, err = keyphrases(keywords); err != nil {
		return r, err
	}
	r.Title, r.Abstract = text(o.Title), text(o.Abstract)
	r.Missing = missing(o.Title == nil, o.Abstract == nil, keywords == nil)
	return r, nil
}

var errUTF8 = errors.New("not valid UTF-8")

// jsonError says what is wrong in the user's words.
func jsonError(err error) error {
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("the line must be an object, it is of type %s", kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("%s must be a text, it is of type %s", kind.Field, kind.Value)
	}
	return fmt.Errorf("not valid JSON: %w", err)
}

// id takes a text or a whole number.
func id(raw json.RawMessage) (string, error) {
	if raw == nil || string(raw) == "null" {
		return "", nil
	}
	if raw[0] != '"' {
		if n := strings.TrimLeft(string(raw), "0123456789"); n == "" {
			return string(raw), nil
		}
		return "", errors.New("id is neither a text nor a whole number")
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", jsonError(err)
	}
	return s, nil
}

// keyphrases takes a list of texts, or one text joined by ";".
func keyphrases(raw json.RawMessage) ([]string, error) {
	if raw == nil || string(raw) == "null" {
		return nil, nil
	}
	if raw[0] == '"' {
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, jsonError(err)
		}
		return strings.Split(s, ";"), nil
	}
	var list []string
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, errors.New(`keywords are neither a list of texts nor one text joined by ";"`)
	}
	return list, nil
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func missing(title, abstract, keywords bool) []string {
	var m []string
	for _, c := range []struct {
		name string
		gone bool
	}{{"title", title}, {"abstract", abstract}, {"keywords", keywords}} {
		if c.gone {
			m = append(m, c.name)
		}
	}
	return m
}
