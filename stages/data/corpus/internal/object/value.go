package object

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// quoted parses a JSON string.
func quoted(name string, raw json.RawMessage) (s string, err error) {
	if raw[0] != '"' {
		return "", fmt.Errorf("%s must be a text, it is %.40s", name, raw)
	}
	err = json.Unmarshal(raw, &s)
	return s, err
}

// text parses a JSON string, or a list of at most one, as Crossref has titles.
func text(name string, raw json.RawMessage) (string, error) {
	var list []string
	if raw[0] == '[' && json.Unmarshal(raw, &list) == nil && len(list) < 2 {
		return strings.Join(list, ""), nil
	}
	s, err := quoted(name, raw)
	if raw[0] == '[' || raw[0] == '{' { // perhaps a column of a whole table
		err = fmt.Errorf("%w; give one text per document, as pandas does with orient=\"records\"", err)
	}
	return s, err
}

// id parses a text or a whole number. It drops a zero fraction: pandas writes integer columns with missing values as
// floats.
func id(name string, raw json.RawMessage) (string, error) {
	digits, _ := strings.CutPrefix(string(raw), "-")
	if whole, zeros, ok := strings.Cut(digits, "."); ok && strings.Trim(zeros, "0") == "" {
		digits, raw = whole, raw[:len(raw)-1-len(zeros)]
	}
	if strings.Trim(digits, "0123456789") == "" {
		return string(raw), nil
	}
	return quoted(name, raw)
}

// list reads keyphrases from a list of texts, or from one text that joins them by mark or is a printed list.
func list(r *record.Record, name, mark string, raw json.RawMessage) error {
	if raw == nil || string(raw) == "null" {
		return nil
	}
	if raw[0] == '"' {
		s, err := quoted(name, raw)
		if err != nil {
			return err
		}
		return r.SetKeyphrases(s, mark)
	}
	var texts []string
	if err := json.Unmarshal(raw, &texts); err == nil {
		r.Keyphrases = texts
		return nil
	}
	if _, ok := record.Items(string(raw)); ok {
		return r.SetKeyphrases(string(raw), mark)
	}
	return fmt.Errorf("%s must be a list of texts, or one text joined by %q", name, mark)
}

// listOfDocuments returns the path, as in .message.items, of a list within an object, at most so many keys deep, whose first
// object has a title or a text. It returns "" if there is none.
func listOfDocuments(object []byte, c *record.Names, deep int) string {
	var values map[string]json.RawMessage
	if deep == 0 || json.Unmarshal(object, &values) != nil {
		return ""
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		var list []map[string]json.RawMessage
		if v := values[key]; json.Unmarshal(v, &list) == nil {
			if len(list) > 0 && document(list[0], c) {
				return "." + key
			}
		} else if path := listOfDocuments(v, c, deep-1); path != "" {
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
