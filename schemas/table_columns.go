package schemas

import (
	"bytes"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// rowReader reads the rows of a row group: the library's reader, or columnReader.
type rowReader[R any] interface {
	Read(rows []R) (int, error)
	Close() error
}

// columnReader reads rows column by column. The library makes a value of its own of each field and assigns it by reflection,
// which takes five times as long.
type columnReader[R any] struct {
	cells cells
	left  int64 // rows
	scan  func(*cells) R
}

// rows returns a reader of a row group.
func (t Table[R]) rows(group parquet.RowGroup) rowReader[R] {
	if t.scan == nil {
		return parquet.NewGenericRowGroupReader[R](group)
	}
	r := &columnReader[R]{left: group.NumRows(), scan: t.scan}
	for _, c := range group.ColumnChunks() {
		r.cells.all = append(r.cells.all, column{pages: c.Pages()})
	}
	return r
}

// Read reads the next rows, and returns io.EOF with the last.
func (r *columnReader[R]) Read(rows []R) (n int, err error) {
	for n < len(rows) && r.left > 0 {
		row := r.scan(&r.cells)
		if r.cells.err != nil {
			return n, r.cells.err
		}
		rows[n] = row
		n, r.left = n+1, r.left-1
	}
	if r.left == 0 {
		err = io.EOF
	}
	return n, err
}

func (r *columnReader[R]) Close() error {
	for _, c := range r.cells.all {
		c.pages.Close()
	}
	return nil
}

// cells are the columns of a row group, each at its next row. After an error all values are zero.
type cells struct {
	all []column
	err error
}

// column has what is left of a page of a column.
type column struct {
	pages  parquet.Pages
	rows   int
	text   string   // of all values
	bounds []uint32 // of the next value in text, and where those after it end
	int32s []int32
	int64s []int64
	levels []byte // of a list's values: 0 for the first of a row
	filled []byte // of a list's values: 0 for an empty list, which has none in int32s
}

// text returns the text of column k, "" if the file's version lacks it.
func (c *cells) text(k int) string {
	if k >= len(c.all) {
		return ""
	}
	at := c.next(k)
	if at == nil {
		return ""
	}
	s := at.text[at.bounds[0]:at.bounds[1]]
	at.bounds = at.bounds[1:]
	return s
}

func (c *cells) int32(k int) int32 {
	at := c.next(k)
	if at == nil {
		return 0
	}
	x := at.int32s[0]
	at.int32s = at.int32s[1:]
	return x
}

func (c *cells) int64(k int) int64 {
	at := c.next(k)
	if at == nil {
		return 0
	}
	x := at.int64s[0]
	at.int64s = at.int64s[1:]
	return x
}

// list returns the list of the next row.
func (c *cells) list(k int) []int32 {
	at := c.next(k)
	if at == nil {
		return nil
	}
	n, values := len(at.levels), 0
	if next := bytes.IndexByte(at.levels[1:], 0); next >= 0 {
		n = 1 + next
	}
	if at.filled[0] != 0 {
		values = n
	}
	list := at.int32s[:values:values]
	at.int32s, at.levels, at.filled = at.int32s[values:], at.levels[n:], at.filled[n:]
	return list
}

// next returns column k at its next row, from the next page if the last one has ended; nil after an error.
func (c *cells) next(k int) *column {
	at := &c.all[k]
	for at.rows == 0 && c.err == nil {
		c.err = at.load()
	}
	if c.err != nil {
		return nil
	}
	at.rows--
	return at
}

// load reads the next page. It copies the values, since the library takes the memory of a page back, and rows keep theirs.
func (c *column) load() error {
	page, err := c.pages.ReadPage()
	if err == io.EOF {
		return guard.Damaged("a column ends early")
	}
	if err != nil {
		return guard.DamagedBy(err)
	}
	defer parquet.Release(page)
	data := page.Data()
	switch c.rows = int(page.NumRows()); page.Type().Kind() {
	case parquet.ByteArray:
		text, bounds := data.ByteArray()
		c.text, c.bounds = string(text), slices.Clone(bounds)
	case parquet.Int32:
		c.int32s = slices.Clone(data.Int32())
	case parquet.Int64:
		c.int64s = slices.Clone(data.Int64())
	}
	c.levels, c.filled = slices.Clone(page.RepetitionLevels()), slices.Clone(page.DefinitionLevels())
	return nil
}
