package schemas

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// ExampleReader gives random access to the rows of an examples file. It keeps the last batch. It is not safe for
// concurrent use.
type ExampleReader struct {
	path    string
	disk    File
	schema  []byte // the message that begins the file
	batches []*io.SectionReader
	header  ExampleHeader
	length  int
	record  arrow.Record // the last batch that was read; nil before the first
	batch   int          // its number
}

// OpenExamples opens an examples file and checks footer, schema and version. No checksum guards the rows: the file's digest in
// the manifest of preprocess does. Every failure about the file's content is a *FileError.
func OpenExamples(path string) (*ExampleReader, error) {
	disk, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open examples: %w", err)
	}
	return newExampleReader(path, disk)
}

// newExampleReader is OpenExamples for an open file. It closes the file on failure.
func newExampleReader(path string, disk File) (*ExampleReader, error) {
	r := &ExampleReader{path: path, disk: disk}
	if place, err := r.open(); err != nil {
		r.Close()
		return nil, r.fail(place, err)
	}
	return r, nil
}

// Len returns the number of rows.
func (r *ExampleReader) Len() int { return r.length }

// Header identifies the vocabulary of the ids.
func (r *ExampleReader) Header() ExampleHeader { return r.header }

// Close closes the file.
func (r *ExampleReader) Close() error {
	r.drop()
	return r.disk.Close()
}

// At reads row i, which the caller owns. It panics unless i is in 0..Len()-1. Damage is a *FileError that names the
// batch and the row, or all rows of the batch if the whole batch is unreadable.
func (r *ExampleReader) At(i int) (e Example, err error) {
	if i < 0 || i >= r.length {
		panic(fmt.Sprintf("schemas: example %d of %d", i, r.length))
	}
	n := i / batchRows
	record, err := r.load(n)
	if err != nil {
		return e, r.fail(fmt.Sprintf("batch %d, rows %d to %d", n, n*batchRows+1, min((n+1)*batchRows, r.length)), err)
	}
	if e, err = exampleAt(record, i%batchRows); err != nil {
		return Example{}, r.fail(fmt.Sprintf("batch %d, row %d", n, i+1), err)
	}
	return e, nil
}

// open reads the footer, the schema and the last batch. It returns the place of an error.
func (r *ExampleReader) open() (place string, err error) {
	size, err := sizeOf(r.disk)
	if err != nil {
		return "footer", err
	}
	schema, batches, err := guard.Sections(r.disk, size)
	if err != nil {
		return "footer", err
	}
	var read bytes.Buffer
	stream, err := guard.NewStream(io.TeeReader(schema, &read))
	if err != nil {
		return "schema", guard.DamagedBy(err)
	}
	r.schema, r.batches = read.Bytes(), batches
	if err := r.checkSchema(stream.Schema()); err != nil {
		return "metadata", err
	}
	// All batches but the last are full, so reading the last one gives the number of rows.
	if n := len(batches) - 1; n >= 0 {
		last, err := r.load(n)
		if err != nil {
			return fmt.Sprintf("batch %d", n), err
		}
		r.length = n*batchRows + int(last.NumRows())
	}
	return "", nil
}

func (r *ExampleReader) checkSchema(schema *arrow.Schema) (err error) {
	get := func(key string) string {
		v, _ := schema.Metadata().GetValue(key)
		return v
	}
	switch {
	case get(schemaKey) != exampleName:
		return fmt.Errorf("%w: the file holds %q, want %s", ErrSchema, get(schemaKey), exampleName)
	case get(versionKey) != exampleVersion:
		return fmt.Errorf("%w: the file holds %s version %s, want version %s", ErrSchema, exampleName, get(versionKey), exampleVersion)
	case !arrow.NewSchema(schema.Fields(), nil).Equal(arrow.NewSchema(exampleFields(), nil)):
		return fmt.Errorf("%w: the columns are not those of %s version %s", ErrSchema, exampleName, exampleVersion)
	}
	r.header.VocabDigest = get(vocabDigestKey)
	if r.header.VocabSize, err = strconv.Atoi(get(vocabSizeKey)); err != nil {
		return guard.Damaged("the vocabulary's size is %q", get(vocabSizeKey))
	}
	return nil
}

// drop forgets the last batch.
func (r *ExampleReader) drop() {
	if r.record != nil {
		r.record.Release()
		r.record = nil
	}
}

// load returns batch i: the last one, or one that it reads as a stream of a schema and one batch, and keeps.
func (r *ExampleReader) load(i int) (arrow.Record, error) {
	if r.record != nil && r.batch == i {
		return r.record, nil
	}
	if _, err := r.batches[i].Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	stream, err := guard.NewStream(io.MultiReader(bytes.NewReader(r.schema), r.batches[i]))
	if err != nil {
		return nil, err
	}
	record, err := stream.Next()
	if err != nil {
		return nil, guard.DamagedBy(err)
	}
	if n := record.NumRows(); n < 1 || n > batchRows || (n < batchRows && i+1 < len(r.batches)) {
		return nil, guard.Damaged("the batch has %d rows", n)
	}
	r.drop()
	record.Retain()
	r.record, r.batch = record, i
	return record, nil
}

func (r *ExampleReader) fail(place string, err error) error {
	return &FileError{File: r.path, Place: place, Remedy: remedy(exampleStage, err), Err: err}
}

// exampleAt copies row i out of a batch.
func exampleAt(record arrow.Record, i int) (e Example, err error) {
	defer func() { // where offsets point outside the values
		if p := recover(); p != nil {
			err = guard.Caught(p)
		}
	}()
	e = Example{ID: stringAt(record.Column(0), i), Source: idsAt(record.Column(1), i), Extended: idsAt(record.Column(2), i)}
	if len(e.Source) != len(e.Extended) {
		return e, guard.Damaged("%d source ids, %d extended ids", len(e.Source), len(e.Extended))
	}
	oov := record.Column(3).(*array.List)
	lo, hi := oov.ValueOffsets(i)
	e.OOV = textsAt(oov.ListValues(), lo, hi)
	targets := record.Column(4).(*array.List)
	for lo, hi := targets.ValueOffsets(i); lo < hi; lo++ {
		e.Targets = append(e.Targets, idsAt(targets.ListValues(), int(lo)))
	}
	return e, nil
}
