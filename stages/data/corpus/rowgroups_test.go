package corpus

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// refooted is a Parquet file with a changed footer.
func refooted(t *testing.T, data []byte, change func(*format.FileMetaData)) []byte {
	t.Helper()
	end := len(data) - 8
	start := end - int(binary.LittleEndian.Uint32(data[end:]))
	var footer format.FileMetaData
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), data[start:end], &footer); err != nil {
		t.Fatal(err)
	}
	change(&footer)
	for i := range footer.RowGroups {
		footer.RowGroups[i].Ordinal = int16(i)
	}
	b, err := thrift.Marshal(new(thrift.CompactProtocol), &footer)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Join([][]byte{data[:start], b, binary.LittleEndian.AppendUint32(nil, uint32(len(b))), []byte("PAR1")}, nil)
}

// TestEmptyRowGroups: a row group of no rows is skipped, wherever it is and whatever its columns say about their pages: pyarrow and
// pandas write one for an empty table.
func TestEmptyRowGroups(t *testing.T) {
	type paper struct {
		ID    string `parquet:"id"`
		Title string `parquet:"title"`
	}
	papers := []paper{{"a", "A title"}, {"b", "B title"}, {"c", "C title"}}
	data := parquetOf(t, papers) // two row groups
	empty := func(f *format.FileMetaData, offset, size int64) format.RowGroup {
		g := f.RowGroups[0]
		g.NumRows, g.TotalByteSize, g.Columns = 0, 0, slices.Clone(g.Columns)
		for i := range g.Columns {
			m := &g.Columns[i].MetaData
			m.NumValues, m.DataPageOffset, m.DictionaryPageOffset, m.TotalCompressedSize, m.TotalUncompressedSize = 0, offset, 0, size, size
		}
		return g
	}
	for _, at := range [][]int{{0}, {1}, {2}, {0, 0, 2, 3, 5}} {
		for _, extent := range [][2]int64{{0, 0}, {4, 0}, {0, 20}} {
			data := refooted(t, data, func(f *format.FileMetaData) {
				for _, at := range at {
					f.RowGroups = slices.Insert(f.RowGroups, at, empty(f, extent[0], extent[1]))
				}
			})
			got, err := read(t, write(t, "p.parquet", data), "", Auto)
			if len(got) != 3 || err != nil || !strings.HasPrefix(got[2], `3 c "C title"`) {
				t.Errorf("empty row groups at %v, pages at %v: %q, %v", at, extent, got, err)
			}
		}
	}
	none := refooted(t, data, func(f *format.FileMetaData) { f.NumRows, f.RowGroups = 0, []format.RowGroup{empty(f, 0, 20)} })
	if got, err := read(t, write(t, "p.parquet", none), "", Auto); len(got) != 0 || err != nil {
		t.Errorf("nothing but an empty row group: %q, %v", got, err)
	}
}

// TestEncodings: columns in every encoding that writers choose are read, beside lists, nulls and every compression.
func TestEncodings(t *testing.T) {
	type paper struct {
		ID       int64    `parquet:"id,delta"`
		Title    string   `parquet:"title,optional,delta,snappy"`
		Abstract string   `parquet:"abstract,delta,zstd"`
		Keywords []string `parquet:"keywords,list" parquet-element:",delta"`
	}
	var papers []paper
	var want []string
	for i := range 300 {
		p := paper{ID: int64(i * i), Abstract: strings.Repeat("peat ", i%7) + fmt.Sprint(i), Keywords: []string{"peat", fmt.Sprint("peat ", i)}[:i%3]}
		if i%4 > 0 { // else null
			p.Title = fmt.Sprint("The title of paper ", i)
		}
		papers = append(papers, p)
		want = append(want, fmt.Sprintf("%d %d %q %q %q missing []", i+1, p.ID, p.Title, p.Abstract, p.Keywords))
	}
	for name, o := range map[string]parquet.WriterOption{"version 1": parquet.DataPageVersion(1), "version 2": parquet.DataPageVersion(2)} {
		got, err := read(t, write(t, "p.parquet", parquetOf(t, papers, o, parquet.PageBufferSize(512))), "", Auto)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %d rows, %v\n%.500q\nwant %.500q", name, len(got), err, got, want)
		}
	}
}

// TestLZ4: pages in LZ4 are refused, with a remedy. The library reads those of LZ4_RAW without an error, and wrongly.
func TestLZ4(t *testing.T) {
	type paper struct {
		Title string `parquet:"title"`
	}
	data := parquetOf(t, []paper{{"Peat, sedge and sphagnum"}, {"Of moors and mires"}}, parquet.Compression(&parquet.Lz4Raw))
	frames := refooted(t, data, func(f *format.FileMetaData) { f.RowGroups[0].Columns[0].MetaData.Codec = format.Lz4 })
	for name, data := range map[string][]byte{"LZ4_RAW": data, "LZ4": frames} {
		_, err := read(t, write(t, "p.parquet", data), "", Auto)
		if err == nil || !strings.Contains(err.Error(), "the compression "+name+" is not supported; write the file again with compression zstd") || strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWideParquet: a file may have thousands of columns beside those of a document, as embeddings have. A file beyond the limits is
// refused as too large, not as damaged.
func TestWideParquet(t *testing.T) {
	columns := parquet.Group{"title": parquet.String()}
	for i := range 1200 {
		columns[fmt.Sprint("x", i)] = parquet.Leaf(parquet.FloatType)
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[any](&b, parquet.NewSchema("papers", columns))
	row := parquet.Row{parquet.ValueOf("A title").Level(0, 0, 0)}
	for i := range 1200 {
		row = append(row, parquet.ValueOf(float32(0.5)).Level(0, 0, i+1))
	}
	if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := read(t, write(t, "p.parquet", b.Bytes()), "", Auto); len(got) != 1 || err != nil {
		t.Errorf("1,200 numbers beside a title: %q, %v", got, err)
	}
	for name, change := range map[string]func(*format.FileMetaData){
		"columns": func(f *format.FileMetaData) {
			f.Schema = slices.Concat(f.Schema, slices.Repeat(f.Schema[1:2], 1<<16))
			f.Schema[0].NumChildren.V += 1 << 16
		},
		"row groups": func(f *format.FileMetaData) { f.RowGroups = slices.Repeat(f.RowGroups, 400) },
	} {
		_, err := read(t, write(t, "p.parquet", refooted(t, b.Bytes(), change)), "", Auto)
		if err == nil || strings.Contains(err.Error(), "damaged") || !strings.Contains(err.Error(), "too large") || !strings.Contains(err.Error(), "write the file again with larger row groups") {
			t.Errorf("too many %s: %v", name, err)
		}
	}
}
