package fit

import (
	"io"

	"github.com/parquet-go/parquet-go"
)

// rowGroup is the number of rows in memory while a table is written.
const rowGroup = 1 << 16

// Write writes the table as Parquet, so that other programs can learn from it: a row for each candidate, with the number of its
// document, whether it is right, its weight and its features by name.
func (t *Table) Write(w io.Writer) error {
	group := parquet.Group{"document": parquet.Leaf(parquet.Int64Type), "right": parquet.Leaf(parquet.BooleanType), "weight": parquet.Leaf(parquet.DoubleType)}
	for _, name := range t.Features {
		group[name] = parquet.Leaf(parquet.DoubleType)
	}
	schema := parquet.NewSchema("table", group)
	out := parquet.NewGenericWriter[any](w, schema, parquet.Compression(&parquet.Zstd), parquet.MaxRowsPerRowGroup(rowGroup), parquet.CreatedBy("wrone2set", "", ""))
	row, columns := make(parquet.Row, len(group)), map[string]int{}
	for i, path := range schema.Columns() {
		columns[path[0]] = i
	}
	set := func(name string, v parquet.Value) { row[columns[name]] = v.Level(0, 0, columns[name]) }
	for i, right := range t.Right {
		set("document", parquet.Int64Value(int64(t.Document[i])))
		set("right", parquet.BooleanValue(right))
		set("weight", parquet.DoubleValue(t.weight(i)))
		for f, name := range t.Features {
			set(name, parquet.DoubleValue(t.Value(i, f)))
		}
		if _, err := out.WriteRows([]parquet.Row{row}); err != nil {
			return err
		}
	}
	return out.Close()
}
