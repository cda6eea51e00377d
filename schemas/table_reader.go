package schemas

import (
	"errors"
	"fmt"
	"io"
	"slices"

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
	rows  *parquet.GenericReader[R]
	batch []R
	next  int   // first row of batch not yet returned
	seen  int64 // rows read of the current row group
	err   error
}

// ReadAll reads a whole table. It is meant for small tables.
func (t Table[R]) ReadAll(path string) ([]R, error) { return t.ReadAllBy(path, nil) }

// ReadAllBy is ReadAll with another Opener.
func (t Table[R]) ReadAllBy(path string, by Opener) ([]R, error) {
	r, err := t.OpenBy(path, by)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.All()
}

// All reads the remaining rows.
func (r *TableReader[R]) All() ([]R, error) {
	if r.table.scan != nil && r.group < 0 {
		return r.scan()
	}
	rows := append(make([]R, 0, min(r.Rows(), groupRows)), r.batch[r.next:]...)
	for r.next = len(r.batch); r.err == nil; r.next = len(r.batch) {
		if len(rows) == cap(rows) { // no more than are there already: the footer may claim any number
			rows = slices.Grow(rows, max(1, int(min(r.Rows()-int64(len(rows)), int64(len(rows))))))
		}
		if r.err = r.fill(rows[len(rows):cap(rows)]); r.err == nil {
			rows = rows[:len(rows)+len(r.batch)]
		}
	}
	if r.err != io.EOF {
		return nil, r.err
	}
	return rows, nil
}

// scan makes all rows of columns.
func (r *TableReader[R]) scan() (rows []R, err error) {
	columns, err := r.whole()
	if err != nil || len(columns) == 0 {
		return nil, err
	}
	rows = make([]R, columns[0].rows())
	for i := range rows {
		rows[i] = r.table.scan(columns, i)
	}
	r.err = io.EOF
	return rows, nil
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
		r.err = r.fill(make([]R, batchRows))
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
		r.err = r.fill(make([]R, batchRows))
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

// fill reads the next rows into memory of zeros for at least one, from the next row group if the current one has ended. The rows are
// then its batch; with an error there may be none.
func (r *TableReader[R]) fill(memory []R) (err error) {
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
		r.rows = parquet.NewGenericRowGroupReader[R](groups[r.group])
	}
	most := min(batchRows, int64(len(memory)), r.groupRows(r.group)-r.seen)
	r.batch, r.next = memory[:most:most], 0
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
