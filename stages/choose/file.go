package choose

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"wrone2set/schemas"
)

// File is the name of a model's file in a model folder.
const File = "choice.json"

// What the file says it is. A file of another version is refused.
const (
	schemaName    = "choice"
	schemaVersion = 1
)

// mostBytes is more than a file of ours has.
const mostBytes = 16 << 20

// onDisk is the file.
type onDisk struct {
	Schema  string `json:"schema"`
	Version int    `json:"version"`
	Model
}

// Write writes the model as choice.json; equal models give equal bytes.
func (m *Model) Write(w io.Writer) error {
	b, err := json.MarshalIndent(onDisk{schemaName, schemaVersion, *m}, "", "  ")
	if err == nil {
		_, err = w.Write(append(b, '\n'))
	}
	if err != nil {
		return fmt.Errorf("choose: %w", err)
	}
	return nil
}

// Read reads what Write wrote. A file that is damaged, foreign, of another version, or names a feature that is not among
// Features, is a *schemas.FileError; a file that is not there is fs.ErrNotExist.
func Read(path string) (*Model, error) {
	b, err := read(path)
	if err != nil {
		return nil, fmt.Errorf("choose: %w", err)
	}
	m, err := parse(b)
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err, Remedy: "run train --refit-choice"}
	}
	return m, nil
}

// read is the whole file, as far as it can be one of ours.
func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mostBytes))
}

func parse(b []byte) (*Model, error) {
	var head struct {
		Schema  string `json:"schema"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(b, &head); err != nil {
		return nil, fmt.Errorf("%w: %w", schemas.ErrDamaged, err)
	}
	if head.Schema != schemaName {
		return nil, fmt.Errorf("%w: it says schema %q, %q is wanted", schemas.ErrSchema, head.Schema, schemaName)
	}
	if head.Version != schemaVersion {
		return nil, fmt.Errorf("%w: the file has version %d, version %d is wanted", schemas.ErrSchema, head.Version, schemaVersion)
	}
	var d onDisk
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return nil, fmt.Errorf("%w: %w", schemas.ErrDamaged, err)
	}
	return &d.Model, d.check()
}

// check finds what a file that names our schema must not hold, and gives terms their features.
func (m *Model) check() error {
	if !share(m.Floor) {
		return fmt.Errorf("%w: floor %v", schemas.ErrDamaged, m.Floor)
	}
	for i, t := range m.Thresholds {
		if !share(t.Precision) || !(t.Probability >= 0) || i > 0 && t.Precision <= m.Thresholds[i-1].Precision {
			return fmt.Errorf("%w: thresholds: entry %d", schemas.ErrDamaged, i+1)
		}
	}
	if err := m.Present.check(); err != nil {
		return fmt.Errorf("present: %w", err)
	}
	if err := m.Absent.check(); err != nil {
		return fmt.Errorf("absent: %w", err)
	}
	return nil
}

func (k *Kind) check() error {
	if len(k.Terms) == 0 || !sane(k.Intercept) {
		return fmt.Errorf("%w: %d features, intercept %v", schemas.ErrDamaged, len(k.Terms), k.Intercept)
	}
	seen := map[string]bool{}
	for i, t := range k.Terms {
		known, ok := NewTerm(t.Feature, t.Mean, t.Scale, t.Weight)
		if !ok {
			return fmt.Errorf("%w: feature %q is not known", schemas.ErrSchema, t.Feature)
		}
		if seen[t.Feature] {
			return fmt.Errorf("%w: feature %q stands twice", schemas.ErrDamaged, t.Feature)
		}
		if !(t.Scale >= 1/most) || !sane(t.Scale, t.Mean, t.Weight) {
			return fmt.Errorf("%w: feature %q has mean %v, scale %v, weight %v", schemas.ErrDamaged, t.Feature, t.Mean, t.Scale, t.Weight)
		}
		seen[t.Feature], k.Terms[i] = true, known
	}
	return errors.Join(k.checkSteps(), k.checkUnseen())
}

// checkSteps: both ends of the steps rise within [0, 1].
func (k *Kind) checkSteps() error {
	for i, s := range k.Steps {
		if !share(s.UpTo) || !share(s.Probability) || i > 0 && (s.UpTo <= k.Steps[i-1].UpTo || s.Probability < k.Steps[i-1].Probability) {
			return fmt.Errorf("%w: steps: entry %d", schemas.ErrDamaged, i+1)
		}
	}
	return nil
}

// checkUnseen: the shares are shares. The bound on their number keeps time small whatever a file claims.
func (k *Kind) checkUnseen() error {
	for i, q := range k.Unseen {
		if !share(q) || i > 1000 {
			return fmt.Errorf("%w: unseen: entry %d", schemas.ErrDamaged, i+1)
		}
	}
	return nil
}

// most is more than a number of a fit has, and little enough for no sum of products to overflow.
const most = 1e12

// sane tells whether numbers are of a size that a fit can give.
func sane(numbers ...float64) bool {
	return !slices.ContainsFunc(numbers, func(x float64) bool { return !(x >= -most && x <= most) })
}

func share(p float64) bool { return p >= 0 && p <= 1 }
