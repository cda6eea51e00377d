package extract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/wrone2set/wrone2set/schemas"
)

// File is the name of a model's file.
const File = "extract.json"

// Schema and version of the file. Read refuses others.
const (
	schemaName    = "extract"
	schemaVersion = 2
)

// mostBytes is the largest accepted file.
const mostBytes = 1 << 20

// onDisk is the content of the file.
type onDisk struct {
	Schema  string `json:"schema"`
	Version int    `json:"version"`
	Model
}

// Write writes the model; equal models give equal bytes.
func (m *Model) Write(w io.Writer) error {
	b, err := json.MarshalIndent(onDisk{schemaName, schemaVersion, *m}, "", "  ")
	if err == nil {
		_, err = w.Write(append(b, '\n'))
	}
	if err != nil {
		return fmt.Errorf("extract: %w", err)
	}
	return nil
}

// Read reads a file of Write. path is its name in errors. A file that is damaged, or has another schema, version or other
// features, is a *schemas.FileError.
func Read(path string, r io.Reader) (*Model, error) {
	b, err := io.ReadAll(io.LimitReader(r, mostBytes))
	if err != nil {
		return nil, fmt.Errorf("extract: %w", err)
	}
	var d onDisk
	in := json.NewDecoder(bytes.NewReader(b))
	in.DisallowUnknownFields()
	err = in.Decode(&d)
	switch {
	case err != nil:
		err = fmt.Errorf("%w: %v", schemas.ErrDamaged, err)
	case d.Schema != schemaName || d.Version != schemaVersion:
		err = fmt.Errorf("%w: it is %q of version %d, want %q of version %d", schemas.ErrSchema, d.Schema, d.Version, schemaName, schemaVersion)
	case !d.sound():
		err = fmt.Errorf("%w: a weight or a number is out of range", schemas.ErrDamaged)
	}
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err, Remedy: "copy it again from where it is whole"}
	}
	return &d.Model, nil
}

// sound reports whether all numbers are in range, so that every candidate gets a probability.
func (m *Model) sound() bool {
	ok := len(m.Weights) == len(Terms) && math.Abs(m.Base) < 100 && len(m.Unseen) <= 100
	for _, p := range m.Unseen {
		ok = ok && p >= 0 && p <= 1
	}
	for k, w := range m.Weights {
		ok = ok && w.Term == Terms[min(k, len(Terms)-1)] && math.Abs(w.Weight) < 100 && math.Abs(w.Mean) < 1e6 && w.Scale > 1e-9 && w.Scale < 1e6
	}
	return ok
}
