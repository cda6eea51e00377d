package schemas

import (
	"fmt"
	"io"
	"runtime"

	"github.com/parquet-go/parquet-go"
)

// TableWriter writes the rows of one table. It holds at most one compressed row group in memory. It is not safe for
// concurrent use.
type TableWriter[R any] struct {
	table  Table[R]
	out    *parquet.GenericWriter[R]
	rows   int64
	group  int // rows in the open row group
	weight int // weight of those rows in bytes
	err    error
}

// NewWriter starts a table on w. It stores meta in the file's metadata beside the schema's name and version. Equal
// rows and equal meta give equal bytes. The caller closes the writer first, then w.
func (t Table[R]) NewWriter(w io.Writer, meta map[string]string) *TableWriter[R] {
	return &TableWriter[R]{table: t, out: parquet.NewGenericWriter[R](w, t.options(meta)...)}
}

// Write appends rows and keeps no reference to them. It refuses a row of more than 32 MiB. After an error the file is
// useless and Write keeps failing.
func (w *TableWriter[R]) Write(rows ...R) error {
	for i := range rows {
		if w.err == nil {
			w.err = w.write(rows[i : i+1])
		}
	}
	return w.err
}

// write writes one row, so that pages and row groups end at the same rows however the caller groups them.
func (w *TableWriter[R]) write(row []R) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case runtime.Error:
			panic(p) // our own mistake, not one of w
		case error:
			err = fmt.Errorf("write %s row %d: %w", w.table.Name, w.rows+1, p)
		default:
			err = fmt.Errorf("write %s row %d: %v", w.table.Name, w.rows+1, p)
		}
	}()
	if err := w.table.Fits(&row[0]); err != nil {
		return fmt.Errorf("write %s row %d: %w", w.table.Name, w.rows+1, err)
	}
	if _, err := w.out.Write(row); err != nil {
		return fmt.Errorf("write %s row %d: %w", w.table.Name, w.rows+1, err)
	}
	w.rows, w.group, w.weight = w.rows+1, w.group+1, w.weight+w.table.weight(&row[0])
	// Only rows and weight decide: with the compressed size, the encoder's version would decide where groups end.
	if w.group < groupRows && w.weight < groupWeight {
		return nil
	}
	w.group, w.weight = 0, 0
	if err := w.out.Flush(); err != nil {
		return fmt.Errorf("write %s: %w", w.table.Name, err)
	}
	return nil
}

// Rows returns the number of rows written so far.
func (w *TableWriter[R]) Rows() int64 { return w.rows }

// Close writes the last row group and the footer. It does not close the underlying writer. It returns the error of an
// earlier Write, if any.
func (w *TableWriter[R]) Close() error {
	if w.err != nil {
		return w.err
	}
	if err := w.out.Close(); err != nil {
		w.err = fmt.Errorf("write %s: %w", w.table.Name, err)
		return w.err
	}
	w.err = fmt.Errorf("write %s: the writer is closed", w.table.Name)
	return nil
}
