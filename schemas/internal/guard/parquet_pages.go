package guard

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// codec of every column of our tables.
const codec = format.Zstd

// Limits of a page. Our writer refuses a row of more than 32 MiB and closes a page after the row that exceeds 256 KiB.
const (
	maxPageHeader = 4 << 10  // bytes
	maxPageBytes  = 33 << 20 // bytes of content
	maxPageValues = 8 << 20  // levels; six bytes can claim any number
)

// CheckGroups checks row counts, codecs and the extent of every column chunk against the file of size bytes. Chunks
// must be contiguous: a row group that names the bytes of another would be read as additional rows.
func CheckGroups(f *parquet.File, size int64) error {
	rows, end := int64(0), int64(0)
	for i := range f.Metadata().RowGroups {
		g := &f.Metadata().RowGroups[i]
		rows += g.NumRows
		for j := range g.Columns {
			c := &g.Columns[j].MetaData
			if c.DataPageOffset < end || c.TotalCompressedSize > size-c.DataPageOffset {
				return Damaged("row group %d, column %s lies outside the file or in another column", i, ColumnName(f, j))
			}
			end = c.DataPageOffset + c.TotalCompressedSize
			if c.DictionaryPageOffset != 0 || c.Codec != codec {
				return Damaged("row group %d, column %s has an encoding that this program never writes", i, ColumnName(f, j))
			}
		}
	}
	if rows != f.NumRows() {
		return Damaged("the row groups hold %d rows, the footer says %d", rows, f.NumRows())
	}
	return nil
}

// CheckPages checks the headers of a row group's pages, in a table of ours, before the library sees them: it allocates what
// they claim, and no checksum covers them. The library itself checks the checksum of what follows a header. Errors about a page
// are a *ColumnError.
func CheckPages(file io.ReaderAt, f *parquet.File, group int) error {
	for i := range f.Metadata().RowGroups[group].Columns {
		if err := checkChunk(file, &f.Metadata().RowGroups[group].Columns[i].MetaData); err != nil {
			return &ColumnError{ColumnName(f, i), err}
		}
	}
	return nil
}

// checkChunk walks the pages of one column in one row group.
func checkChunk(file io.ReaderAt, m *format.ColumnMetaData) error {
	at, left, values, nulls := m.DataPageOffset, m.TotalCompressedSize, int64(0), int64(0)
	for left > 0 {
		head := make([]byte, min(maxPageHeader, left))
		if _, err := file.ReadAt(head, at); err != nil {
			return err
		}
		var protocol thrift.CompactProtocol
		var header format.PageHeader
		reader := protocol.NewReaderFromBytes(head)
		if err := thrift.NewDecoder(reader).Decode(&header); err != nil {
			return fmt.Errorf("%w: page header at byte %d: %w", ErrDamaged, at, err)
		}
		h, size := &header.DataPageHeaderV2.V, int64(reader.BytesRead())+int64(header.CompressedPageSize)
		switch {
		case header.Type != format.DataPageV2 || header.CompressedPageSize < 0 || size > left:
			return Damaged("page header at byte %d", at)
		case h.Encoding != format.Plain || h.IsCompressed.Valid && !h.IsCompressed.V:
			return Damaged("page at byte %d: an encoding that this program never writes", at)
		case h.NumValues > maxPageValues || header.UncompressedPageSize > maxPageBytes:
			return Damaged("page at byte %d: %d values in %d bytes", at, h.NumValues, header.UncompressedPageSize)
		}
		at, left, values, nulls = at+size, left-size, values+int64(h.NumValues), nulls+int64(h.NumNulls)
	}
	if values != m.NumValues || nulls != m.Statistics.NullCount {
		return Damaged("its pages hold %d values, %d of them empty; the footer says %d and %d", values, nulls, m.NumValues, m.Statistics.NullCount)
	}
	return nil
}

// ColumnName returns the column's path as a user knows it, without the two levels that Parquet adds under every list.
func ColumnName(f *parquet.File, column int) string {
	path := strings.Join(f.Schema().Columns()[column], ".")
	return strings.ReplaceAll(path, ".list.element", "")
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
