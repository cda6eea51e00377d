package rows

// Reader gives rows in order, of one file or of several.
type Reader[R any] interface {
	// Next returns the next row, which the caller owns, and io.EOF after the last.
	Next() (R, error)
	// Rows returns the total number of rows if it is known before reading, else -1.
	Rows() int64
	// Place names the file of the last row that Next returned, and the row's number in it, from 1.
	Place() (file string, row int64)
	Close() error
}

// Batches returns a function that collects up to size items of next at a time. The
// error that ends next, io.EOF or another, follows the items before it, and then
// every call returns it.
func Batches[T any](size int, next func() (T, error)) func() ([]T, error) {
	var ended error
	return func() ([]T, error) {
		if ended != nil {
			return nil, ended
		}
		batch := make([]T, 0, size)
		for len(batch) < size {
			var item T
			if item, ended = next(); ended != nil {
				break
			}
			batch = append(batch, item)
		}
		if len(batch) == 0 {
			return nil, ended
		}
		return batch, nil
	}
}
