package schemas

import (
	"bytes"
	"io"
	"slices"
	"sync"

	"github.com/parquet-go/parquet-go"

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
func (t Table[R]) rows(group parquet.RowGroup) (rowReader[R], error) {
	if t.scan == nil {
		return parquet.NewGenericRowGroupReader[R](group), nil
	}
	r := &columnReader[R]{rows: int(group.NumRows()), scan: t.scan}
	chunks := group.ColumnChunks()
	r.columns = make([]column, len(chunks))
	failures, panics := make([]error, len(chunks)), make([]any, len(chunks))
	var all sync.WaitGroup
	for i, chunk := range chunks { // at the same time: infer waits for the longest table at its start
		all.Go(func() {
			defer func() { panics[i] = recover() }() // for the caller, which knows the place
			failures[i] = r.columns[i].load(chunk, min(r.rows, groupRows))
		})
	}
	all.Wait()
	for i := range chunks { // the first error, as if they were read in order
		if panics[i] != nil {
			panic(panics[i])
		}
		if failures[i] != nil {
			return nil, failures[i]
		}
	}
	return r, nil
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

// column has the values of a column of a row group, in the list of its type.
type column struct {
	texts  []string
	int32s []int32
	int64s []int64
	lists  [][]int32
}

// load reads all pages, with room for some rows. It copies the values, since the library takes the memory of a page back, and rows keep theirs.
func (c *column) load(chunk parquet.ColumnChunk, rows int) error {
	switch kind := chunk.Type().Kind(); {
	case kind == parquet.ByteArray:
		c.texts = make([]string, 0, rows)
	case kind == parquet.Int64:
		c.int64s = make([]int64, 0, rows)
	}
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

// add appends the values of a page.
func (c *column) add(page parquet.Page) {
	data := page.Data()
	switch levels := page.RepetitionLevels(); {
	case len(levels) > 0:
		c.addLists(slices.Clone(data.Int32()), levels, page.DefinitionLevels())
	case page.Type().Kind() == parquet.ByteArray:
		values, bounds := data.ByteArray()
		text := string(values)
		c.texts = slices.Grow(c.texts, int(page.NumValues()))
		for i := range page.NumValues() {
			c.texts = append(c.texts, text[bounds[i]:bounds[i+1]])
		}
	case page.Type().Kind() == parquet.Int32:
		c.int32s = append(c.int32s, data.Int32()...)
	default:
		c.int64s = append(c.int64s, data.Int64()...)
	}
}

// addLists cuts values into lists. A level of 0 begins one; filled is 0 for an empty one, which has a level but no value.
func (c *column) addLists(values []int32, levels, filled []byte) {
	c.lists = slices.Grow(c.lists, bytes.Count(levels, []byte{0}))
	for len(levels) > 0 {
		n := len(levels)
		if next := bytes.IndexByte(levels[1:], 0); next >= 0 {
			n = 1 + next
		}
		size := n
		if filled[0] == 0 {
			size = 0
		}
		c.lists = append(c.lists, values[:size:size])
		values, levels, filled = values[size:], levels[n:], filled[n:]
	}
}

func scanVocabRow(c []column, i int) VocabRow {
	return VocabRow{c[0].int32s[i], c[1].texts[i], c[2].int64s[i]}
}

func scanKnownPhrase(c []column, i int) KnownPhrase {
	return KnownPhrase{c[0].texts[i], c[1].int64s[i], c[2].int64s[i], c[3].texts[i]}
}

func scanNeighbour(c []column, i int) Neighbour {
	return Neighbour{c[0].texts[i], c[1].texts[i], c[2].int64s[i], c[3].lists[i], c[4].texts[i]}
}
