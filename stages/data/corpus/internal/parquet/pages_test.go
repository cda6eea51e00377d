package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// packed compresses data as the library does.
func packed(t *testing.T, codec compress.Codec, data []byte) []byte {
	out, err := codec.Encode(nil, data)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Clone(out)
}

// TestPageClaims: a page that claims more than it holds is refused before memory
// is allocated for the claim.
func TestPageClaims(t *testing.T) {
	zeros := make([]byte, 8<<20)
	plain := func(size, values int32) *format.PageHeader {
		h := &format.PageHeader{Type: format.DataPage, UncompressedPageSize: size}
		h.DataPageHeader.V.NumValues = values
		return h
	}
	v2 := func(size, levels int32) *format.PageHeader {
		h := &format.PageHeader{Type: format.DataPageV2, UncompressedPageSize: size}
		h.DataPageHeaderV2.V.RepetitionLevelsByteLength = levels
		return h
	}
	for _, c := range []struct {
		name  string
		h     *format.PageHeader
		page  []byte
		codec format.CompressionCodec
		want  string // "" for a page whose claims are true
	}{
		{"zstd", plain(8<<20, 1), packed(t, &parquet.Zstd, zeros), format.Zstd, ""},
		{"gzip", plain(8<<20, 1), packed(t, &parquet.Gzip, zeros), format.Gzip, ""},
		{"snappy", plain(8<<20, 1), packed(t, &parquet.Snappy, zeros), format.Snappy, ""},
		{"brotli", plain(8<<20, 1), packed(t, &parquet.Brotli, zeros), format.Brotli, ""},
		{"lz4", plain(10, 1), zeros[:10], format.Lz4Raw, "the compression LZ4_RAW is not supported"},
		{"old lz4", plain(10, 1), zeros[:10], format.Lz4, "the compression LZ4 is not supported"},
		{"brotli bomb", plain(100, 1), packed(t, &parquet.Brotli, zeros), format.Brotli, "its header claims 100 bytes, it has 101"},
		{"zstd bomb", plain(100, 1), packed(t, &parquet.Zstd, zeros), format.Zstd, "its header claims 100 bytes, it has 101"},
		{"gzip bomb", plain(100, 1), packed(t, &parquet.Gzip, zeros), format.Gzip, "its header claims 100 bytes, it has 101"},
		{"snappy bomb", plain(100, 1), packed(t, &parquet.Snappy, zeros), format.Snappy, "its header claims 100 bytes, it has 8388608"},
		{"nothing there", plain(8<<20, 1), zeros[:10], format.Uncompressed, "its header claims 8388608 bytes, it has 10"},
		{"values", plain(10, maxValues+1), zeros[:10], format.Uncompressed, "16777217 values"},
		{"levels", v2(10, 11), zeros[:10], format.Uncompressed, "levels of 11 bytes"},
		{"another type", &format.PageHeader{Type: format.IndexPage}, nil, format.Zstd, "a page of type"},
	} {
		column := chunk{leaf: new(parquet.Column), meta: &format.ColumnMetaData{Codec: c.codec}}
		err := column.page(c.h, c.page)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// panicking panics as the library does on some damaged files.
type panicking struct {
	parquet.ColumnChunkValueReader
	with func()
}

func (p panicking) ReadValues([]parquet.Value) (int, error) {
	p.with()
	return 0, nil
}

// TestPanics: a panic of the library becomes an error about the file, without Go's words about an index, which tell a user nothing. An
// error of the system that the library cannot return is not damage.
func TestPanics(t *testing.T) {
	gone := fmt.Errorf("page: %w", &fs.PathError{Op: "read", Path: "x.parquet", Err: syscall.EIO})
	for _, c := range []struct {
		with func()
		is   error
	}{
		{func() { panic("out of bounds") }, schemas.ErrDamaged}, {func() { var n []int; _ = n[len(n)] }, schemas.ErrDamaged}, {func() { panic(gone) }, syscall.EIO},
	} {
		p := &parquetFile{left: 1, row: 6, group: 1}
		p.Path = "x.parquet"
		p.parts[record.Title] = &column{in: panicking{with: c.with}}
		err := p.Next(&record.Unparsed{})
		var file *schemas.FileError
		if !errors.As(err, &file) || !errors.Is(err, c.is) || strings.Contains(err.Error(), "runtime") || file.File != "x.parquet" || file.Place != "row group 0, row 7" {
			t.Errorf("%v, want %v", err, c.is)
		}
	}
}

// TestFooter: a row group whose open pages take more than the limit together is refused before the library reads them. Row groups
// that do not add up to the rows of the footer are damage; no row is lost in silence.
func TestFooter(t *testing.T) {
	var b bytes.Buffer
	w := parquet.NewGenericWriter[struct{ Title string }](&b)
	if _, err := w.Write(make([]struct{ Title string }, 3)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || counted(f) != nil {
		t.Fatal(err, counted(f))
	}
	p := &parquetFile{disk: held{bytes.NewReader(b.Bytes())}, file: f}
	leaf := &column{leaf: f.Root().Columns()[0]}
	if err := p.openColumn(f.RowGroups()[0], leaf); err != nil || p.held == 0 {
		t.Errorf("%d bytes are held, %v", p.held, err)
	}
	p.held = maxHeld
	if err := p.openColumn(f.RowGroups()[0], leaf); err == nil || !strings.Contains(err.Error(), "take more than 1024 MiB at once; write the file again with pages of 1 MiB") {
		t.Errorf("%v", err)
	}
	f.Metadata().RowGroups[0].NumRows = 0
	if counted(f) == nil {
		t.Error("three rows in the footer, none in the row group")
	}
}

// held is a file in memory.
type held struct{ *bytes.Reader }

func (held) Close() error               { return nil }
func (held) Stat() (fs.FileInfo, error) { return nil, fs.ErrInvalid }
