package guard_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// arrowFile is an Arrow file whose footer is found; the positions are in it.
type arrowFile struct {
	data   []byte
	footer guard.Flatbuffer // shares data
	start  int              // of the footer in data
	schema int
}

func openArrow(data []byte) *arrowFile {
	end := len(data) - 10
	start := end - int(binary.LittleEndian.Uint32(data[end:]))
	f := &arrowFile{data: data, start: start, footer: data[start:end]}
	f.schema = f.follow(f.footer.Follow(0), 1)
	return f
}

// follow is where a table's field points to.
func (f *arrowFile) follow(table, slot int) int { return f.footer.Follow(f.footer.Field(table, slot)) }

// column is the table of a column; each lies in the list of the schema.
func (f *arrowFile) column(i int) int {
	return f.footer.Follow(f.follow(f.schema, 1) + 4 + 4*i)
}

// batch is the first batch's line in the footer: offset, length of the metadata, length of the body.
func (f *arrowFile) batch() []byte { return f.footer[f.follow(f.footer.Follow(0), 3)+4:] }

// message is the first batch's metadata, and where its table of lengths stands.
func (f *arrowFile) message() (m guard.Flatbuffer, table int) {
	m = f.data[binary.LittleEndian.Uint64(f.batch())+8 : f.start]
	return m, m.Follow(m.Field(m.Follow(0), 2))
}

