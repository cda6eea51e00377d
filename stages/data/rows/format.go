package rows

import (
	"io"

	"github.com/wrone2set/wrone2set/schemas"
)

// Encoder turns rows into the bytes of one file. Close writes the end of the file's
// content; it does not close the file.
type Encoder[R any] interface {
	Write(rows ...R) error
	Close() error
}

// Format starts to encode rows into a file.
type Format[R any] func(io.Writer) (Encoder[R], error)

// Table is the Parquet format of this table.
func Table[R any](table schemas.Table[R]) Format[R] { return TableWith(table, nil) }

// TableWith is Table with further keys in the file's metadata.
func TableWith[R any](table schemas.Table[R], meta map[string]string) Format[R] {
	return func(w io.Writer) (Encoder[R], error) { return table.NewWriter(w, meta), nil }
}

// Examples is the Arrow format of examples in the vocabulary that the header names.
func Examples(header schemas.ExampleHeader) Format[schemas.Example] {
	return func(w io.Writer) (Encoder[schemas.Example], error) { return schemas.NewExampleWriter(w, header) }
}

// Each is a format in which write writes each row alone, usually as a line of text.
func Each[R any](write func(io.Writer, R) error) Format[R] {
	return func(w io.Writer) (Encoder[R], error) { return each[R]{w, write}, nil }
}

type each[R any] struct {
	to    io.Writer
	write func(io.Writer, R) error
}

func (e each[R]) Write(rows ...R) error {
	for _, r := range rows {
		if err := e.write(e.to, r); err != nil {
			return err
		}
	}
	return nil
}

func (each[R]) Close() error { return nil }
