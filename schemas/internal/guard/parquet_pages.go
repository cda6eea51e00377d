package guard

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Limits of a page. Our writer stays far below: it closes a page after the row that exceeds 256 KiB and refuses a row
// of more than 32 MiB.
const (
	maxPageHeader = 4 << 10  // bytes
	maxPageBytes  = 64 << 20 // bytes of content; 4 bytes can claim 128 KiB
	maxPageValues = 16 << 20 // levels; 6 bytes can claim any number
)

// CheckPages walks the pages of a row group and checks sizes and counts against their bytes before the library sees
// them, because the library allocates what the pages claim. The library itself detects wrong page checksums. A small
// row group then stays in memory for the library; a larger one is read twice, one page at a time. Errors about a page
// are a *ColumnError.
func CheckPages(file *HeldFile, f *parquet.File, group int) error {
	g := &f.Metadata().RowGroups[group]
	if err := file.holdGroup(g); err != nil {
		return err
	}
	var page []byte
	for i := range g.Columns {
		leaf, _ := f.Schema().Lookup(f.Schema().Columns()[i]...)
		c := chunk{
			file: file, at: g.Columns[i].MetaData.DataPageOffset, page: page,
			left:   g.Columns[i].MetaData.TotalCompressedSize,
			maxRep: byte(leaf.MaxRepetitionLevel), maxDef: byte(leaf.MaxDefinitionLevel),
			strings: leaf.Node.Type().Kind() == parquet.ByteArray,
		}
		if err := c.walk(); err != nil {
			return &ColumnError{ColumnName(f, i), err}
		}
		page = c.page
		if c.rows != g.NumRows || c.values != g.Columns[i].MetaData.NumValues {
			return &ColumnError{ColumnName(f, i), Damaged("its pages hold %d rows and %d values, the footer says %d and %d",
				c.rows, c.values, g.NumRows, g.Columns[i].MetaData.NumValues)}
		}
	}
	return nil
}

// chunk walks the pages of one column in one row group.
type chunk struct {
	file           io.ReaderAt
	at, left       int64 // offset and number of the bytes not yet walked
	page           []byte
	maxRep, maxDef byte // highest level of each kind; 0 if there are no levels
	strings        bool
	rows, values   int64 // counted so far
}

// walk checks all pages. It turns panics of Go's bounds checks into errors.
func (c *chunk) walk() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = Caught(p)
		}
	}()
	for c.left > 0 {
		if err := c.next(); err != nil {
			return err
		}
	}
	return nil
}

// next checks one page and moves past it.
func (c *chunk) next() error {
	head := make([]byte, min(maxPageHeader, c.left))
	if _, err := c.file.ReadAt(head, c.at); err != nil {
		return err
	}
	var protocol thrift.CompactProtocol
	var header format.PageHeader
	reader := protocol.NewReaderFromBytes(head)
	if err := thrift.NewDecoder(reader).Decode(&header); err != nil {
		return fmt.Errorf("%w: page header at byte %d: %w", ErrDamaged, c.at, err)
	}
	used := int64(reader.BytesRead())
	size := int64(header.CompressedPageSize)
	if header.Type != format.DataPageV2 || size > c.left-used {
		return Damaged("page header at byte %d", c.at)
	}
	if int64(cap(c.page)) < size {
		c.page = make([]byte, size)
	}
	c.page = c.page[:size]
	if _, err := c.file.ReadAt(c.page, c.at+used); err != nil {
		return err
	}
	if err := c.content(&header); err != nil {
		return fmt.Errorf("page at byte %d: %w", c.at, err)
	}
	c.at, c.left = c.at+used+size, c.left-used-size
	return nil
}

// content checks the parts of a page: repetition levels, definition levels and values. Go's bounds checks catch
// lengths that exceed the page.
func (c *chunk) content(header *format.PageHeader) error {
	h := &header.DataPageHeaderV2.V
	reps, defs := int(h.RepetitionLevelsByteLength), int(h.DefinitionLevelsByteLength)
	if h.NumValues > maxPageValues {
		return Damaged("%d values", h.NumValues)
	}
	if h.Encoding != format.Plain || (h.IsCompressed.Valid && !h.IsCompressed.V) {
		return Damaged("an encoding that this program never writes")
	}
	n := int(h.NumValues)
	rows, ok1 := c.levels(c.page[:reps], n, c.maxRep, 0)
	full, ok2 := c.levels(c.page[reps:reps+defs], n, c.maxDef, c.maxDef)
	if !ok1 || !ok2 || full != n-int(h.NumNulls) {
		return Damaged("the levels are not those of %d values, %d empty", h.NumValues, h.NumNulls)
	}
	plain := int(header.UncompressedPageSize) - reps - defs
	if plain > maxPageBytes || !frameHolds(c.page[reps+defs:], plain) {
		return Damaged("the compressed values are not %d bytes", plain)
	}
	if c.strings && 4*full > plain { // each string has a length before it
		return Damaged("%d values in %d bytes", full, plain)
	}
	c.rows, c.values = c.rows+int64(rows), c.values+int64(n)
	return nil
}

// levels counts the levels equal to one among n levels. Without levels, all n count.
func (c *chunk) levels(b []byte, n int, most, one byte) (count int, ok bool) {
	if most == 0 {
		return n, len(b) == 0
	}
	return countLevels(b, n, most, one)
}

// Unreadable reports whether reading just this column fails. It locates errors that the checks above let through.
func Unreadable(c parquet.ColumnChunk) (fails bool) {
	defer func() { fails = recover() != nil || fails }()
	pages := c.Pages()
	defer pages.Close()
	for {
		page, err := pages.ReadPage()
		if err != nil {
			return !errors.Is(err, io.EOF)
		}
		parquet.Release(page)
	}
}
