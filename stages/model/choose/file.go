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

// Schema and versions of the file. Version 2 added alternatives and the digest of known phrases, version 3 trees and runs of the
// text, version 4 neighbours, version 5 a tagger, version 6 the shortlist. Earlier files read as before; other versions are refused.
const (
	schemaName    = "choice"
	schemaVersion = 6
	firstVersion  = 1
)

// mostBytes is above the size of any file that Write makes.
const mostBytes = 16 << 20

// onDisk is the content of the file.
type onDisk struct {
	Schema  string `json:"schema"`
	Version int    `json:"version"`
	Sum     string `json:"crc32c,omitempty"` // checksum of the file without this line, eight hexadecimal digits
	Model
}

// Write writes the model as choice.json, with a checksum. Equal models give equal bytes.
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

// sum returns the CRC-32C of the file as Write would write it, without Sum. Without a checksum a damaged digit of a weight would
// go unnoticed. Spaces, and the notation of numbers, do not matter.
func (d *onDisk) sum() (string, error) {
	bare := *d
	bare.Sum = ""
	b, err := bare.bytes()
	return fmt.Sprintf("%08x", crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli))), err
}

// summed reports whether b, the text of the file, is as Write writes it, which is a quarter of the time of sum.
func (d *onDisk) summed(b []byte) bool {
	before, after, found := bytes.Cut(b, fmt.Appendf(nil, "  \"crc32c\": %q,\n", d.Sum))
	table := crc32.MakeTable(crc32.Castagnoli)
	return found && d.Sum == fmt.Sprintf("%08x", crc32.Update(crc32.Checksum(before, table), table, after))
}

// Read reads what Write wrote and verifies the checksum. path names the file in errors. A file that is damaged, foreign, of
// another version, or names an unknown feature, is a *schemas.FileError.
func Read(path string, r io.Reader) (*Model, error) {
	b, err := io.ReadAll(io.LimitReader(r, mostBytes)) // limited, since the file may be anything
	if err != nil {
		return nil, fmt.Errorf("choose: %w", err)
	}
	m, err := parse(b)
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err, Remedy: remedy(err)}
	}
	return m, nil
}

// remedy returns the remedy for err.
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
		return nil, fmt.Errorf("%w: schema is %q, want %q", schemas.ErrSchema, head.Schema, schemaName)
	}
	if head.Version < firstVersion || head.Version > schemaVersion {
		return nil, fmt.Errorf("%w: version is %d, want %d", schemas.ErrSchema, head.Version, schemaVersion)
	}
	var d onDisk
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return nil, damaged(err)
	}
	if d.summed(b) {
		return &d.Model, d.check()
	}
	sum, err := d.sum()
	if err == nil && sum != d.Sum {
		err = fmt.Errorf("%w: its checksum is %s, want %q", schemas.ErrDamaged, sum, d.Sum)
	}
	if err != nil {
		return nil, err
	}
	return &d.Model, d.check()
}

// damaged returns a JSON error in words that a user knows.
func damaged(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Errorf("%w: %q cannot be a %s", schemas.ErrDamaged, kind.Field, kind.Value)
	}
	return fmt.Errorf("%w: %s", schemas.ErrDamaged, strings.TrimPrefix(err.Error(), "json: "))
}
