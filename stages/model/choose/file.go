package choose

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
)

// File is the name of a model's file in a model folder.
const File = "choice.json"

// What the file says it is. Version 2 has, beyond version 1, alternatives and the digest of known phrases, and version 3
// trees and runs of the text, which a program that knows earlier ones alone takes for damage; what has none of them reads
// the same in all. Other versions are refused.
const (
	schemaName    = "choice"
	schemaVersion = 3
	firstVersion  = 1
)

// mostBytes is more than a file of ours has.
const mostBytes = 16 << 20

// onDisk is the file.
type onDisk struct {
	Schema  string `json:"schema"`
	Version int    `json:"version"`
	Sum     string `json:"crc32c,omitempty"` // of the file without it, in eight hexadecimal digits
	Model
}

// Write writes the model as choice.json, with its checksum; equal models give equal bytes.
func (m *Model) Write(w io.Writer) error {
	d := onDisk{Schema: schemaName, Version: schemaVersion, Model: *m}
	var err error
	if d.Sum, err = d.sum(); err != nil {
		return fmt.Errorf("choose: %w", err)
	}
	b, err := d.bytes()
	if err == nil {
		_, err = w.Write(b)
	}
	if err != nil {
		return fmt.Errorf("choose: %w", err)
	}
	return nil
}

func (d *onDisk) bytes() ([]byte, error) {
	b, err := json.MarshalIndent(d, "", "  ")
	return append(b, '\n'), err
}

// sum is the checksum of what Write would write, CRC-32C: a changed digit of a weight is a weight, too. Spaces, and how a
// number is written, are not part of it.
func (d *onDisk) sum() (string, error) {
	bare := *d
	bare.Sum = ""
	b, err := bare.bytes()
	return fmt.Sprintf("%08x", crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli))), err
}

// Read reads what Write wrote, and compares it with its checksum; path is the file's name in errors. A file that is
// damaged, foreign, of another version, or names a feature that is not among Features, is a *schemas.FileError.
func Read(path string, r io.Reader) (*Model, error) {
	b, err := io.ReadAll(io.LimitReader(r, mostBytes)) // the whole file, as far as it can be one of ours
	if err != nil {
		return nil, fmt.Errorf("choose: %w", err)
	}
	m, err := parse(b)
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err, Remedy: remedy(err)}
	}
	return m, nil
}

// remedy is what helps against err.
func remedy(err error) string {
	if errors.Is(err, schemas.ErrDamaged) {
		return "copy it again from where it is whole, or run train refit"
	}
	return "run train refit"
}

func parse(b []byte) (*Model, error) {
	var head struct {
		Schema  string `json:"schema"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(b, &head); err != nil {
		return nil, damaged(err)
	}
	if head.Schema != schemaName {
		return nil, fmt.Errorf("%w: it says schema %q, %q is wanted", schemas.ErrSchema, head.Schema, schemaName)
	}
	if head.Version < firstVersion || head.Version > schemaVersion {
		return nil, fmt.Errorf("%w: the file has version %d, version %d is wanted", schemas.ErrSchema, head.Version, schemaVersion)
	}
	var d onDisk
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return nil, damaged(err)
	}
	sum, err := d.sum()
	if err == nil && sum != d.Sum {
		err = fmt.Errorf("%w: its checksum is %s, %q was written", schemas.ErrDamaged, sum, d.Sum)
	}
	if err != nil {
		return nil, err
	}
	return &d.Model, d.check()
}

// damaged is what is wrong with JSON, in words that a user knows.
func damaged(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Errorf("%w: %q cannot be a %s", schemas.ErrDamaged, kind.Field, kind.Value)
	}
	return fmt.Errorf("%w: %s", schemas.ErrDamaged, strings.TrimPrefix(err.Error(), "json: "))
}
