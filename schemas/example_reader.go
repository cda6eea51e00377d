package schemas

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// ExampleReader gives random access to the rows of an examples file. It caches the last few batches. It is not safe
// for concurrent use.
type ExampleReader struct {
	path    string
	disk    File
	held    *guard.HeldFile // disk, with the current batch in memory
	sums    guard.Sums
	file    *ipc.FileReader
	header  ExampleHeader
	batches []guard.Batch
	memory  *guard.Memory
	length  int
	cache   []batch // most recently used first
}

// batch is one decoded record batch.
type batch struct {
	index  int
	record arrow.Record
}

const cachedBatches = 8

// OpenExamples opens an examples file and checks footer, schema, version and checksums. It compares the checksum of a
// batch whenever it reads the batch. Every failure about the file's content is a *FileError.
func OpenExamples(path string) (*ExampleReader, error) {
	disk, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open examples: %w", err)
	}
	return newExampleReader(path, disk)
}

// newExampleReader is OpenExamples for an open file. It closes the file on failure.
func newExampleReader(path string, disk File) (*ExampleReader, error) {
	r := &ExampleReader{path: path, disk: disk, held: guard.NewHeldFile(disk), memory: &guard.Memory{}}
	if err := r.open(); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// Len returns the number of rows.
func (r *ExampleReader) Len() int { return r.length }

// Header identifies the vocabulary of the ids.
func (r *ExampleReader) Header() ExampleHeader { return r.header }

// Close closes the file.
func (r *ExampleReader) Close() error {
	for _, b := range r.cache {
		b.record.Release()
	}
	r.cache = nil
	return r.disk.Close()
}

// At reads row i, which the caller owns. It panics unless i is in 0..Len()-1. Damage is a *FileError that names the
// batch and the row, or all rows of the batch if the whole batch is unreadable.
func (r *ExampleReader) At(i int) (e Example, err error) {
	if i < 0 || i >= r.length {
		panic(fmt.Sprintf("schemas: example %d of %d", i, r.length))
	}
	n := i / batchRows
	place := fmt.Sprintf("batch %d, rows %d to %d", n, n*batchRows+1, min((n+1)*batchRows, r.length))
	defer func() {
		if err = failed(recover(), err, func(err error) error { return r.fail(place, err) }); err != nil {
			e = Example{}
		}
	}()
	record, err := r.batch(n)
	if err != nil {
		return e, err
	}
	place = fmt.Sprintf("batch %d, row %d", n, i+1)
	return exampleAt(record, i%batchRows)
}

func (r *ExampleReader) open() (err error) {
	place := "footer"
	defer func() { err = failed(recover(), err, func(err error) error { return r.fail(place, err) }) }()
	size, err := sizeOf(r.disk)
	if err != nil {
		return err
	}
	// Before the library, which allocates whatever the footer claims.
	if r.batches, err = guard.Batches(r.disk, size); err != nil {
		return err
	}
	disk := struct {
		io.ReadSeeker
		io.ReaderAt
	}{r.disk, r.held}
	r.file, err = ipc.NewFileReader(disk, ipc.WithAllocator(r.memory))
	if err != nil {
		return guard.DamagedBy(err)
	}
	if err := r.checkSchema(); err != nil {
		place = "metadata"
		return err
	}
	// After the version: files of earlier versions have no checksums.
	if r.sums, err = guard.ReadSums(r.disk, size, len(r.batches)); err != nil {
		return err
	}
	// All batches but the last are full, so reading the last one gives the number of rows.
	if n := len(r.batches); n > 0 {
		place = fmt.Sprintf("batch %d", n-1)
		last, err := r.batch(n - 1)
		if err != nil {
			return err
		}
		r.length = (n-1)*batchRows + int(last.NumRows())
	}
	return nil
}

func (r *ExampleReader) checkSchema() (err error) {
	schema := r.file.Schema()
	get := func(key string) string {
		v, _ := schema.Metadata().GetValue(key)
		return v
	}
	switch {
	case get(schemaKey) != exampleName:
		return fmt.Errorf("%w: the file holds %q, want %s", ErrSchema, get(schemaKey), exampleName)
	case get(versionKey) != exampleVersion:
		return fmt.Errorf("%w: the file holds %s version %s, want version %s", ErrSchema, exampleName, get(versionKey), exampleVersion)
	case !sameFields(schema.Fields(), exampleFields()):
		return fmt.Errorf("%w: the columns are not those of %s version %s", ErrSchema, exampleName, exampleVersion)
	}
	r.header.VocabDigest = get(vocabDigestKey)
	if r.header.VocabSize, err = strconv.Atoi(get(vocabSizeKey)); err != nil {
		return guard.Damaged("the vocabulary's size is %q", get(vocabSizeKey))
	}
	return nil
}

func sameFields(a, b []arrow.Field) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || a[i].Nullable != b[i].Nullable || !arrow.TypeEqual(a[i].Type, b[i].Type) {
			return false
		}
	}
	return true
}

func (r *ExampleReader) fail(place string, err error) error {
	return &FileError{File: r.path, Place: place, Remedy: remedy(exampleStage, err), Err: err}
}
