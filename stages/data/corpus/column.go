package corpus

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// ColumnError says that documents lack a column that the user names.
type ColumnError struct {
	File string
	Have []string // names of the columns that there are; nil for a file without columns
}

func (e *ColumnError) Error() string {
	if e.Have == nil {
		return fmt.Sprintf("%s has no columns: give the corpus itself", e.File)
	}
	return fmt.Sprintf("%s has the columns %s", e.File, strings.Join(e.Have, ", "))
}

// Find returns the index of a column: that of this spelling before others in capitals or with white space around them. file is for
// the error, a *ColumnError.
func (l *Layout) Find(name, file string) (int, error) {
	for _, same := range []func(string) bool{func(s string) bool { return s == name }, func(s string) bool { return strings.EqualFold(s, name) }} {
		if i := slices.IndexFunc(l.Columns, func(have Column) bool { return same(strings.TrimSpace(have.Name)) }); i >= 0 {
			return i, nil
		}
	}
	have := []string{}
	for _, column := range l.Columns {
		have = append(have, column.Name)
	}
	return 0, &ColumnError{file, have}
}

// longest is the largest number of characters of a value that tell it from others.
const longest = 200

// Values returns the values of a cell, each once: the elements of a list, or the one value that there is. White space around and
// within them does not count.
func Values(c Cell) (all []string) {
	texts := []string{c.Text}
	if c.Kind == NestedCell {
		texts = elements(c.Text)
	}
	for _, text := range texts {
		words := []rune(strings.Join(strings.Fields(text), " "))
		if value := string(words[:min(len(words), longest)]); value != "" && !slices.Contains(all, value) {
			all = append(all, value)
		}
	}
	return all
}

// elements returns the elements of a JSON list, those that are no text as JSON, or the JSON of what is no list.
func elements(text string) (all []string) {
	var list []json.RawMessage
	if json.Unmarshal([]byte(text), &list) != nil {
		return []string{text}
	}
	for _, raw := range list {
		var element *string
		if json.Unmarshal(raw, &element) != nil {
			all = append(all, string(raw))
		} else if element != nil {
			all = append(all, *element)
		}
	}
	return all
}
