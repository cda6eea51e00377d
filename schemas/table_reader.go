package schemas

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// TableReader reads the rows of one table in order. It holds one page per column in memory. It is not safe for concurrent use.
type TableReader[R any] struct {
	table Table[R]
	path  string
	disk  File
	file  *parquet.File
	group int // index of the row group that rows reads
	rows  rowReader[R]
	batch []R
	next  int   // first row of batch not yet returned
	seen  int64 // rows read of the current row group
	err   error
}

// Open opens a table and checks its footer, schema and version. Every failure about the file's content is a
// *FileError.
func (t Table[R]) Open(path string) (*TableReader[R], error) { return t.OpenBy(path, nil) }

// OpenBy is Open with another Opener.
func (t Table[R]) OpenBy(path string, by Opener) (*TableReader[R], error) {
	disk, err := by.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", t.Name, err)
	}
	r, err := t.OpenFile(path, disk)
	if err != nil {
		disk.Close()
	}
	return r, err
}

// OpenFile is Open for an open file; path is its name in errors. Closing the reader closes the file. If OpenFile
// fails, the file stays open.
func (t Table[R]) OpenFile(path string, disk File) (*TableReader[R], error) {
	r := &TableReader[R]{table: t, path: path, disk: disk, group: -1}
	if err := r.open(); err != nil {
		return nil, err
	}
	return r, nil
}

// open checks the file from the outside in: magic bytes and footer, schema and version, columns, extents of the row
// groups.
func (r *TableReader[R]) open() (err error) {
	place := "footer"
	defer func() { err = failed(recover(), err, func(err error) error { return r.fail(place, err) }) }()
	size, err := sizeOf(r.disk)
	if err != nil {
		return err
	}
	// Before the library, which allocates whatever the footer claims.
	footer, err := guard.CheckFooter(r.disk, size)
	if err != nil {
		return err
	}
	r.file, err = parquet.OpenFile(r.disk, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true),
		parquet.ReadBufferSize(readBytes))
	if err != nil {
		return guard.DamagedBy(err)
	}
	if err := r.checkSchema(footer); err != nil {
		place = "metadata"
		return err
	}
	return guard.CheckGroups(r.file, size)
}

// checkSchema compares name, version and columns with the table, and the metadata with its checksum. Damage may keep the
// library from finding any of our keys, whose bytes are still in the footer.
func (r *TableReader[R]) checkSchema(footer []byte) error {
	meta := map[string]string{}
	for _, kv := range r.file.Metadata().KeyValueMetadata {
		meta[kv.Key] = kv.Value
	}
	name, version := meta[schemaKey], meta[versionKey]
	columns := parquet.SchemaOf(*new(R)).Fields()
	old := r.table.added > 0 && version == strconv.Itoa(r.table.Version-1)
	if old {
		columns = columns[:len(columns)-r.table.added]
	}
	switch {
	case name == "" && bytes.Contains(footer, []byte(ourKeys)):
		return guard.Damaged("the name of its schema is missing")
	case name == "":
		return fmt.Errorf("%w: %w, want %s", ErrSchema, ErrUnnamed, r.table.Name)
	case name != r.table.Name:
		return fmt.Errorf("%w: the file holds %s, want %s", ErrSchema, name, r.table.Name)
	case !old && version != strconv.Itoa(r.table.Version):
		return fmt.Errorf("%w: the file holds %s version %s, want version %d", ErrSchema, name, version, r.table.Version)
	case !slices.EqualFunc(r.file.Schema().Fields(), columns, sameColumn):
		return fmt.Errorf("%w: the columns are not those of %s version %s", ErrSchema, name, version)
	case meta[metaSumKey] != metaSum(meta):
		return guard.Damaged("the checksum of its metadata is %s, %q was written", metaSum(meta), meta[metaSumKey])
	}
	return nil
}

func sameColumn(a, b parquet.Field) bool { return a.Name() == b.Name() && parquet.EqualNodes(a, b) }

// ReadAll reads a whole table. It is meant for small tables.
func (t Table[R]) ReadAll(path string) ([]R, error) {
	r, err := t.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.All()
}

