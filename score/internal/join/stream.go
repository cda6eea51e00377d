package join

import (
	"errors"
	"io"

	"wrone2set/schemas"
)

// stream is the rows of one or more files, one after the other.
type stream[R any] interface {
	// Next returns the next row, or io.EOF after the last.
	Next() (R, error)
	// Rows is the number of rows in all if that is known before reading, else -1.
	Rows() int64
	// Place names the file and row (from 1, within the file) that Next gave last.
	Place() (file string, row int64)
	Close() error
}

// tables reads Parquet files of one schema in the order given.
type tables[R any] struct {
	table schemas.Table[R]
	files []string
	total int64

	open *schemas.TableReader[R]
	at   int // file that open reads
	row  int64
}

// openTables checks every file before the first row is read.
func openTables[R any](table schemas.Table[R], files []string) (*tables[R], error) {
	t := &tables[R]{table: table, files: files, at: -1}
	for _, f := range files {
		r, err := table.Open(f)
		if err != nil {
			return nil, err
		}
		t.total += r.Rows()
		if err := r.Close(); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (t *tables[R]) Rows() int64 { return t.total }

func (t *tables[R]) Place() (string, int64) { return t.files[max(0, t.at)], t.row }

func (t *tables[R]) Next() (R, error) {
	var none R
	for {
		if t.open != nil {
			r, err := t.open.Next()
			if err == nil {
				t.row++
				return r, nil
			}
			if err != io.EOF {
				return none, err
			}
			if err := t.Close(); err != nil {
				return none, err
			}
		}
		if t.at+1 == len(t.files) {
			return none, io.EOF
		}
		var err error
		t.at, t.row = t.at+1, 0
		if t.open, err = t.table.Open(t.files[t.at]); err != nil {
			return none, err
		}
	}
}

func (t *tables[R]) Close() error {
	if t.open == nil {
		return nil
	}
	err := t.open.Close()
	t.open = nil
	return err
}

// ahead runs another stream on its own goroutine, a few hundred rows ahead.
type ahead[R any] struct {
	from  stream[R]
	rows  chan []item[R]
	stop  chan struct{}
	done  chan error
	batch []item[R]
	last  item[R]
}

type item[R any] struct {
	row  R
	file string
	at   int64
	err  error
}

// aheadRows is how many rows are handed over at once.
const aheadRows = 64

func readAhead[R any](from stream[R]) *ahead[R] {
	a := &ahead[R]{from: from, rows: make(chan []item[R], 4), stop: make(chan struct{}), done: make(chan error, 1)}
	go a.run()
	return a
}

func (a *ahead[R]) run() {
	defer func() { a.done <- a.from.Close() }()
	defer close(a.rows)
	for ended := false; !ended; {
		batch := make([]item[R], 0, aheadRows)
		for len(batch) < aheadRows && !ended {
			row, err := a.from.Next()
			file, at := a.from.Place()
			batch = append(batch, item[R]{row, file, at, err})
			ended = err != nil
		}
		select {
		case a.rows <- batch:
		case <-a.stop:
			return
		}
	}
}

func (a *ahead[R]) Next() (R, error) {
	if a.last.err != nil {
		return a.last.row, a.last.err
	}
	if len(a.batch) == 0 {
		a.batch = <-a.rows
	}
	if len(a.batch) == 0 {
		return a.last.row, errors.New("read after the end")
	}
	a.last, a.batch = a.batch[0], a.batch[1:]
	return a.last.row, a.last.err
}

func (a *ahead[R]) Rows() int64 { return a.from.Rows() }

func (a *ahead[R]) Place() (string, int64) { return a.last.file, a.last.at }

func (a *ahead[R]) Close() error {
	close(a.stop)
	return <-a.done
}
