package object

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// quoted parses a JSON string.
func quoted(name, raw string) (string, error) {
	s, ok := unquoted(raw)
	if !ok {
		return "", fmt.Errorf("%s must be a text, it is %.40s", name, raw)
	}
	return s, nil
}

// unquoted returns the text of a valid JSON value that is a string, with which it shares memory if nothing is escaped.
func unquoted(raw string) (s string, ok bool) {
	if raw == "" || raw[0] != '"' {
		return "", false
	}
	if name(raw) || strings.IndexByte(raw, '\\') < 0 && utf8.ValidString(raw) {
		return raw[1 : len(raw)-1], true
	}
	return s, json.Unmarshal([]byte(raw), &s) == nil
}

// text parses a JSON string, or a list of at most one, as Crossref has titles.
func text(of record.Field, name, raw string) (string, error) {
	var list []string
	if raw[0] == '[' && json.Unmarshal([]byte(raw), &list) == nil && len(list) < 2 {
		return strings.Join(list, ""), nil
	}
	s, err := quoted(name, raw)
	if raw[0] == '[' || raw[0] == '{' { // perhaps a column of a whole table
		err = fmt.Errorf("%w; give one text per document, as pandas does with orient=\"records\"", err)
	}
	if err != nil {
		err = fmt.Errorf("%w; %s", err, of.Another())
	}
	return s, err
}

// wrapped are the keys by which MongoDB marks the type of a value, {"$oid": "…"}, if the value can be an id.
var wrapped = []string{"$oid", "$numberLong", "$numberInt", "$uuid", "$symbol"}

// unwrapped returns the value of an object whose only key is one of wrapped, or else raw.
func unwrapped(raw string) string {
	if list, ok := cutPairs(raw, nil); ok && len(list) == 1 && slices.Contains(wrapped, list[0].key) {
		return list[0].raw
	}
	return raw
}

// id parses a text or a whole number, also as MongoDB exports it or in a list of one. It drops a zero fraction: pandas writes
// integer columns with missing values as floats.
func id(name, raw string) (string, error) {
	var list []json.RawMessage
	if raw[0] == '[' && json.Unmarshal([]byte(raw), &list) == nil && len(list) == 1 {
		raw = string(list[0])
	}
	raw = unwrapped(raw)
	if whole, zeros, ok := strings.Cut(raw, "."); ok && strings.Trim(zeros, "0") == "" {
		raw = whole
	}
	if strings.Trim(strings.TrimPrefix(raw, "-"), "0123456789") == "" {
		return raw, nil
	}
	s, err := quoted(name, raw)
	if err != nil {
		err = fmt.Errorf("%w; %s", err, record.ID.Another())
	}
	return s, err
}

// listOfDocuments returns the path, as in .message.items, of a list within an object, at most so many keys deep, whose first
// object has a title or a text. It returns "" if there is none.
func listOfDocuments(object string, c *record.Names, deep int) string {
	var values map[string]json.RawMessage
	if deep == 0 || json.Unmarshal([]byte(object), &values) != nil {
		return ""
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		var list []map[string]json.RawMessage
		if v := values[key]; json.Unmarshal(v, &list) == nil {
			if len(list) > 0 && document(list[0], c) {
				return "." + key
			}
		} else if path := listOfDocuments(string(v), c, deep-1); path != "" {
			return "." + key + path
		}
	}
	return ""
}

// document reports whether an object has a title or a text.
func document(object map[string]json.RawMessage, c *record.Names) bool {
	for key := range object {
		if i := c.Find(key); i >= 0 && (c.Field[i] == record.Title || c.Field[i] == record.Body) {
			return true
		}
	}
	return false
}
