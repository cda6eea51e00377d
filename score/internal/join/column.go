package join

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// ColumnError says that the documents lack the column Paths.Column.
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

// column finds the values of a column. The nil column has none.
type column struct {
	name   string
	layout *corpus.Layout
}

// openColumn looks for the column in all files but a pipe, whose columns are known only when it is read.
func openColumn(name string, paths []string, o corpus.Options) (*column, error) {
	if name == "" {
		return nil, nil
	}
	o.Say, o.Warn = nil, nil // what there is to say about these files is said when they are read
	layout, err := corpus.Files(paths, false, o).Layout()
	if err != nil {
		return nil, err
	}
	c := &column{name, layout}
	if len(layout.Columns) > 0 {
		_, err = c.find(several(paths))
	}
	return c, err
}

// find returns the index of the column: that of this spelling before others. file is for messages.
func (c *column) find(file string) (int, error) {
	for _, same := range []func(string) bool{func(s string) bool { return s == c.name }, func(s string) bool { return strings.EqualFold(s, c.name) }} {
		if i := slices.IndexFunc(c.layout.Columns, func(have corpus.Column) bool { return same(strings.TrimSpace(have.Name)) }); i >= 0 {
			return i, nil
		}
	}
	have := []string{}
	for _, column := range c.layout.Columns {
		have = append(have, column.Name)
	}
	return 0, &ColumnError{file, have}
}

// of returns the values of a record, each once.
func (c *column) of(r *corpus.Record) ([]string, error) {
	if c == nil {
		return nil, nil
	}
	cells := c.layout.Row(corpus.GivenOf(r)) // before find: it adds the columns of a pipe
	i, err := c.find(r.File)
	if err != nil {
		return nil, err
	}
	return values(cells[i]), nil
}

// longest is the largest number of characters of a value that tell it from others.
const longest = 200

// values returns the values of a cell: the elements of a list, or the one value that there is. White space around and
// within them does not count.
func values(c corpus.Cell) (all []string) {
	texts := []string{c.Text}
	if c.Kind == corpus.NestedCell {
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