func examples(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := schemas.NewExampleWriter(&b, schemas.ExampleHeader{VocabSize: 50, VocabDigest: "abc"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 70 {
		ids := []int32{int32(i), 8, 9}
		if err := w.Write(schemas.Example{ID: fmt.Sprint(i), Source: ids, Extended: ids, OOV: []string{"x"}, Targets: [][]int32{ids, {5}}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// annotated has a column with an annotation.
func annotated(t testing.TB) []byte {
	meta := arrow.NewMetadata([]string{"key"}, []string{"value"})
	return rewritten(t, arrow.NewSchema([]arrow.Field{{Name: "id", Type: arrow.BinaryTypes.String, Metadata: meta}}, nil))
}

// shared has a column of 2,000, the last of which has 2,000.
func shared(t testing.TB) []byte {
	var column arrow.DataType = arrow.PrimitiveTypes.Int32
	for range 2 {
		fields := make([]arrow.Field, 2000)
		for i := range fields {
			fields[i] = arrow.Field{Name: fmt.Sprint(i), Type: arrow.PrimitiveTypes.Int32}
		}
		fields[1999].Type = column
		column = arrow.StructOf(fields...)
	}
	return rewritten(t, arrow.NewSchema([]arrow.Field{{Name: "id", Type: column}}, nil))
}

// share makes all columns below one the last of them.
func (f *arrowFile) share(column int) {
	if f.footer.Field(column, 5) == 0 {
		return
	}
	at := f.follow(column, 5)
	n := int(binary.LittleEndian.Uint32(f.footer[at:]))
	if n == 0 {
		return
	}
	last := f.footer.Follow(at + 4*n)
	for i := 1; i <= n; i++ {
		binary.LittleEndian.PutUint32(f.footer[at+4*i:], uint32(last-(at+4*i)))
	}
	f.share(last)
}

// nest makes the first column one of n that lie in each other, at 16 bytes each behind the rest of the footer.
func (f *arrowFile) nest(n int) {
	// What a table has where: nothing but children, behind the first four bytes.
	footer := append(bytes.Clone(f.footer), 16, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0)
	columns := f.follow(f.schema, 1) + 4
	binary.LittleEndian.PutUint32(footer[columns:], uint32(len(footer)-columns))
	for i := range n {
		footer = binary.LittleEndian.AppendUint32(footer, uint32(16*i+16)) // back to what a table has where
		footer = append(footer, 4, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0)        // a list of one, which follows, and is what follows
	}
	tail := f.data[len(f.data)-6:]
	f.data = append(f.data[:f.start:f.start], footer...)
	f.data = append(binary.LittleEndian.AppendUint32(f.data, uint32(len(footer))), tail...)
}

// compressed has the columns of examples, with buffers that zstd compressed.
func compressed(t testing.TB) []byte {
	r, err := ipc.NewFileReader(bytes.NewReader(examples(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	return rewritten(t, r.Schema(), ipc.WithZstd())
}

// rewritten is a file of one batch of one row.
func rewritten(t testing.TB, schema *arrow.Schema, options ...ipc.Option) []byte {
	t.Helper()
	var b seekable
	w, err := ipc.NewFileWriter(&b, append(options, ipc.WithSchema(schema))...)
	if err != nil {
		t.Fatal(err)
	}
	row := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer row.Release()
	for i, f := range row.Fields() {
		if s, ok := f.(*array.StringBuilder); ok {
			s.Append("an id of some length, so that there are bytes enough to put a frame into their place")
		} else {
			row.Field(i).AppendEmptyValue()
		}
	}
	if err := errors.Join(w.Write(row.NewRecord()), w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sealed gives a forged file checksums that are right.
func sealed(t testing.TB, data []byte) []byte {
	t.Helper()
	batches, err := guard.Batches(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w, from := &guard.Summed{Out: &b}, int64(0)
	for _, batch := range batches {
		w.Write(data[from:batch.End()])
		w.EndBatch()
		from = batch.End()
	}
	w.EndBatches()
	w.Write(data[openArrow(data).start:])
	if err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// seekable says where it stands.
type seekable struct{ bytes.Buffer }

func (s *seekable) Seek(int64, int) (int64, error) { return int64(s.Len()), nil }

func readExamples(path string) error {
	r, err := schemas.OpenExamples(path)
	if err != nil {
		return err
	}
	defer r.Close()
	for i := range r.Len() {
		if _, err := r.At(i); err != nil {
			return err
		}
	}
	return nil
}

// TestCutArrow holds what is seen before a footer is.
func TestCutArrow(t *testing.T) {
	good := examples(t)
	attack(t, readExamples, nil, "0 bytes are too few")
	attack(t, readExamples, good[:9], "9 bytes are too few")
	attack(t, readExamples, good[:len(good)/2], "cut short?")
	long := bytes.Clone(good)
	binary.LittleEndian.PutUint32(long[len(long)-10:], 1<<30)
	attack(t, readExamples, long, "a footer of 1073741824 bytes")
}

// TestArrowAttacks is TestParquetAttacks for the examples. What lies in a batch is forged together with its checksum.
func TestArrowAttacks(t *testing.T) {
	put32, put64 := binary.LittleEndian.PutUint32, binary.LittleEndian.PutUint64
	for _, a := range []struct {
		name  string
		file  func(testing.TB) []byte
		place string
		forge func(*arrowFile)
	}{
		{"2²⁶ columns", examples, "footer", func(f *arrowFile) { put32(f.footer[f.follow(f.schema, 1):], 1<<26) }},
		{"2²⁷ keys of the file", examples, "footer", func(f *arrowFile) { put32(f.footer[f.follow(f.schema, 2):], 1<<27) }},
		{"2²⁷ keys of a column", annotated, "footer", func(f *arrowFile) { put32(f.footer[f.follow(f.column(0), 6):], 1<<27) }},
		{"2²⁶ columns below a column", examples, "footer", func(f *arrowFile) { put32(f.footer[f.follow(f.column(1), 5):], 1<<26) }},
		{"a column below itself", examples, "footer", func(f *arrowFile) {
			entry := f.follow(f.column(1), 5) + 4
			put32(f.footer[entry:], uint32(f.column(1)-entry))
		}},
		{"2,000 columns in each of 2,000, which are the same", shared, "footer", func(f *arrowFile) { f.share(f.column(0)) }},
		{"2²⁰ dictionaries", examples, "footer", func(f *arrowFile) { put32(f.footer[f.follow(f.footer.Follow(0), 2):], 1<<20) }},
		{"2²⁶ batches", examples, "footer", func(f *arrowFile) { put32(f.footer[f.follow(f.footer.Follow(0), 3):], 1<<26) }},
		{"a batch of 512 MiB", examples, "footer", func(f *arrowFile) { put64(f.batch()[16:], 1<<29) }},
		{"a batch whose end is beyond all numbers", examples, "footer", func(f *arrowFile) {
			put32(f.batch()[8:], 1<<30)
			put64(f.batch()[16:], 1<<63-8)
		}},
		{"a batch that ends in the footer", examples, "footer", func(f *arrowFile) { put64(f.batch()[16:], uint64(f.start)) }},
		{"a batch of negative metadata", examples, "footer", func(f *arrowFile) { put32(f.batch()[8:], ^uint32(7)) }},
		{"a batch of 512 MiB of metadata", examples, "footer", func(f *arrowFile) { put32(f.batch()[8:], 1<<29) }},
		{"a batch that begins before the file", examples, "footer", func(f *arrowFile) { put64(f.batch(), ^uint64(7)) }},
		{"a batch that stands there twice", examples, "batch 1 does not begin where the one before it ends", func(f *arrowFile) { copy(f.batch()[24:], f.batch()[:24]) }},
		{"2,500,000 columns in each other", examples, "footer", func(f *arrowFile) { f.nest(2_500_000) }},
		{"a batch of a negative size", examples, "footer", func(f *arrowFile) { put64(f.batch()[16:], ^uint64(7)) }},
		{"a buffer of 512 MiB", examples, "batch 0", func(f *arrowFile) {
			m, table := f.message()
			put64(m[m.Follow(m.Field(table, 2))+4+16+8:], 1<<29)
		}},
		{"2⁴⁰ rows", examples, "batch 0", func(f *arrowFile) {
			m, table := f.message()
			put64(m[m.Field(table, 0):], 1<<40)
		}},
		{"a buffer of 512 MiB once it is decompressed", compressed, "batch 0", func(f *arrowFile) {
			at := bytes.Index(f.data, []byte{0x28, 0xb5, 0x2f, 0xfd})
			put64(f.data[at-8:], 1<<29)
		}},
		{"a window of 512 MiB", compressed, "batch 0", func(f *arrowFile) {
			at := bytes.Index(f.data, []byte{0x28, 0xb5, 0x2f, 0xfd})
			copy(f.data[at:], bomb(1, -1, 0x98))
		}},
	} {
		t.Run(a.name, func(t *testing.T) {
			f := openArrow(a.file(t))
			a.forge(f)
			if a.place == "batch 0" {
				f.data = sealed(t, f.data)
			}
			attack(t, readExamples, f.data, a.place)
		})
	}
}
