package rows

import "io"

// File is a file of an output that is being written, such as a stages.File.
type File interface {
	io.Writer
	SetRows(n int64) // for the manifest
	Close() error    // makes the file part of the output
	Abort()          // drops it; nothing after Close
}

// Writer writes the rows of one file. It is not for concurrent use.
type Writer[R any] struct {
	file    File
	encoder Encoder[R]
	rows    int64
	err     error // of Write
}

// Create makes a file with create, which a task provides, and starts to write rows
// into it. The caller ends it with Close or Abort.
//
//	w, err := rows.Create(task.Create, "scores.parquet", rows.Table(schemas.Scores))
func Create[R any, F File](create func(name string) (F, error), name string, format Format[R]) (*Writer[R], error) {
	file, err := create(name)
	if err != nil {
		return nil, err
	}
	encoder, err := format(file)
	if err != nil {
		file.Abort()
		return nil, err
	}
	return &Writer[R]{file: file, encoder: encoder}, nil
}

// Write appends rows and keeps no reference to them. After an error every Write and
// the Close fail.
func (w *Writer[R]) Write(rows ...R) error {
	if w.err == nil {
		w.err = w.encoder.Write(rows...)
		w.rows += int64(len(rows))
	}
	return w.err
}

// Rows returns the number of rows written so far.
func (w *Writer[R]) Rows() int64 { return w.rows }

// Close ends the file, records its number of rows, and makes it part of the output.
// After an error it drops the file.
func (w *Writer[R]) Close() error {
	if w.err == nil {
		w.err = w.encoder.Close() // before the file's Close, after which nothing can be written
	}
	if w.err != nil {
		w.file.Abort() // Close would make half a file part of the output
		return w.err
	}
	w.file.SetRows(w.rows)
	return w.file.Close()
}

// Abort drops the file; after Close it does nothing, so it can be deferred.
func (w *Writer[R]) Abort() { w.file.Abort() }

// Save creates a file, writes all its rows and closes it.
func Save[R any, F File](create func(name string) (F, error), name string, format Format[R], rows []R) error {
	w, err := Create(create, name, format)
	if err != nil {
		return err
	}
	defer w.Abort()
	if err := w.Write(rows...); err != nil {
		return err
	}
	return w.Close()
}
