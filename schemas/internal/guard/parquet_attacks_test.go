package guard_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/format"

	"github.com/wrone2set/wrone2set/schemas"
)

// Columns of the attacked tables.
const (
	documentID, documentTitle, documentPresent = 0, 1, 3
	vocabCount                                 = 2
)

func documents(t testing.TB) []byte {
	var rows []schemas.Document
	for i := range 40 {
		rows = append(rows, schemas.Document{
			ID: fmt.Sprint("document ", i), Title: strings.Fields("a title of words"), Body: strings.Fields(strings.Repeat("word ", i)),
			Present: [][]string{{"a", "title"}, {"words"}}, Absent: [][]string{{}}, Hash: strings.Repeat("ab", 32),
		})
	}
	return table(t, schemas.Documents, rows)
}

func vocab(t testing.TB) []byte {
	var rows []schemas.VocabRow
	for i := range 300 {
		rows = append(rows, schemas.VocabRow{ID: int32(i), Token: fmt.Sprint("token", i), Count: int64(i) * 0x9e3779b97f4a7c1})
	}
	return table(t, schemas.Vocab, rows)
}

func table[R any](t testing.TB, of schemas.Table[R], rows []R) []byte {
	t.Helper()
	var b bytes.Buffer
	w := of.NewWriter(&b, nil)
	if err := errors.Join(w.Write(rows...), w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func readDocuments(path string) error { _, err := schemas.Documents.ReadAll(path); return err }
func readVocab(path string) error     { _, err := schemas.Vocab.ReadAll(path); return err }

// TestForge holds the forger itself: a file that was taken apart and put together is as good as before.
func TestForge(t *testing.T) {
	for name, c := range map[string]struct {
		file []byte
		read func(string) error
	}{"documents": {documents(t), readDocuments}, "vocab": {vocab(t), readVocab}} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, open(t, c.file).file(), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := c.read(path); err != nil {
			t.Error(err)
		}
	}
}

// TestRepeated holds that a block of one byte repeated, which a bomb is made of, is no bomb.
func TestRepeated(t *testing.T) {
	f := open(t, table(t, schemas.Vocab, make([]schemas.VocabRow, 128<<10/8)))
	p := f.groups[0][vocabCount].pages[0]
	p.values = bomb(1, 128<<10, 0)
	path := filepath.Join(t.TempDir(), "vocab")
	if err := os.WriteFile(path, f.file(), 0o666); err != nil {
		t.Fatal(err)
	}
	if rows, err := schemas.Vocab.ReadAll(path); err != nil || rows[1].Count != 0x7878787878787878 {
		t.Errorf("%v", err)
	}
}

// TestParquetAttacks reads files whose checksums are right and whose claims are not. Each must be an error that says
// where, within bounded memory. Without the check that it is for, each ends the program, takes hundreds of MiB, is read
// as other rows than were written, or is an error without a place.
func TestParquetAttacks(t *testing.T) {
	first := func(column int, change func(*page)) func(*forgery) {
		return func(f *forgery) { change(f.groups[0][column].pages[0]) }
	}
	lie := func(column int, lie func(*format.PageHeader)) func(*forgery) {
		return first(column, func(p *page) { p.lie = lie })
	}
	footer := func(b ...[]byte) func(*forgery) {
		return func(f *forgery) { f.footer = func([]byte) []byte { return bytes.Join(b, nil) } }
	}
	v2 := func(h *format.PageHeader) *format.DataPageHeaderV2 { return &h.DataPageHeaderV2.V }
	const structs = 0x0c // the entries of a list

	for _, a := range []struct {
		name  string
		file  func(testing.TB) []byte
		read  func(string) error
		place string
		forge func(*forgery)
	}{
		{"a list of 2²⁷ row groups", documents, readDocuments, "footer",
			footer([]byte{0x49, 0xf0 | structs}, uvarint(1<<27), []byte{0})},
		{"structs in structs in structs", documents, readDocuments, "footer",
			footer(bytes.Repeat([]byte{0x1c}, 12<<20))},
		{"lists in lists in lists", documents, readDocuments, "footer",
			footer([]byte{0xf9}, bytes.Repeat([]byte{0x19}, 12<<20))},
		{"600,000 empty columns of a row group", documents, readDocuments, "footer",
			footer([]byte{0x49, 0x1c, 0x19, 0xf0 | structs}, uvarint(600_000), make([]byte, 600_000), []byte{0x00, 0x18}, uvarint(1_900_000), make([]byte, 1_900_000), []byte{0})},
		{"6,000,000 names in a column's path", documents, readDocuments, "footer",
			footer([]byte{0x49, 0x1c, 0x19, 0x1c, 0x3c, 0x39, 0xf8}, uvarint(12_000_000), make([]byte, 12_000_000), []byte{0, 0, 0, 0})},
		{"a schema of 10,000 groups in each other", documents, readDocuments, "footer", func(f *forgery) {
			f.lie = deep
		}},
		{"a map before 2²⁷ row groups", documents, readDocuments, "footer",
			footer([]byte{0x1b, 0, 0x39, 0xf0 | structs}, uvarint(1<<27), []byte{0})},
		{"a column beyond the end", documents, readDocuments, "column id", func(f *forgery) {
			f.lie = func(m *format.FileMetaData) { m.RowGroups[0].Columns[0].MetaData.TotalCompressedSize = 2 << 30 }
			f.groups[0][0].pages[0].lie = func(h *format.PageHeader) { h.CompressedPageSize = 63 << 20 }
		}},
		{"a negative size", documents, readDocuments, "column spellings", func(f *forgery) {
			f.lie = func(m *format.FileMetaData) { m.RowGroups[0].Columns[5].MetaData.TotalCompressedSize = -1 << 40 }
		}},
		{"a row group twice", documents, readDocuments, "row group 1, column id", func(f *forgery) {
			f.lie = func(m *format.FileMetaData) {
				m.RowGroups, m.NumRows = append(m.RowGroups, m.RowGroups[0]), 2*m.NumRows
			}
		}},
		{"more rows than there are", documents, readDocuments, "footer", func(f *forgery) { f.lie = func(m *format.FileMetaData) { m.NumRows++ } }},
		{"values that no page has", documents, readDocuments, "row group 0, column title", func(f *forgery) {
			f.lie = func(m *format.FileMetaData) { m.RowGroups[0].Columns[1].MetaData.NumValues += 40 }
		}},
		{"a dictionary of 1 GiB", documents, readDocuments, "column id", func(f *forgery) {
			h := format.PageHeader{Type: format.DictionaryPage, UncompressedPageSize: 1 << 30, CompressedPageSize: 1}
			h.DictionaryPageHeader.Valid = true
			f.groups[0][0].before = append(encoded(&h), 0)
			size := int64(len(f.groups[0][0].before))
			f.lie = func(m *format.FileMetaData) {
				c := &m.RowGroups[0].Columns[0].MetaData
				c.DictionaryPageOffset = c.DataPageOffset - size
			}
		}},
		{"values that are not compressed, says the footer", vocab, readVocab, "column count", func(f *forgery) {
			f.groups[0][vocabCount].pages[0].setPlain(noise(8*300 - frameHead))
			f.lie = func(m *format.FileMetaData) { m.RowGroups[0].Columns[vocabCount].MetaData.Codec = format.Uncompressed }
		}},
		{"differences of 2²⁹ numbers", vocab, readVocab, "column count", first(vocabCount, func(p *page) {
			p.setPlain(bytes.Join([][]byte{uvarint(128), uvarint(4), uvarint(1 << 29), {0}}, nil))
			p.lie = func(h *format.PageHeader) { v2(h).Encoding = format.DeltaBinaryPacked }
		})},
		{"a dictionary among the pages", documents, readDocuments, "column id", lie(documentID, func(h *format.PageHeader) {
			h.Type = format.DictionaryPage
			h.DictionaryPageHeader.Valid, h.DictionaryPageHeader.V.NumValues = true, 1<<29
		})},
		{"a page larger than its column", documents, readDocuments, "column id", lie(documentID, func(h *format.PageHeader) { h.CompressedPageSize = 1 << 30 })},
		{"a page of a negative size", documents, readDocuments, "column id", lie(documentID, func(h *format.PageHeader) { h.CompressedPageSize = -1 })},
		{"levels longer than the page", documents, readDocuments, "column present", lie(documentPresent, func(h *format.PageHeader) { v2(h).RepetitionLevelsByteLength = 1 << 20 })},
		{"2²⁹ values", documents, readDocuments, "column title", func(f *forgery) {
			const n = 1 << 29
			p := f.groups[0][documentTitle].pages[0]
			p.reps, p.defs = append(bytes.Repeat(run(1, 0), 40), run(n-40, 1)...), run(n, 0)
			p.setPlain(nil)
			v2(&p.header).NumValues, v2(&p.header).NumNulls = n, n
			f.lie = func(m *format.FileMetaData) { m.RowGroups[0].Columns[documentTitle].MetaData.NumValues = n }
		}},
		{"16,000,000 rows of strings in no bytes", documents, readDocuments, "column id", func(f *forgery) {
			const n = 16_000_000
			for i := range f.groups[0] {
				p := f.groups[0][i].pages[0]
				if h := v2(&p.header); len(p.reps) > 0 {
					p.reps, p.defs, h.NumNulls = run(n, 0), run(n, 0), n
					p.setPlain(nil)
				}
				v2(&p.header).NumValues, v2(&p.header).NumRows = n, n
			}
			f.lie = func(m *format.FileMetaData) {
				m.NumRows, m.RowGroups[0].NumRows = n, n
				for i := range m.RowGroups[0].Columns {
					m.RowGroups[0].Columns[i].MetaData.NumValues = n
				}
			}
		}},
		{"a run of 2²⁹ repetition levels", documents, readDocuments, "column title", first(documentTitle, func(p *page) {
			p.reps = append(bytes.Repeat(run(1, 0), 40), run(1<<29, 1)...)
			p.setPlain(p.plain(t))
		})},
		{"runs after the last level", documents, readDocuments, "column title", first(documentTitle, func(p *page) {
			p.defs = append(bytes.Clone(p.defs), run(1<<29, 1)...)
			p.setPlain(p.plain(t))
		})},
		{"a packed run longer than the page", documents, readDocuments, "column title", first(documentTitle, func(p *page) {
			p.defs = []byte{0xff, 0xff, 0xff, 0x0f, 0xff}
			p.setPlain(p.plain(t))
		})},
		{"fewer values than the levels say", documents, readDocuments, "column title", first(documentTitle, func(p *page) {
			p.defs = append(run(100, 1), run(60, 0)...)
			p.setPlain(p.plain(t))
		})},
		{"1 GiB of values, says the page", documents, readDocuments, "column id", lie(documentID, func(h *format.PageHeader) { h.UncompressedPageSize = 1 << 30 })},
		{"512 MiB of values in a frame that says so", documents, readDocuments, "column id", first(documentID, func(p *page) {
			p.values = bomb(4<<10, 512<<20, 0)
		})},
		{"512 MiB of values in a frame that is silent", documents, readDocuments, "column id", first(documentID, func(p *page) {
			p.values = bomb(4<<10, -1, 0x58)
		})},
		{"two frames", documents, readDocuments, "column id", first(documentID, func(p *page) {
			p.values = append(bytes.Clone(p.values), bomb(4<<10, -1, 0x58)...)
		})},
		{"a frame to be skipped before one of 512 MiB", documents, readDocuments, "column id", first(documentID, func(p *page) {
			p.values = append([]byte{0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0}, bomb(4<<10, -1, 0x58)...)
		})},
	} {
		t.Run(a.name, func(t *testing.T) {
			f := open(t, a.file(t))
			a.forge(f)
			attack(t, a.read, f.file(), a.place)
		})
	}
}

// TestCutParquet holds what is seen before a footer is.
func TestCutParquet(t *testing.T) {
	good := documents(t)
	attack(t, readDocuments, nil, "0 bytes are too few")
	attack(t, readDocuments, good[:7], "7 bytes are too few")
	attack(t, readDocuments, good[:len(good)/2], "cut short?")
	long := bytes.Clone(good)
	binary.LittleEndian.PutUint32(long[len(long)-8:], 1<<30)
	attack(t, readDocuments, long, "a footer of 1073741824 bytes")
}

// deep nests a schema: every column's path has the names of all above it.
func deep(m *format.FileMetaData) {
	group := m.Schema[0]
	group.NumChildren.Valid, group.NumChildren.V = true, 1
	m.Schema = nil
	for range 10_000 {
		m.Schema = append(m.Schema, group)
	}
}

// attack reads a forged file and demands an error that names file and place, within 48 MiB.
func attack(t *testing.T, read func(string) error, file []byte, place string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "forged")
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := read(path)
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc + after.StackSys - min(before.StackSys, after.StackSys); grown > 48<<20 {
		t.Errorf("%d MiB were allocated for a file of %d bytes (%v)", grown>>20, len(file), err)
	}

	var at *schemas.FileError
	if !errors.As(err, &at) || !errors.Is(err, schemas.ErrDamaged) && !errors.Is(err, schemas.ErrLarge) || at.File != path || !strings.Contains(strings.ReplaceAll(at.Error(), path, ""), place) {
		t.Errorf("error %v, want one of %s", err, place)
	}
	if err == nil || errors.Is(err, io.EOF) {
		t.Error("the file was read as if it were good")
	}
}

func uvarint(n uint64) []byte { return binary.AppendUvarint(nil, n) }

// frameHead is what a frame of noise has before it.
const frameHead = 10

// noise is bytes that do not get shorter.
func noise(n int) []byte {
	b, x := make([]byte, n), uint64(1)
	for i := range b {
		x = x*6364136223846793005 + 1442695040888963407
		b[i] = byte(x >> 56)
	}
	return b
}
