package schemas

import (
	"bytes"
	"io"
	"strings"
	"sync"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// rowReader reads the rows of a row group: the library's reader, or columnReader.
type rowReader[R any] interface {
	Read(rows []R) (int, error)
	Close() error
}

// columnReader reads rows from the columns of a row group, which it holds. The library makes a value of its own of each field
// and assigns it by reflection, which takes five times as long.
type columnReader[R any] struct {
	columns []column
	next    int // row
	rows    int
	scan    func(columns []column, row int) R
}

// rows returns a reader of a row group.
func (t Table[R]) rows(file *parquet.File, group int) (rowReader[R], error) {
	of := file.RowGroups()[group]
	if t.scan == nil {
		return parquet.NewGenericRowGroupReader[R](of), nil
	}
	r := &columnReader[R]{rows: int(of.NumRows()), scan: t.scan, columns: make([]column, len(of.ColumnChunks()))}
	room(r.columns, file.Metadata().RowGroups[group:group+1])
	return r, load(r.columns, of)
}

// mostShrunk limits what room believes of a footer: so many bytes for one that is there.
const mostShrunk = 8

// room makes room in columns for row groups: to grow from page to page would take as much memory again, and time.
func room(columns []column, groups []format.RowGroup) {
	for i := range columns {
		bytes, rows := int64(0), int64(0)
		for _, g := range groups {
			m := &g.Columns[i].MetaData
			bytes += min(m.TotalUncompressedSize, mostShrunk*m.TotalCompressedSize)
			rows += g.NumRows
		}
		c, bytes := &columns[i], max(0, bytes)
		switch groups[0].Columns[i].MetaData.Type {
		case format.ByteArray: // each has a length of 4 bytes
			c.texts.Grow(int(bytes))
			c.starts = make([]int, 1, 1+max(0, min(rows, bytes/4)))
		case format.Int32:
			c.int32s = make([]int32, 0, bytes/4)
			c.starts = make([]int, 1, 1+max(0, min(rows, bytes/4)))
		case format.Int64:
			c.int64s = make([]int64, 0, bytes/8)
		}
	}
}

// load appends the rows of a row group to columns.
func load(columns []column, group parquet.RowGroup) error {
	chunks := group.ColumnChunks()
	failures, panics := make([]error, len(chunks)), make([]any, len(chunks))
	var all sync.WaitGroup
	for i, chunk := range chunks { // at the same time: infer waits for the longest table at its start
		all.Go(func() {
			defer func() { panics[i] = recover() }() // for the caller, which knows the place
			failures[i] = columns[i].load(chunk)
		})
	}
	all.Wait()
	for i := range chunks { // the first error, as if they were read in order
		if panics[i] != nil {
			panic(panics[i])
		}
		if failures[i] != nil {
			return failures[i]
		}
	}
	return nil
}

// columns reads a whole table. Use a reader for columns or for Next, not for both.
func (r *TableReader[R]) columns() ([]column, error) {
	groups := r.file.RowGroups()
	if len(groups) == 0 {
		return nil, nil
	}
	all := make([]column, len(groups[0].ColumnChunks()))
	room(all, r.file.Metadata().RowGroups)
	for r.group = range groups {
		r.seen += r.groupRows(r.group)
		if err := r.appendTo(all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// appendTo appends the rows of the current row group, the last of those seen, to columns.
func (r *TableReader[R]) appendTo(all []column) (err error) {
	defer func() {
		if p := recover(); p != nil || err != nil {
			err = failed(p, err, r.locate)
		}
	}()
	if err := guard.CheckPages(r.disk, r.file, r.group); err != nil { // before the library, see fill
		return err
	}
	if err := load(all, r.file.RowGroups()[r.group]); err != nil {
		return err
	}
	for i := range all {
		if n := all[i].rows(); n != r.seen {
			return &guard.ColumnError{Column: guard.ColumnName(r.file, i), Err: guard.Damaged("it has %d values for %d rows", n, r.seen)}
		}
	}
	return nil
}

// Read reads the next rows, and returns io.EOF with the last. It panics if a column is too short.
func (r *columnReader[R]) Read(rows []R) (n int, err error) {
	for ; n < len(rows) && r.next < r.rows; n, r.next = n+1, r.next+1 {
		rows[n] = r.scan(r.columns, r.next)
	}
	if r.next == r.rows {
		err = io.EOF
	}
	return n, err
}

// Close does nothing.
func (r *columnReader[R]) Close() error { return nil }

// column has the values of a column, in the list of its type. Texts and lists are one after the other, so that there is little to
// allocate, and nothing for the garbage collector to follow.
type column struct {
	texts  strings.Builder
	int32s []int32
	int64s []int64
	starts []int // of each text in texts, or of each list in int32s, and the end of the last
}

// load reads all pages. It copies the values, since the library takes the memory of a page back.
func (c *column) load(chunk parquet.ColumnChunk) error {
	pages := chunk.Pages()
	defer pages.Close()
	for {
		page, err := pages.ReadPage()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = c.add(page)
			parquet.Release(page)
		}
		if err != nil {
			return guard.DamagedBy(err)
		}
	}
}

// add appends the values of a page.
func (c *column) add(page parquet.Page) error {
	data := page.Data()
	switch levels := page.RepetitionLevels(); {
	case len(levels) > 0:
		return c.addLists(data.Int32(), levels, page.DefinitionLevels())
	case page.Type().Kind() == parquet.ByteArray:
		values, bounds := data.ByteArray()
		bounds = bounds[:page.NumValues()+1]
		before := c.texts.Len() - int(bounds[0])
		c.texts.Write(values[bounds[0]:bounds[len(bounds)-1]])
		for _, b := range bounds[1:] {
			c.starts = append(c.starts, before+int(b))
		}
	case page.Type().Kind() == parquet.Int32:
		c.int32s = append(c.int32s, data.Int32()...)
	default:
		c.int64s = append(c.int64s, data.Int64()...)
	}
	return nil
}

// addLists cuts values into lists. A level of 0 begins one; filled is 0 for an empty one, which has a level but no value.
func (c *column) addLists(values []int32, levels, filled []byte) error {
	end := len(c.int32s)
	c.int32s = append(c.int32s, values...)
	for len(levels) > 0 {
		n := len(levels)
		if next := bytes.IndexByte(levels[1:], 0); next >= 0 {
			n = 1 + next
		}
		if filled[0] > 0 {
			end += n
		}
		c.starts = append(c.starts, end)
		levels, filled = levels[n:], filled[n:]
	}
	if end != len(c.int32s) {
		return guard.Damaged("its lists have another number of values than its pages")
	}
	return nil
}

// text returns the text of a row.
func (c *column) text(i int) string { return c.texts.String()[c.starts[i]:c.starts[i+1]] }

// rows returns the number of values or lists.
func (c *column) rows() int64 { return int64(max(len(c.starts)-1, len(c.int64s))) }

func scanVocabRow(c []column, i int) VocabRow {
	return VocabRow{c[0].int32s[i], c[1].text(i), c[2].int64s[i]}
}

func scanKnownPhrase(c []column, i int) KnownPhrase {
	return KnownPhrase{c[0].text(i), c[1].int64s[i], c[2].int64s[i], c[3].text(i)}
}
