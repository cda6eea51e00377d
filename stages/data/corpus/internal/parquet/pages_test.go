package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/brotli"
	"github.com/parquet-go/parquet-go/compress/lz4"
	"github.com/parquet-go/parquet-go/format"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

func zipped(t *testing.T, data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstded(t *testing.T, data []byte) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(data, nil)
}

func brotlied(t *testing.T, data []byte) []byte {
	out, err := new(brotli.Codec).Encode(nil, data)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func lz4ed(t *testing.T, data []byte) []byte {
	out, err := new(lz4.Codec).Encode(nil, data)
	if err != nil {
		t.Fatal(err)
	}
	return out
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
		{"zstd", plain(8<<20, 1), zstded(t, zeros), format.Zstd, ""},
		{"gzip", plain(8<<20, 1), zipped(t, zeros), format.Gzip, ""},
		{"snappy", plain(8<<20, 1), s2.EncodeSnappy(nil, zeros), format.Snappy, ""},
		{"brotli", plain(8<<20, 1), brotlied(t, zeros), format.Brotli, ""},
		{"lz4", plain(8<<20, 1), lz4ed(t, zeros), format.Lz4Raw, ""},
		{"lz4 bomb", plain(100, 1), lz4ed(t, zeros), format.Lz4Raw, "its LZ4 block is damaged or larger than its header claims"},
		{"lz4 of fewer bytes", plain(9<<20, 1), lz4ed(t, zeros), format.Lz4Raw, "its header claims 9437184 bytes"},
		{"lz4 of nothing", plain(200<<20, 1), zeros[:100], format.Lz4Raw, "hold fewer"},
		{"old lz4", plain(10, 1), zeros[:10], format.Lz4, "the compression LZ4 is not supported"},
		{"brotli bomb", plain(100, 1), brotlied(t, zeros), format.Brotli, "its header claims 100 bytes, it has 101"},
		{"zstd bomb", plain(100, 1), zstded(t, zeros), format.Zstd, "its header claims 100 bytes, it has 101"},
		{"gzip bomb", plain(100, 1), zipped(t, zeros), format.Gzip, "its header claims 100 bytes, it has 101"},
		{"snappy bomb", plain(100, 1), s2.EncodeSnappy(nil, zeros), format.Snappy, "its header claims 100 bytes, it has 8388608"},
		{"nothing there", plain(8<<20, 1), zeros[:10], format.Uncompressed, "its header claims 8388608 bytes, it has 10"},
		{"values", plain(10, maxValues+1), zeros[:10], format.Uncompressed, "16777217 values"},
		{"levels", v2(10, 11), zeros[:10], format.Uncompressed, "levels of 11 bytes"},
		{"another type", &format.PageHeader{Type: format.IndexPage}, nil, format.Zstd, "a page of type"},
	} {
		column := chunk{meta: &format.ColumnMetaData{Codec: c.codec}}
		err := column.page(c.h, c.page)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// broken panics as the library does on some damaged files.
type broken struct{ parquet.ColumnChunkValueReader }

func (broken) ReadValues([]parquet.Value) (int, error) { panic("index out of range") }

// unreadable panics with an error of the system, as the library does where it cannot return one.
type unreadable struct{ parquet.ColumnChunkValueReader }

func (unreadable) ReadValues([]parquet.Value) (int, error) {
	panic(fmt.Errorf("page: %w", &fs.PathError{Op: "read", Path: "x.parquet", Err: syscall.EIO}))
}

// TestParquetPanics: a panic of the library becomes an error about the file.
func TestParquetPanics(t *testing.T) {
	p := &parquetFile{path: "x.parquet", left: 1}
	p.parts[record.Title] = &column{in: broken{}}
	err := p.Next(&record.Unparsed{})
	var file *schemas.FileError
	if !errors.As(err, &file) || !errors.Is(err, schemas.ErrDamaged) || file.File != "x.parquet" || !strings.Contains(err.Error(), "index out of range") {
		t.Errorf("%v, want an error of the file", err)
	}
	p = &parquetFile{path: "x.parquet", left: 1}
	p.parts[record.Title] = &column{in: unreadable{}}
	if err := p.Next(&record.Unparsed{}); !errors.Is(err, syscall.EIO) {
		t.Errorf("%v, the error of the system is lost", err)
	}
}

// TestHeldPages: a row group whose open pages take more than the limit together is refused before the library reads them.
func TestHeldPages(t *testing.T) {
	var b bytes.Buffer
	w := parquet.NewGenericWriter[struct{ Title string }](&b)
	if _, err := w.Write(make([]struct{ Title string }, 3)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	p := &parquetFile{path: "x.parquet", disk: held{bytes.NewReader(b.Bytes())}, file: f}
	leaf := &column{leaf: f.Root().Columns()[0]}
	if err := p.openColumn(f.RowGroups()[0], leaf); err != nil || p.held == 0 {
		t.Errorf("%d bytes are held, %v", p.held, err)
	}
	p.held = maxHeld
	if err := p.openColumn(f.RowGroups()[0], leaf); err == nil || !strings.Contains(err.Error(), "take more than 1024 MiB at once; write the file again with pages of 1 MiB") {
		t.Errorf("%v", err)
	}
}

// held is a file in memory.
type held struct{ *bytes.Reader }

func (held) Close() error               { return nil }
func (held) Stat() (fs.FileInfo, error) { return nil, fs.ErrInvalid }
