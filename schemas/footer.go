package schemas

import (
	"encoding/binary"
	"io"

	"github.com/parquet-go/parquet-go"
)

const maxFooter = 64 << 20

// checkFooter holds the magic bytes, the footer's length and every length
// inside the footer against the bytes that are there, so that the decoder
// after it allocates no more than they justify.
func checkFooter(file io.ReaderAt, size int64) error {
	if size < 12 {
		return damaged("%d bytes are too few for a Parquet file", size)
	}
	var head [4]byte
	var tail [8]byte
	if _, err := file.ReadAt(head[:], 0); err != nil {
		return err
	}
	if _, err := file.ReadAt(tail[:], size-8); err != nil {
		return err
	}
	if string(head[:]) != "PAR1" {
		return damaged("it does not begin as a Parquet file")
	}
	if string(tail[4:]) != "PAR1" {
		return damaged("it does not end as a Parquet file (cut short?)")
	}
	length := int64(binary.LittleEndian.Uint32(tail[:4]))
	if length > size-12 || length > maxFooter {
		return damaged("a footer of %d bytes in a file of %d", length, size)
	}
	footer := make([]byte, length)
	if _, err := file.ReadAt(footer, size-8-length); err != nil {
		return err
	}
	w := walker{rest: footer}
	w.structure(0)
	if w.bad || len(w.rest) != 0 {
		return damaged("the footer cannot be decoded")
	}
	return nil
}

// checkGroups holds row counts, codecs and the extent of every column chunk
// against the file. size is the file's.
func checkGroups(f *parquet.File, size int64) error {
	rows, columns := int64(0), len(f.Schema().Columns())
	for i := range f.Metadata().RowGroups {
		g := &f.Metadata().RowGroups[i]
		if g.NumRows < 0 || len(g.Columns) != columns {
			return damaged("row group %d has %d rows and %d of %d columns", i, g.NumRows, len(g.Columns), columns)
		}
		rows += g.NumRows
		for j := range g.Columns {
			c := &g.Columns[j].MetaData
			if c.DataPageOffset < 4 || c.TotalCompressedSize < 0 || c.DataPageOffset > size || c.TotalCompressedSize > size-c.DataPageOffset {
				return damaged("row group %d, column %s lies outside the file", i, columnName(f, j))
			}
			if c.DictionaryPageOffset != 0 || c.Codec != codec {
				return damaged("row group %d, column %s is written in a way that this program does not write", i, columnName(f, j))
			}
			if c.NumValues < g.NumRows {
				return damaged("row group %d, column %s has %d values for %d rows", i, columnName(f, j), c.NumValues, g.NumRows)
			}
		}
	}
	if rows != f.NumRows() {
		return damaged("the row groups hold %d rows, the footer says %d", rows, f.NumRows())
	}
	return nil
}
