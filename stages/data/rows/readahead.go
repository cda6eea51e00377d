package rows

// Rows are passed on in batches, since a channel operation per row would cost more
// than reading it; the second number is how many batches are read ahead.
const (
	batchRows    = 64
	batchesAhead = 5
)

// ReadAhead reads from on a goroutine of its own, some hundred rows ahead. Closing
// it closes from.
func ReadAhead[R any](from Reader[R]) Reader[R] {
	a := &aheadReader[R]{from: from, rows: from.Rows()}
	a.ahead = NewAhead(batchesAhead, Batches(batchRows, func() (placed[R], error) {
		row, err := from.Next()
		if err != nil {
			return placed[R]{}, err
		}
		file, at := from.Place()
		return placed[R]{row, file, at}, nil
	}))
	return a
}

// placed is a row and its place.
type placed[R any] struct {
	row  R
	file string
	at   int64
}

type aheadReader[R any] struct {
	from  Reader[R]
	rows  int64
	ahead *Ahead[[]placed[R]]
	batch []placed[R] // not yet returned
	last  placed[R]
}

func (a *aheadReader[R]) Next() (R, error) {
	if len(a.batch) == 0 {
		var err error
		if a.batch, err = a.ahead.Next(); err != nil {
			a.last.file, a.last.at = a.from.Place() // nothing reads from it any more
			return *new(R), err
		}
	}
	a.last, a.batch = a.batch[0], a.batch[1:]
	return a.last.row, nil
}

func (a *aheadReader[R]) Rows() int64 { return a.rows }

func (a *aheadReader[R]) Place() (string, int64) { return a.last.file, a.last.at }

func (a *aheadReader[R]) Close() error {
	a.ahead.Stop() // first: a file must not be closed under the goroutine that reads it
	return a.from.Close()
}
