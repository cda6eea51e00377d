package guard

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Limits of a page. Our writer stays far below: it closes a page after the row that exceeds 256 KiB and refuses a row
// of more than 32 MiB.
const (
	maxPageHeader = 4 << 10  // bytes
	maxPageBytes  = 64 << 20 // bytes of content; 4 bytes can claim 128 KiB
	maxPageValues = 8 << 20  // levels; 6 bytes can claim any number
	zstdBlock     = 128 << 10
)

// CheckPages checks the sizes that the pages of a row group claim against their bytes before the library sees them,
// because the library allocates what pages claim. It accepts only pages as our writer makes them; the library detects
// wrong checksums of their contents. Errors about a page are a *ColumnError.
func CheckPages(file io.ReaderAt, f *parquet.File, group int) error {
	c := chunk{file: file}
	for i := range f.Metadata().RowGroups[group].Columns {
		m := &f.Metadata().RowGroups[group].Columns[i].MetaData
		leaf, _ := f.Schema().Lookup(f.Schema().Columns()[i]...)
		c.at, c.left, c.values = m.DataPageOffset, m.TotalCompressedSize, 0
		c.maxRep, c.maxDef = leaf.MaxRepetitionLevel, leaf.MaxDefinitionLevel
		err := c.walk()
		if err == nil && c.values != m.NumValues {
			err = Damaged("its pages hold %d values, the footer says %d", c.values, m.NumValues)
		}
		if err != nil {
			return &ColumnError{ColumnName(f, i), err}
		}
	}
	return nil
}

// chunk walks the pages of one column in one row group.
type chunk struct {
	file           io.ReaderAt
	at, left       int64 // offset and number of the bytes not yet walked
	page           []byte
	maxRep, maxDef int   // highest level of each kind; 0 if there are no levels
	values         int64 // counted so far
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
	used, size := int64(reader.BytesRead()), int64(header.CompressedPageSize)
	if header.Type != format.DataPageV2 || size > c.left-used {
		return Damaged("page header at byte %d", c.at)
	}
	c.page = append(c.page[:0], make([]byte, size)...)
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
	n, plain := int(h.NumValues), int(header.UncompressedPageSize)-reps-defs
	_, fit := levels(c.page[:reps], n, c.maxRep)
	full, fits := levels(c.page[reps:reps+defs], n, c.maxDef)
	switch {
	case h.Encoding != format.Plain || (h.IsCompressed.Valid && !h.IsCompressed.V):
		return Damaged("an encoding that this program never writes")
	case n > maxPageValues || plain > maxPageBytes:
		return Damaged("%d values in %d bytes", n, plain)
	case !fit || !fits || full != n-int(h.NumNulls): // the checksum of a page leaves out its header
		return Damaged("the levels are not those of %d values, %d empty", n, h.NumNulls)
	case !frameHolds(c.page[reps+defs:], plain):
		return Damaged("the compressed values are not %d bytes", plain)
	}
	c.values += int64(n)
	return nil
}

// levels walks runs of n levels from 0 to most, repeated or bit-packed, and returns how many are equal to most. ok is false
// if the runs claim another number: the library allocates what they claim. The last packed run may be up to 7 levels
// too long. Go's bounds checks catch packed runs that exceed the bytes.
func levels(b []byte, n, most int) (full int, ok bool) {
	if most == 0 {
		return n, true
	}
	width := bits.Len(uint(most))
	for n > 0 {
		head, k := binary.Uvarint(b)
		run, packed := int(head>>1), head&1 != 0
		if b = b[k:]; run == 0 || !packed && run > n {
			return 0, false // an empty run has no level, and a bad number gives one
		}
		if !packed {
			if int(b[0]) == most {
				full += run
			}
			b, n = b[1:], n-run
			continue
		}
		for i := range min(8*run, n) {
			if level(b, i*width, width) == most {
				full++
			}
		}
		b, n = b[run*width:], n-8*run
	}
	return full, len(b) == 0
}

// level returns the number of some bits, up to 8, from bit at on.
func level(b []byte, at, width int) int {
	pair := uint16(b[at/8])
	if at/8+1 < len(b) {
		pair |= uint16(b[at/8+1]) << 8
	}
	return int(pair >> (at % 8) & (1<<width - 1))
}

// frameHolds reports whether b is one zstd frame of n bytes of content in the form that our writer produces: with a
// declared size unless it has a single block, with enough blocks for n bytes, without a checksum, and with nothing
// after it. The decoder then allocates and stops at n bytes, or at one block. Go's bounds checks catch blocks that
// exceed b.
func frameHolds(b []byte, n int) bool {
	var h zstd.Header
	if h.Decode(b) != nil || h.Skippable {
		return false
	}
	b = b[h.HeaderSize:]
	blocks := 0
	for last := false; !last; blocks++ {
		head := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
		last = head&1 != 0
		size := int(head >> 3)
		if head>>1&3 == 1 { // a run-length block: one byte, repeated
			size = 1
		}
		b = b[3+size:]
	}
	if h.HasFCS && h.FrameContentSize != uint64(n) || !h.HasFCS && blocks > 1 {
		return false
	}
	return len(b) == 0 && n <= blocks*zstdBlock
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
