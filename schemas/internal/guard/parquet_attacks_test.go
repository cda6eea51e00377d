package guard_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/wrone2set/wrone2set/schemas"
)

func documents(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w := schemas.Documents.NewWriter(&b, nil)
	for i := range 40 {
		d := schemas.Document{ID: fmt.Sprint("document ", i), Title: strings.Fields("a title of words"), Body: strings.Fields(strings.Repeat("word ", i)), Present: [][]string{{"a", "title"}, {}}}
		if err := w.Write(d); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// body is a file without its footer.
func body(good []byte) []byte {
	return good[:len(good)-8-int(binary.LittleEndian.Uint32(good[len(good)-8:]))]
}

// footed adds a footer to a body.
func footed(body []byte, footer ...[]byte) []byte {
	tail := bytes.Join(footer, nil)
	return slices.Concat(body, tail, binary.LittleEndian.AppendUint32(nil, uint32(len(tail))), []byte("PAR1"))
}

// metadata decodes the footer of a file.
func metadata(t testing.TB, good []byte) *format.FileMetaData {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(good), int64(len(good)))
	if err != nil {
		t.Fatal(err)
	}
	return f.Metadata()
}

func encoded(v any) []byte {
	b, err := thrift.Marshal(new(thrift.CompactProtocol), v)
	if err != nil {
		panic(err)
	}
	return b
}

// lyingFooter is a file whose footer tells a lie.
func lyingFooter(lie func(*format.FileMetaData)) func(testing.TB, []byte) []byte {
	return func(t testing.TB, good []byte) []byte {
		m := metadata(t, good)
		lie(m)
		return footed(body(good), encoded(m))
	}
}

// ofColumn is a lie about a column of the first row group.
func ofColumn(i int, lie func(*format.ColumnMetaData)) func(testing.TB, []byte) []byte {
	return lyingFooter(func(m *format.FileMetaData) { lie(&m.RowGroups[0].Columns[i].MetaData) })
}

// lyingPage is a file in which the header of the last column's page tells a lie; its length in the footer is right.
func lyingPage(lie func(*format.PageHeader, *format.DataPageHeaderV2)) func(testing.TB, []byte) []byte {
	return func(t testing.TB, good []byte) []byte {
		m := metadata(t, good)
		last := &m.RowGroups[0].Columns[len(m.RowGroups[0].Columns)-1].MetaData
		chunk := good[last.DataPageOffset:][:last.TotalCompressedSize]
		var header format.PageHeader
		r := new(thrift.CompactProtocol).NewReaderFromBytes(slices.Clone(chunk))
		if err := thrift.NewDecoder(r).Decode(&header); err != nil {
			t.Fatal(err)
		}
		data := chunk[r.BytesRead():]
		lie(&header, &header.DataPageHeaderV2.V)
		page := slices.Concat(encoded(&header), data)
		last.TotalCompressedSize, last.NumValues = int64(len(page)), int64(header.DataPageHeaderV2.V.NumValues)
		return footed(slices.Concat(good[:last.DataPageOffset], page), encoded(m))
	}
}

func uvarint(n uint64) []byte { return binary.AppendUvarint(nil, n) }

// TestParquetAttacks reads files whose claims are not true. Each must be an error that says where, within bounded memory. Without
// the check that it is for, each ends the program, takes hundreds of MiB, or is read as other rows than were written.
func TestParquetAttacks(t *testing.T) {
	type file = func(testing.TB, []byte) []byte
	footer := func(b ...[]byte) file {
		return func(_ testing.TB, good []byte) []byte { return footed(body(good), b...) }
	}
	cut := func(end func(size int) int) file {
		return func(_ testing.TB, good []byte) []byte { return good[:end(len(good))] }
	}
	const structs = 0x0c // the entries of a list
	const id, title = 0, 1
	for _, a := range []struct {
		name  string
		forge file
		place string // "" for a good file
	}{
		{"nothing changed", lyingPage(func(*format.PageHeader, *format.DataPageHeaderV2) {}), ""},

		{"nothing", cut(func(int) int { return 0 }), "0 bytes are too few"},
		{"seven bytes", cut(func(int) int { return 7 }), "7 bytes are too few"},
		{"half", cut(func(size int) int { return size / 2 }), "cut short?"},
		{"a footer of 1 GiB", func(_ testing.TB, good []byte) []byte {
			binary.LittleEndian.PutUint32(good[len(good)-8:], 1<<30)
			return good
		}, "a footer of 1073741824 bytes"},
		{"a list of 2²⁷ row groups", footer([]byte{0x49, 0xf0 | structs}, uvarint(1<<27), []byte{0}), "footer"},
		{"structs in structs in structs", footer(bytes.Repeat([]byte{0x1c}, 12<<20)), "footer"},
		{"lists in lists in lists", footer([]byte{0xf9}, bytes.Repeat([]byte{0x19}, 12<<20)), "footer"},
		{"600,000 empty columns of a row group", footer([]byte{0x49, 0x1c, 0x19, 0xf0 | structs}, uvarint(600_000), make([]byte, 600_000),
			[]byte{0x00, 0x18}, uvarint(1_900_000), make([]byte, 1_900_000), []byte{0}), "footer: the file is too large"},
		{"6,000,000 names in a column's path", footer([]byte{0x49, 0x1c, 0x19, 0x1c, 0x3c, 0x39, 0xf8}, uvarint(12_000_000), make([]byte, 12_000_000), []byte{0, 0, 0, 0}), "footer"},
		{"a map before 2²⁷ row groups", footer([]byte{0x1b, 0, 0x39, 0xf0 | structs}, uvarint(1<<27), []byte{0}), "footer"},
		{"a schema of 10,000 groups in each other", lyingFooter(func(m *format.FileMetaData) {
			group := m.Schema[0]
			group.NumChildren.Valid, group.NumChildren.V = true, 1
			m.Schema = slices.Repeat([]format.SchemaElement{group}, 10_000)
		}), "footer"},

		{"a column beyond the end", ofColumn(id, func(c *format.ColumnMetaData) { c.TotalCompressedSize = 2 << 30 }), "column id"},
		{"a negative size", ofColumn(title, func(c *format.ColumnMetaData) { c.TotalCompressedSize = -1 << 40 }), "column title"},
		{"a row group twice", lyingFooter(func(m *format.FileMetaData) {
			m.RowGroups, m.NumRows = append(m.RowGroups, m.RowGroups[0]), 2*m.NumRows
		}), "row group 1, column id"},
		{"more rows than there are", lyingFooter(func(m *format.FileMetaData) { m.NumRows++ }), "footer"},
		{"values that no page has", ofColumn(title, func(c *format.ColumnMetaData) { c.NumValues += 40 }), "row group 0, column title"},
		{"empty values that no page has", ofColumn(title, func(c *format.ColumnMetaData) { c.Statistics.NullCount += 40 }), "row group 0, column title"},
		{"a dictionary", ofColumn(id, func(c *format.ColumnMetaData) { c.DictionaryPageOffset = 4 }), "column id"},
		{"another compression", ofColumn(id, func(c *format.ColumnMetaData) { c.Codec = format.Uncompressed }), "column id"},

		{"a dictionary among the pages", lyingPage(func(h *format.PageHeader, _ *format.DataPageHeaderV2) {
			h.Type = format.DictionaryPage
			h.DictionaryPageHeader.Valid, h.DictionaryPageHeader.V.NumValues = true, 1<<29
		}), "column body_spans"},
		{"differences of numbers", lyingPage(func(_ *format.PageHeader, v2 *format.DataPageHeaderV2) { v2.Encoding = format.DeltaBinaryPacked }), "column body_spans"},
		{"values that are not compressed", lyingPage(func(_ *format.PageHeader, v2 *format.DataPageHeaderV2) {
			v2.IsCompressed.Valid, v2.IsCompressed.V = true, false
		}), "column body_spans"},
		{"a page larger than its column", lyingPage(func(h *format.PageHeader, _ *format.DataPageHeaderV2) { h.CompressedPageSize = 1 << 30 }), "column body_spans"},
		{"a page of a negative size", lyingPage(func(h *format.PageHeader, _ *format.DataPageHeaderV2) { h.CompressedPageSize = -1 }), "column body_spans"},
		{"levels longer than the page", lyingPage(func(_ *format.PageHeader, v2 *format.DataPageHeaderV2) { v2.RepetitionLevelsByteLength = 1 << 20 }), "column body_spans"},
		{"2²⁹ values", lyingPage(func(_ *format.PageHeader, v2 *format.DataPageHeaderV2) { v2.NumValues = 1 << 29 }), "column body_spans"},
		{"1 GiB of values", lyingPage(func(h *format.PageHeader, _ *format.DataPageHeaderV2) { h.UncompressedPageSize = 1 << 30 }), "column body_spans"},
	} {
		t.Run(a.name, func(t *testing.T) { attack(t, a.forge(t, documents(t)), a.place) })
	}
}

// attack reads a forged file and demands an error that names file and place, within 48 MiB.
func attack(t *testing.T, file []byte, place string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "forged")
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := schemas.Documents.ReadAll(path)
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc + after.StackSys - min(before.StackSys, after.StackSys); grown > 48<<20 {
		t.Errorf("%d MiB were allocated for a file of %d bytes (%v)", grown>>20, len(file), err)
	}
	if place == "" {
		if err != nil {
			t.Error(err)
		}
		return
	}
	var at *schemas.FileError
	if !errors.As(err, &at) || !errors.Is(err, schemas.ErrDamaged) && !errors.Is(err, schemas.ErrLarge) || at.File != path || !strings.Contains(strings.ReplaceAll(at.Error(), path, ""), place) {
		t.Errorf("error %v, want one of %s", err, place)
	}
}
