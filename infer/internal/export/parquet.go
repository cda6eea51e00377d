package export

import (
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Sizes of a row group in bytes, also of one of many files; its rows are in memory.
const (
	groupBytes     = 16 << 20
	partitionBytes = 1 << 20
)

// Parquet writes a table of texts, and of integers, numbers and booleans where the document's file is Parquet with such columns;
// truncated is always boolean.
// A cell without a value is null.
func (o Wide) Parquet(w io.Writer) (rows.Encoder[Row], error) {
	t := &wideParquet{wide: o, to: w}
	return &encoder[Row]{begin: t.begin, write: t.write, end: func() error { return t.out.Close() }}, nil
}

type wideParquet struct {
	wide    Wide
	to      io.Writer
	out     *parquet.GenericWriter[any]
	columns []corpus.Column
	bytes   int // in the open row group
}

// ordered is a group of columns that keeps their order.
type ordered struct {
	parquet.Group
	fields []parquet.Field
}

func (o ordered) Fields() []parquet.Field { return o.fields }

// column is a column of a group.
type column struct {
	parquet.Node
	name string
}

func (c column) Name() string { return c.name }

// Value implements parquet.Field for writers of Go values; this package writes rows.
func (c column) Value(base reflect.Value) reflect.Value { return base }

// leaf returns the type of a column.
func leaf(kind corpus.Kind) parquet.Node {
	switch kind {
	case corpus.IntegerCell:
		return parquet.Optional(parquet.Int(64))
	case corpus.NumberCell:
		return parquet.Optional(parquet.Leaf(parquet.DoubleType))
	case corpus.BooleanCell:
		return parquet.Optional(parquet.Leaf(parquet.BooleanType))
	}
	return parquet.Optional(parquet.String())
}

// begin writes the schema. It renames columns, since names in Parquet are unique and not empty.
func (t *wideParquet) begin() error {
	t.columns = t.wide.columns()
	root, last := ordered{Group: parquet.Group{}}, map[string]int{}
	for i, c := range t.columns {
		name := strings.TrimSpace(c.Name)
		if name == "" {
			name = fmt.Sprintf("column_%d", i+1)
		}
		unique := name
		for root.Group[unique] != nil {
			last[name]++ // from the last number on: otherwise n equal names would take n²/2 tries
			unique = fmt.Sprintf("%s_%d", name, 1+last[name])
		}
		node := leaf(c.Kind)
		root.Group[unique] = node
		root.fields = append(root.fields, column{node, unique})
	}
	t.out = parquet.NewGenericWriter[any](t.to, parquet.NewSchema("table", root), parquet.Compression(&parquet.Snappy), parquet.CreatedBy("wrone2set", "", ""))
	return nil
}

func (t *wideParquet) write(d Row) error {
	row := make(parquet.Row, 0, len(t.columns))
	for i, c := range t.wide.cells(d) {
		v, err := value(c, t.columns[i].Kind)
		if err != nil {
			return fmt.Errorf("column %s of document %s: %w", t.columns[i].Name, d.ID, err)
		}
		level := 1
		if v.IsNull() {
			level = 0
		}
		row = append(row, v.Level(0, level, i))
		t.bytes += 16 + len(c.Text)
	}
	if _, err := t.out.WriteRows([]parquet.Row{row}); err != nil {
		return err
	}
	if t.bytes > groupBytes || len(t.wide.By) > 0 && t.bytes > partitionBytes {
		t.bytes = 0
		return t.out.Flush()
	}
	return nil
}

// value converts a cell to the kind of its column.
func value(c corpus.Cell, column corpus.Kind) (parquet.Value, error) {
	if c.Kind == corpus.EmptyCell {
		return parquet.NullValue(), nil
	}
	switch column {
	case corpus.IntegerCell:
		n, err := strconv.ParseInt(c.Text, 10, 64)
		return parquet.Int64Value(n), err
	case corpus.NumberCell:
		x, err := strconv.ParseFloat(c.Text, 64)
		return parquet.DoubleValue(x), err
	case corpus.BooleanCell:
		return parquet.BooleanValue(c.Text == "true"), nil
	}
	return parquet.ByteArrayValue([]byte(c.Text)), nil
}
