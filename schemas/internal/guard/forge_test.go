package guard_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// forgery is a Parquet file taken apart. Put together again its offsets, lengths and checksums are right, except where
// the attacker lies last.
type forgery struct {
	meta   format.FileMetaData
	groups [][]column
	lie    func(*format.FileMetaData) // about row groups and columns
	footer func([]byte) []byte        // instead of the encoded footer
}

type column struct {
	before []byte // bytes that no page claims, in front of the first
	pages  []*page
}

type page struct {
	header             format.PageHeader
	reps, defs, values []byte // as they stand in the file: runs, runs, a zstd frame
	lie                func(*format.PageHeader)
}

// open takes a good file apart.
func open(t testing.TB, file []byte) *forgery {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	forged := &forgery{meta: *f.Metadata()}
	for _, g := range forged.meta.RowGroups {
		var columns []column
		for _, c := range g.Columns {
			chunk := file[c.MetaData.DataPageOffset:][:c.MetaData.TotalCompressedSize]
			columns = append(columns, column{pages: pagesOf(t, chunk)})
		}
		forged.groups = append(forged.groups, columns)
	}
	return forged
}

func pagesOf(t testing.TB, chunk []byte) (pages []*page) {
	t.Helper()
	for len(chunk) > 0 {
		var protocol thrift.CompactProtocol
		p := new(page)
		r := protocol.NewReaderFromBytes(slices.Clone(chunk))
		if err := thrift.NewDecoder(r).Decode(&p.header); err != nil {
			t.Fatal(err)
		}
		h := &p.header.DataPageHeaderV2.V
		data := chunk[r.BytesRead():][:p.header.CompressedPageSize]
		p.reps = data[:h.RepetitionLevelsByteLength]
		p.defs = data[len(p.reps):][:h.DefinitionLevelsByteLength]
		p.values = data[len(p.reps)+len(p.defs):]
		chunk = chunk[r.BytesRead()+len(data):]
		pages = append(pages, p)
	}
	return pages
}

// encode writes a page with its true lengths and checksum.
func (p *page) encode() []byte {
	data := slices.Concat(p.reps, p.defs, p.values)
	h := p.header
	h.DataPageHeaderV2.V.RepetitionLevelsByteLength = int32(len(p.reps))
	h.DataPageHeaderV2.V.DefinitionLevelsByteLength = int32(len(p.defs))
	h.CompressedPageSize = int32(len(data))
	h.CRC = int32(crc32.ChecksumIEEE(data))
	if p.lie != nil {
		p.lie(&h)
	}
	return append(encoded(&h), data...)
}

// file puts the forgery together.
func (f *forgery) file() []byte {
	out := []byte("PAR1")
	for i, columns := range f.groups {
		for j, c := range columns {
			out = append(out, c.before...)
			m := &f.meta.RowGroups[i].Columns[j]
			m.ColumnIndexOffset, m.ColumnIndexLength, m.OffsetIndexOffset, m.OffsetIndexLength = 0, 0, 0, 0
			m.MetaData.DataPageOffset = int64(len(out))
			for _, p := range c.pages {
				out = append(out, p.encode()...)
			}
			m.MetaData.TotalCompressedSize = int64(len(out)) - m.MetaData.DataPageOffset
		}
	}
	if f.lie != nil {
		f.lie(&f.meta)
	}
	footer := encoded(&f.meta)
	if f.footer != nil {
		footer = f.footer(footer)
	}
	out = append(out, footer...)
	return append(binary.LittleEndian.AppendUint32(out, uint32(len(footer))), "PAR1"...)
}

func encoded(v any) []byte {
	b, err := thrift.Marshal(new(thrift.CompactProtocol), v)
	if err != nil {
		panic(err)
	}
	return b
}

// plain are the decompressed values of a page.
func (p *page) plain(t testing.TB) []byte {
	t.Helper()
	d, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	b, err := d.DecodeAll(p.values, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// setPlain compresses values and corrects the page's size.
func (p *page) setPlain(values []byte) {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderCRC(false), zstd.WithZeroFrames(true), zstd.WithSingleSegment(true))
	if err != nil {
		panic(err)
	}
	defer w.Close()
	p.values = w.EncodeAll(values, nil)
	p.header.UncompressedPageSize = int32(len(p.reps) + len(p.defs) + len(values))
}

// bomb is a zstd frame of blocks that each repeat one byte 131,072 times in four bytes. declare says how much content
// the frame's header claims, -1: nothing; window is the window's descriptor then.
func bomb(blocks int, declare int64, window byte) []byte {
	b := []byte{0x28, 0xb5, 0x2f, 0xfd}
	if declare < 0 {
		b = append(b, 0, window)
	} else {
		b = binary.LittleEndian.AppendUint64(append(b, 0xe0), uint64(declare)) // one segment, eight bytes of length
	}
	for i := range blocks {
		head := uint32(128<<10)<<3 | 1<<1
		if i == blocks-1 {
			head |= 1
		}
		b = append(b, byte(head), byte(head>>8), byte(head>>16), 'x')
	}
	return b
}

// run is a run of one level, repeated.
func run(n int, level byte) []byte {
	return append(binary.AppendUvarint(nil, uint64(n)<<1), level)
}
