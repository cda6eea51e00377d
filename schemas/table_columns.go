package schemas

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// column has the values of a column, in the list of its type. Texts are one after the other, so that there is little to allocate, and
// nothing for the garbage collector to follow.
//
// Columns are for tables that every start of infer reads, and for readers of a few columns: to make rows, the library makes a value of
// its own of each field and assigns it by reflection, which takes five times as long.
type column struct {
	texts  strings.Builder
	starts []int // of each text in texts, and the end of the last
	int32s []int32
	int64s []int64
}

// text returns the text of a row.
func (c *column) text(i int) string { return c.texts.String()[c.starts[i]:c.starts[i+1]] }

// all returns the texts of a column.
func (c *column) all() Texts { return Texts{c.texts.String(), c.starts} }

// rows returns the number of values.
func (c *column) rows() int64 { return int64(max(len(c.starts)-1, len(c.int32s), len(c.int64s))) }

// mostShrunk limits what room believes of a footer: so many bytes for one that is there.
const mostShrunk = 8

// room makes room for a column of row groups: to grow from page to page would take as much memory again, and time.
func (c *column) room(groups []format.RowGroup, at int) {
	bytes, rows := int64(0), int64(0)
	for _, g := range groups {
		m := &g.Columns[at].MetaData
		bytes += min(m.TotalUncompressedSize, mostShrunk*m.TotalCompressedSize)
		rows += g.NumRows
	}
	switch bytes = max(0, bytes); groups[0].Columns[at].MetaData.Type {
	case format.ByteArray: // each has a length of 4 bytes
		c.texts.Grow(int(bytes))
		c.starts = make([]int, 1, 1+max(0, min(rows, bytes/4)))
	case format.Int32:
		c.int32s = make([]int32, 0, bytes/4)
	case format.Int64:
		c.int64s = make([]int64, 0, bytes/8)
	}
}

// load reads all pages. It copies the values, since the library takes the memory of a page back.
func (c *column) load(chunk parquet.ColumnChunk) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = guard.Caught(p)
		}
	}()
	pages := chunk.Pages()
	defer pages.Close()
	for {
		page, err := pages.ReadPage()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return guard.DamagedBy(err)
		}
		c.add(page)
		parquet.Release(page)
	}
}

// add appends the values of a page. A missing text is "".
func (c *column) add(page parquet.Page) {
	switch data := page.Data(); page.Type().Kind() {
	case parquet.ByteArray:
		values, bounds := data.ByteArray()
		if len(bounds) == 0 { // all are missing
			bounds = []uint32{0}
		}
		present := page.DefinitionLevels() // of an optional column: 1 for a value, 0 for none
		before, next := c.texts.Len()-int(bounds[0]), 0
		for i := range page.NumValues() {
			if len(present) == 0 || present[i] > 0 {
				next++
			}
			c.starts = append(c.starts, before+int(bounds[next]))
		}
		c.texts.Write(values[bounds[0]:bounds[next]])
	case parquet.Int32:
		c.int32s = append(c.int32s, data.Int32()...)
	default:
		c.int64s = append(c.int64s, data.Int64()...)
	}
}

// columns passes columns of the table to do, those at the given indices: all row groups at once, or with each one after the other. Use a
// reader for columns or for Next, not for both.
func (r *TableReader[R]) columns(at []int, each bool, do func(columns []column, rows int64) error) error {
	groups := r.file.Metadata().RowGroups
	columns, rows := make([]column, len(at)), int64(0)
	for r.group = range groups {
		if r.group == 0 || each {
			end := len(groups)
			if each {
				end = r.group + 1
			}
			columns, rows = make([]column, len(at)), 0
			for i := range columns {
				columns[i].room(groups[r.group:end], at[i])
			}
		}
		rows += r.groupRows(r.group)
		if err := r.load(columns, at, rows); err != nil {
			return r.locate(err)
		}
		if each || r.group == len(groups)-1 {
			if err := do(columns, rows); err != nil {
				return err
			}
		}
	}
	return nil
}

// load appends the current row group to columns, which then have that many rows.
func (r *TableReader[R]) load(columns []column, at []int, rows int64) error {
	if err := guard.CheckPages(r.disk, r.file, r.group); err != nil { // before the library, see fill
		return err
	}
	chunks, failures := r.file.RowGroups()[r.group].ColumnChunks(), make([]error, len(columns))
	var all sync.WaitGroup
	for i := range columns { // at the same time: infer waits for the longest table at its start
		all.Go(func() {
			failures[i] = columns[i].load(chunks[at[i]])
			if n := columns[i].rows(); failures[i] == nil && n != rows {
				failures[i] = guard.Damaged("it has %d values for %d rows", n, rows)
			}
		})
	}
	all.Wait()
	for i, err := range failures { // the first error, as if they were read in order
		if err != nil {
			return &guard.ColumnError{Column: guard.ColumnName(r.file, at[i]), Err: err}
		}
	}
	return nil
}

// whole returns the columns of a table of texts and numbers; none if it has no rows.
func (r *TableReader[R]) whole() (all []column, err error) {
	var at []int
	for i := range r.file.Schema().Columns() {
		at = append(at, i)
	}
	err = r.columns(at, false, func(columns []column, _ int64) error { all = columns; return nil })
	return all, err
}

// Texts passes the values of some columns of text to do, row by row from the first one on, and reads no other column: that is many
// times as fast as reading rows. A missing value is "". do must not keep values, whose texts it may keep; its error ends the reading.
// Columns that are lists, or no text, are a mistake of the caller. Use a reader for Texts or for Next, not for both.
func (r *TableReader[R]) Texts(names []string, do func(values []string) error) error {
	at, values := make([]int, len(names)), make([]string, len(names))
	for i, name := range names {
		if at[i] = slices.IndexFunc(r.file.Schema().Columns(), func(path []string) bool { return len(path) == 1 && path[0] == name }); at[i] < 0 {
			return fmt.Errorf("%s has no column %s", r.table.Name, name)
		}
	}
	return r.columns(at, true, func(columns []column, rows int64) error {
		for row := range int(rows) {
			for i := range columns {
				values[i] = columns[i].text(row)
			}
			if err := do(values); err != nil {
				return err
			}
		}
		return nil
	})
}
