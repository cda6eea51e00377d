package parquet

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// kept is a column of records that keep their row: single values, or a list of them.
type kept struct {
	leaf  *parquet.Column
	cells *columnReader // of the open row group
	list  bool
	kind  record.Kind // of the cells
	text  func(v *parquet.Value) string
}

// Columns returns the columns of records that keep their row.
func (p *parquetFile) Columns() []record.Column { return p.columns }

// Unkept returns the columns that no record keeps: groups, lists of lists, and rare types.
func (p *parquetFile) Unkept() []string { return p.unkept }

// keep decides for each column how its values become text, or that records do not keep it.
func (p *parquetFile) keep(fields []*parquet.Column) {
	for _, f := range fields {
		leaf := f
		for !leaf.Leaf() && len(leaf.Columns()) == 1 {
			leaf = leaf.Columns()[0]
		}
		k := kept{leaf: leaf}
		levels := 0
		if leaf.Leaf() {
			found, _ := p.file.Schema().Lookup(leaf.Path()...)
			levels = found.MaxRepetitionLevel
			k.kind, k.text = shownAs(leaf.Type())
		}
		if k.text == nil || levels > 1 {
			p.unkept = append(p.unkept, f.Name())
			continue
		}
		k.list = levels == 1
		column := record.Column{Name: f.Name()}
		if k.kind != record.Date && !k.list {
			column.Kind = k.kind
		}
		p.kept, p.columns = append(p.kept, k), append(p.columns, column)
	}
}

// shownAs returns the kind of a type and the function that makes its values text; nil for a type that is not kept.
func shownAs(t parquet.Type) (record.Kind, func(v *parquet.Value) string) {
	var logical format.LogicalTypeValue
	if l := t.LogicalType(); l != nil {
		logical = l.Value
	}
	switch l := logical.(type) {
	case *format.DecimalType, *format.TimeType, *format.Float16Type, *format.BsonType, *format.VariantType:
		return 0, nil
	case *format.DateType:
		return record.Date, func(v *parquet.Value) string { return time.Unix(86400*whole(v), 0).UTC().Format(time.DateOnly) }
	case *format.TimestampType:
		return record.Date, func(v *parquet.Value) string { return moment(whole(v), l.Unit).Format("2006-01-02 15:04:05.999999999") }
	case *format.IntType:
		if !l.IsSigned && l.BitWidth >= 32 {
			return 0, nil
		}
	}
	switch t.Kind() {
	case parquet.Boolean:
		return record.Boolean, func(v *parquet.Value) string { return strconv.FormatBool(v.Boolean()) }
	case parquet.Int32, parquet.Int64:
		return record.Integer, func(v *parquet.Value) string { return strconv.FormatInt(whole(v), 10) }
	case parquet.Float, parquet.Double:
		return record.Number, valueText
	}
	if t.Kind() == parquet.ByteArray || named(t) {
		return record.Text, valueText
	}
	return 0, nil
}

// whole returns an integer of either width.
func whole(v *parquet.Value) int64 {
	if v.Kind() == parquet.Int32 {
		return int64(v.Int32())
	}
	return v.Int64()
}

// moment converts a count of units since 1970.
func moment(n int64, unit format.TimeUnit) time.Time {
	switch unit.Value.(type) {
	case *format.MilliSeconds:
		return time.UnixMilli(n).UTC()
	case *format.MicroSeconds:
		return time.UnixMicro(n).UTC()
	}
	return time.Unix(0, n).UTC()
}

// openKept opens the kept columns in a row group.
func (p *parquetFile) openKept(group parquet.RowGroup) error {
	for i := range p.kept {
		k := &p.kept[i]
		if err := checkPages(p.disk, p.file.Metadata().RowGroups[p.group].Columns[k.leaf.Index()].MetaData); err != nil {
			return fmt.Errorf("column %s: %w", k.leaf.Path()[0], err)
		}
		k.cells = &columnReader{in: parquet.NewColumnChunkValueReader(group.ColumnChunks()[k.leaf.Index()])}
	}
	return nil
}

// given reads the next row of the kept columns. A value that exceeds file.MaxLine is cut off and counted in Beyond.
func (p *parquetFile) given() (*record.Given, error) {
	g := &record.Given{Columns: p.columns, Cells: make([]record.Cell, 0, len(p.kept))}
	for i := range p.kept {
		k := &p.kept[i]
		texts, whole, err := k.cells.nextAs(k.text)
		if err != nil {
			return nil, fmt.Errorf("%w: column %s: %w", schemas.ErrDamaged, k.leaf.Path()[0], err)
		}
		if !whole {
			g.Beyond++
		}
		switch {
		case k.list:
			list, err := json.Marshal(append([]string{}, texts...))
			if err != nil {
				return nil, err
			}
			g.Add(string(list), record.Nested)
		case len(texts) == 0:
			g.Add("", record.Empty)
		default:
			g.Add(texts[0], k.kind)
		}
	}
	return g, nil
}