// All reads the remaining rows.
func (r *TableReader[R]) All() ([]R, error) {
	rows := make([]R, 0, min(r.Rows(), groupRows))
	for {
		row, err := r.Next()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
}

// Rows returns the number of rows that the footer states.
func (r *TableReader[R]) Rows() int64 { return r.file.NumRows() }

// Metadata looks up a key that was given to NewWriter.
func (r *TableReader[R]) Metadata(key string) (string, bool) { return r.file.Lookup(key) }

// Close closes the file.
func (r *TableReader[R]) Close() error {
	r.closeRows()
	return r.disk.Close()
}

// Next returns the next row, which the caller owns, and io.EOF after the last.
// Any other error is a *FileError and final.
func (r *TableReader[R]) Next() (R, error) {
	for r.err == nil && r.next == len(r.batch) {
		r.err = r.fill()
	}
	if r.err != nil {
		return *new(R), r.err
	}
	r.next++
	return r.batch[r.next-1], nil
}

// Skip skips n rows. It does not decode whole row groups. It stops silently at the end of the table.
func (r *TableReader[R]) Skip(n int64) error {
	for n > 0 && r.err == nil {
		if some := min(n, int64(len(r.batch)-r.next)); some > 0 {
			r.next, n = r.next+int(some), n-some
			continue
		}
		if r.ended() && r.group+1 < len(r.file.RowGroups()) && r.groupRows(r.group+1) <= n {
			r.closeRows()
			r.group++
			r.seen = r.groupRows(r.group)
			n -= r.seen
			continue
		}
		r.err = r.fill()
	}
	if r.err == io.EOF {
		return nil
	}
	return r.err
}

// groupRows returns the number of rows of a row group.
func (r *TableReader[R]) groupRows(group int) int64 { return r.file.RowGroups()[group].NumRows() }

// ended reports whether all rows of the row group are in batch, or there is none yet.
func (r *TableReader[R]) ended() bool { return r.group < 0 || r.seen == r.groupRows(r.group) }

// fill reads the next rows, from the next row group if the current one has ended.
func (r *TableReader[R]) fill() (err error) {
	defer func() {
		if p := recover(); p != nil || err != nil && err != io.EOF {
			err = failed(p, err, r.locate)
		}
	}()
	if groups := r.file.RowGroups(); r.ended() {
		r.closeRows()
		if r.group+1 == len(groups) {
			return io.EOF
		}
		r.group, r.seen = r.group+1, 0
		// Before the library, which allocates whatever the pages claim.
		if err := guard.CheckPages(r.disk, r.file, r.group); err != nil {
			return err
		}
		if r.rows, err = r.table.rows(groups[r.group]); err != nil {
			return err
		}
	}
	r.batch, r.next = make([]R, min(64, r.groupRows(r.group)-r.seen)), 0
	n, err := r.rows.Read(r.batch)
	r.batch = r.batch[:n]
	r.seen += int64(n)
	if err == io.EOF && !r.ended() {
		return guard.Damaged("the columns end after %d of %d rows", r.seen, r.groupRows(r.group))
	}
	if err != nil && err != io.EOF {
		return guard.DamagedBy(err)
	}
	return r.check()
}

// check applies the table's check to the rows of the batch.
func (r *TableReader[R]) check() error {
	if r.table.check == nil {
		return nil
	}
	for i := range r.batch {
		if column, err := r.table.check(&r.batch[i]); err != nil {
			return &guard.ColumnError{Column: column, Err: guard.Damaged("row %d: %v", r.seen-int64(len(r.batch)-i)+1, err)}
		}
	}
	return nil
}

func (r *TableReader[R]) closeRows() {
	if r.rows == nil {
		return
	}
	defer func() { _ = recover() }() // a reader that failed half-way may panic again
	r.rows.Close()
	r.rows = nil
}

// locate adds the row group to err, and the column if that column alone fails too.
func (r *TableReader[R]) locate(err error) error {
	place := fmt.Sprintf("row group %d", r.group)
	var at *guard.ColumnError
	if errors.As(err, &at) {
		return r.fail(place+", column "+at.Column, at.Err)
	}
	for _, c := range r.file.RowGroups()[r.group].ColumnChunks() {
		if guard.Unreadable(c) {
			return r.fail(place+", column "+guard.ColumnName(r.file, c.Column()), err)
		}
	}
	return r.fail(fmt.Sprintf("%s, rows %d to %d", place, r.seen+1, r.seen+int64(cap(r.batch))), err)
}

func (r *TableReader[R]) fail(place string, err error) error {
	return &FileError{File: r.path, Place: place, Remedy: remedy(r.table.Stage, err), Err: err}
}
