package parquet

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// kept is a column of records that keep their row: single values, or a list of them.
type kept struct {
	column
	list bool
	kind record.Kind // of the cells
	of   record.Kind // of the column
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
		k := kept{column: column{leaf: leaf}}
		levels := 0
		if leaf.Leaf() {
			found, _ := p.file.Schema().Lookup(leaf.Path()...)
			levels = found.MaxRepetitionLevel
			k.kind, k.of, k.text = shownAs(leaf.Type())
		}
		if k.text == nil || levels > 1 {
			p.unkept = append(p.unkept, f.Name())
			continue
		}
		k.list = levels == 1
		column := record.Column{Name: f.Name()}
		if !k.list {
			column.Kind = k.of
		}
		p.kept, p.columns = append(p.kept, k), append(p.columns, column)
	}
}

// shownAs returns the kind of a type's cells, the kind of its column, and the function that makes its values text; nil for a type
// that is not kept. A column of decimals or of unsigned numbers of 64 bits is text, which alone keeps every digit.
func shownAs(t parquet.Type) (cell, column record.Kind, _ shown) {
	text := textOf(t)
	switch l := logicalOf(t).(type) {
	case *format.DecimalType:
		return record.Number, record.Text, text
	case *format.TimeType:
		return record.Date, record.Text, func(v *parquet.Value) string { return strings.TrimRight(strings.TrimRight(text(v), "0"), ".") }
	case *format.DateType:
		return record.Date, record.Text, text
	case *format.TimestampType:
		return record.Date, record.Text, func(v *parquet.Value) string { return moment(whole(v), l.Unit).Format("2006-01-02 15:04:05.999999999") }
	case *format.IntType:
		if !l.IsSigned && l.BitWidth == 64 {
			return record.Integer, record.Text, text
		}
	}
	switch t.Kind() {
	case parquet.Boolean:
		return record.Boolean, record.Boolean, text
	case parquet.Int32, parquet.Int64:
		return record.Integer, record.Integer, text
	case parquet.Float, parquet.Double:
		return record.Number, record.Number, text
	}
	return record.Text, record.Text, text
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

// given reads the next row of the kept columns. A value that exceeds file.MaxLine is cut off and counted in Beyond.
func (p *parquetFile) given() (*record.Given, error) {
	g := &record.Given{Columns: p.columns, Cells: make([]record.Cell, 0, len(p.kept))}
	for i := range p.kept {
		k := &p.kept[i]
		texts, whole, err := k.next()
		if err != nil {
			return nil, err
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
