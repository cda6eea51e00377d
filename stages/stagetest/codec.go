package stagetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"

	"github.com/wrone2set/wrone2set/schemas"
)

// Codec converts the files whose names match Pattern (path.Match on the file name) to text and back.
type Codec struct {
	Pattern string
	// Encode writes the file that text describes. May be nil for files that are only written by the stage.
	Encode func(path string, text []byte) error
	// Decode returns the content of the file as text.
	Decode func(path string) ([]byte, error)
}

// Rows is the codec of a table: one JSON object per row and line.
func Rows[R any](pattern string, table schemas.Table[R]) Codec {
	return Codec{
		Pattern: pattern,
		Encode: func(path string, text []byte) error {
			rows, err := parseLines[R](text)
			if err != nil {
				return err
			}
			f, err := os.Create(path)
			if err != nil {
				return err
			}
			defer f.Close()
			w := table.NewWriter(f, nil)
			return errors.Join(w.Write(rows...), w.Close(), f.Close())
		},
		Decode: func(path string) ([]byte, error) {
			rows, err := table.ReadAll(path)
			if err != nil {
				return nil, err
			}
			return lines(rows)
		},
	}
}

// Examples is the codec of examples files: the header on the first line, then one JSON object per example.
func Examples(pattern string) Codec {
	return Codec{Pattern: pattern, Decode: func(path string) ([]byte, error) {
		r, err := schemas.OpenExamples(path)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		all := []any{r.Header()}
		for i := range r.Len() {
			row, err := r.At(i)
			if err != nil {
				return nil, err
			}
			all = append(all, row)
		}
		return lines(all)
	}}
}

func parseLines[R any](text []byte) (rows []R, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	for {
		var row R
		if err := d.Decode(&row); errors.Is(err, io.EOF) {
			return rows, nil
		} else if err != nil {
			return nil, fmt.Errorf("row %d: %w", len(rows)+1, err)
		}
		rows = append(rows, row)
	}
}

func lines[R any](rows []R) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, row := range rows {
		if err := e.Encode(row); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// codec finds the codec of a file; a text file has none.
func codec(codecs []Codec, name string) (Codec, bool) {
	for _, c := range codecs {
		if ok, _ := path.Match(c.Pattern, path.Base(name)); ok {
			return c, true
		}
	}
	return Codec{}, false
}
