package stagetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// Codec converts the files whose names match Pattern (path.Match on the file name) to text and back.
type Codec struct {
	Pattern string
	// Encode writes the file that text describes.
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
			if err := w.Write(rows...); err != nil {
				return err
			}
			return errors.Join(w.Close(), f.Close())
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
	return Codec{Pattern: pattern, Encode: encodeExamples, Decode: decodeExamples}
}

func encodeExamples(path string, text []byte) error {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	var header schemas.ExampleHeader
	if err := strict(first, &header); err != nil {
		return err
	}
	rows, err := parseLines[schemas.Example](rest)
	if err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w, err := schemas.NewExampleWriter(f, header)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			return err
		}
	}
	return errors.Join(w.Close(), f.Close())
}

func decodeExamples(path string) ([]byte, error) {
	r, err := schemas.OpenExamples(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	header, err := lines([]schemas.ExampleHeader{r.Header()})
	if err != nil {
		return nil, err
	}
	rows := make([]schemas.Example, r.Len())
	for i := range rows {
		if rows[i], err = r.At(i); err != nil {
			return nil, err
		}
	}
	text, err := lines(rows)
	return append(header, text...), err
}

// WriteRows writes the JSON lines of text as a file of the table and returns its path.
func WriteRows[R any](t testing.TB, table schemas.Table[R], path, text string) string {
	t.Helper()
	if err := Rows("", table).Encode(path, []byte(text)); err != nil {
		t.Fatal(err)
	}
	return path
}

// ReadRows reads a file of the table as JSON lines.
func ReadRows[R any](t testing.TB, table schemas.Table[R], path string) string {
	t.Helper()
	text, err := Rows("", table).Decode(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func parseLines[R any](text []byte) (rows []R, err error) {
	for i, line := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var row R
		if err := strict(line, &row); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func strict(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more than one value on a line")
	}
	return nil
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
