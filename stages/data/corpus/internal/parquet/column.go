package parquet

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// column is a column that is read row by row.
type column struct {
	leaf   *parquet.Column
	list   bool  // a row has a list of values
	nulls  bool  // the list has its nulls
	void   bool  // a row may be null
	null   bool  // the last row is
	text   shown // writes its values
	kinds  kinds
	in     parquet.ColumnChunkValueReader // of the open row group
	buffer [64]parquet.Value
	values []parquet.Value // values of buffer that were not returned yet
	ended  bool
}

// columnOf returns the column of the values below a field, which may be the element of a list. halves are the columns of half-precision
// numbers, see halvesOf.
func columnOf(field *parquet.Column, halves []bool) *column {
	nullable := field.Optional()
	for !field.Leaf() && len(field.Columns()) == 1 {
		field = field.Columns()[0]
	}
	c := &column{leaf: field, void: nullable}
	if field.Leaf() {
		c.list = field.MaxRepetitionLevel() > 0
		if c.text, c.kinds = shownAs(field.Type()); halves[field.Index()] {
			c.text, c.kinds = halfText, kinds{record.Number, record.Number}
		}
	}
	return c
}

// partOf returns the column of a part: a text, or for an id any value that can be one. Titles may be lists, and keyphrases lists of texts
// or of groups that have one for the phrase.
func partOf(field *parquet.Column, of record.Field, halves []bool) (*column, error) {
	c := columnOf(field, halves)
	if of == record.Keyphrases && !c.leaf.Leaf() {
		c = columnOf(phraseColumn(c.leaf), halves)
	}
	switch {
	case !c.leaf.Leaf():
		return nil, errors.New("is a group of columns, not a text")
	case c.leaf.MaxRepetitionLevel() > 1 || c.list && of != record.Keyphrases && of != record.Title:
		return nil, errors.New("is a list, not a text")
	case of == record.ID && c.text == nil, of != record.ID && !textual(c.leaf.Type()):
		return nil, fmt.Errorf("is of type %s, not a text", c.leaf.Type())
	}
	if of != record.ID {
		c.text = byteText
	}
	return c, nil
}

// phraseColumn returns the column of a group that holds its keyphrase: the one with such a name, or the only text; else the
// group.
func phraseColumn(group *parquet.Column) *parquet.Column {
	texts := map[string]*parquet.Column{}
	for _, c := range group.Columns() {
		if c.Leaf() && c.Type().Kind() == parquet.ByteArray {
			texts[c.Name()] = c
		}
	}
	if key, ok := record.PhraseKey(slices.Collect(maps.Keys(texts))); ok {
		return texts[key]
	}
	return group
}

// floats reports whether the values are floating-point numbers.
func (c *column) floats() bool { return c.kinds.column == record.Number }

// inJSON makes a list write its values in JSON, with its nulls.
func (c *column) inJSON() {
	text, bare := c.text, slices.Contains([]record.Kind{record.Integer, record.Number, record.Boolean}, c.kinds.cell)
	c.nulls = c.leaf.Optional()
	c.text = func(v *parquet.Value) string {
		s := text(v)
		if bare && json.Valid([]byte(s)) {
			return s
		}
		b, _ := json.Marshal(s)
		return string(b)
	}
}

// peek returns the next value, nil after the last.
func (c *column) peek() (*parquet.Value, error) {
	for len(c.values) == 0 && !c.ended {
		n, err := c.in.ReadValues(c.buffer[:])
		if err != nil && err != io.EOF {
			return nil, err
		}
		c.values, c.ended = c.buffer[:n], err == io.EOF
	}
	if len(c.values) == 0 {
		return nil, nil
	}
	return &c.values[0], nil
}

// next returns the texts of the next row, none if it is null. If they exceed file.MaxLine bytes, whole is false and
// the texts are cut off there.
func (c *column) next() (texts []string, whole bool, err error) {
	size := 0
	for first := true; ; first = false {
		v, err := c.peek()
		if v == nil && first && err == nil {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, false, fmt.Errorf("%w: column %s: %w", schemas.ErrDamaged, c.leaf.Path()[0], err)
		}
		if v == nil || !first && v.RepetitionLevel() == 0 {
			return texts, size <= file.MaxLine, nil
		}
		if first {
			c.null = c.void && v.DefinitionLevel() == 0
		}
		if !v.IsNull() {
			if size += 16 + valueBytes(v); size <= file.MaxLine {
				texts = append(texts, c.text(v))
			}
		} else if c.nulls && v.DefinitionLevel() == c.leaf.MaxDefinitionLevel()-1 { // at lower levels the list is empty
			if size += 40; size <= file.MaxLine {
				texts = append(texts, "null")
			}
		}
		c.values = c.values[1:]
	}
}

func valueBytes(v *parquet.Value) int {
	if k := v.Kind(); k == parquet.ByteArray || k == parquet.FixedLenByteArray {
		return 2 * len(v.ByteArray()) // as hexadecimal digits
	}
	return 40 // upper bound for a number or a time
}
