package schemas

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// codec of every column that this package writes.
const codec = format.Zstd

const maxPageHeader = 4 << 10

// columnError is damage that lies in one column.
type columnError struct {
	column string
	err    error
}

func (e *columnError) Error() string { return "column " + e.column + ": " + e.err.Error() }
func (e *columnError) Unwrap() error { return e.err }

// checkPages reads every page of a row group once, one at a time, and holds
// checksum, sizes and counts against its bytes before the decoder sees them:
// the decoder allocates what the pages claim.
func checkPages(file io.ReaderAt, f *parquet.File, group int) error {
	g := &f.Metadata().RowGroups[group]
	var page []byte
	for i := range g.Columns {
		leaf := leafOf(f, i)
		c := chunk{
			file: file, at: g.Columns[i].MetaData.DataPageOffset, page: page,
			left:   g.Columns[i].MetaData.TotalCompressedSize,
			maxRep: byte(leaf.MaxRepetitionLevel), maxDef: byte(leaf.MaxDefinitionLevel),
			kind: leaf.Node.Type().Kind(),
		}
		for c.left > 0 {
			if err := c.next(); err != nil {
				return &columnError{columnName(f, i), err}
			}
		}
		page = c.page
		if c.rows != g.NumRows || c.values != g.Columns[i].MetaData.NumValues {
			return &columnError{columnName(f, i), damaged("its pages hold %d rows and %d values, the footer says %d and %d",
				c.rows, c.values, g.NumRows, g.Columns[i].MetaData.NumValues)}
		}
	}
	return nil
}

// chunk walks the pages of one column of one row group.
type chunk struct {
	file           io.ReaderAt
	at, left       int64 // the bytes not yet walked
	page           []byte
	maxRep, maxDef byte // highest level of each kind; 0: no such levels
	kind           parquet.Kind
	rows, values   int64 // counted so far
}

// next checks one page and steps over it.
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
	if header.Type != format.DataPageV2 || !header.DataPageHeaderV2.Valid ||
		size < 0 || size > c.left-used || size > maxPageBytes {
		return damaged("page header at byte %d", c.at)
	}
	if int64(cap(c.page)) < size {
		c.page = make([]byte, size)
	}
	c.page = c.page[:size]
	if _, err := c.file.ReadAt(c.page, c.at+used); err != nil {
		return err
	}
	if header.CRC != 0 && crc32.ChecksumIEEE(c.page) != uint32(header.CRC) {
		return damaged("the checksum of the page at byte %d", c.at)
	}
	if err := c.content(&header); err != nil {
		return fmt.Errorf("page at byte %d: %w", c.at, err)
	}
	c.at, c.left = c.at+used+size, c.left-used-size
	return nil
}

// content checks the parts of a page: repetition levels, definition levels,
// values.
func (c *chunk) content(header *format.PageHeader) error {
	h := &header.DataPageHeaderV2.V
	reps, defs := int(h.RepetitionLevelsByteLength), int(h.DefinitionLevelsByteLength)
	if reps < 0 || defs < 0 || reps+defs > len(c.page) || (reps > 0) != (c.maxRep > 0) || (defs > 0) != (c.maxDef > 0) {
		return damaged("level lengths %d and %d in %d bytes", reps, defs, len(c.page))
	}
	if h.NumValues < 0 || h.NumValues > maxPageValues || h.NumRows < 0 || h.NumRows > h.NumValues || h.NumNulls < 0 || h.NumNulls > h.NumValues {
		return damaged("%d values, %d empty, in %d rows", h.NumValues, h.NumNulls, h.NumRows)
	}
	if h.Encoding != format.Plain || (h.IsCompressed.Valid && !h.IsCompressed.V) {
		return damaged("an encoding that this program does not write")
	}
	full := h.NumValues
	if defs > 0 {
		full = int32(countLevels(c.page[reps:reps+defs], int(h.NumValues), c.maxDef))
	}
	if full != h.NumValues-h.NumNulls || (reps > 0 && countLevels(c.page[:reps], int(h.NumValues), c.maxRep) < 0) {
		return damaged("the levels are not those of %d values, %d empty", h.NumValues, h.NumNulls)
	}
	plain := int64(header.UncompressedPageSize) - int64(reps+defs)
	if plain < 0 || plain > maxPageBytes || !frameHolds(c.page[reps+defs:], uint64(plain)) {
		return damaged("the compressed values are not %d bytes", plain)
	}
	if int64(h.NumValues-h.NumNulls)*leastBits(c.kind) > plain*8 {
		return damaged("%d values in %d bytes", h.NumValues-h.NumNulls, plain)
	}
	c.rows, c.values = c.rows+int64(h.NumRows), c.values+int64(h.NumValues)
	return nil
}

// leastBits is the least room that a plain value takes; a string has a length.
func leastBits(k parquet.Kind) int64 {
	switch k {
	case parquet.Boolean:
		return 1
	case parquet.Int64, parquet.Double:
		return 64
	}
	return 32
}

// columnFails reports whether reading the column alone fails, for errors that
// the checks above let through.
func columnFails(c parquet.ColumnChunk) (fails bool) {
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

func leafOf(f *parquet.File, column int) parquet.LeafColumn {
	leaf, _ := f.Schema().Lookup(f.Schema().Columns()[column]...)
	return leaf
}

// columnName is the column's path as a user knows it: without the two levels
// that Parquet puts under every list.
func columnName(f *parquet.File, column int) string {
	path := strings.Join(f.Schema().Columns()[column], ".")
	return strings.ReplaceAll(path, ".list.element", "")
}
