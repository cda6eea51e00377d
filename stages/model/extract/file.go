package extract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// File is the name of a model's file.
const File = "extract.json"

// Schema and version of the file. Read refuses others.
const (
	schemaName    = "extract"
	schemaVersion = 4
)

// mostBytes is the largest accepted file.
const mostBytes = 1 << 26

// onDisk is the content of the file.
type onDisk struct {
	Schema  string `json:"schema"`
	Version int    `json:"version"`
	Sum     string `json:"crc32c,omitempty"` // of the file without it, eight hexadecimal digits
	Model
}

// Write writes the model with a checksum; equal models give equal bytes.
func (m *Model) Write(w io.Writer) error {
	d := onDisk{Schema: schemaName, Version: schemaVersion, Model: *m}
	var err error
	if d.Sum, err = d.sum(); err != nil {
		return fmt.Errorf("extract: %w", err)
	}
	b, err := d.bytes()
	if err == nil {
		_, err = w.Write(b)
	}
	if err != nil {
		return fmt.Errorf("extract: %w", err)
	}
	return nil
}

// bytes is the content of the file. With a lexicon it is one line: a line for each word would make it four times as long.
func (d *onDisk) bytes() (b []byte, err error) {
	if d.Lexicon != nil {
		b, err = json.Marshal(d)
	} else {
		b, err = json.MarshalIndent(d, "", "  ")
	}
	return append(b, '\n'), err
}

// sum is the CRC-32C of the file without Sum: a damaged digit of a weight would go unnoticed.
func (d *onDisk) sum() (string, error) {
	bare := *d
	bare.Sum = ""
	b, err := bare.bytes()
	return fmt.Sprintf("%08x", crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli))), err
}

// Read reads what Write wrote; path is the file's name in errors. A file that is damaged, foreign, of another version or with
// other features is a *schemas.FileError.
func Read(path string, r io.Reader) (*Model, error) {
	b, err := io.ReadAll(io.LimitReader(r, mostBytes))
	if err != nil {
		return nil, fmt.Errorf("extract: %w", err)
	}
	d, err := parse(b)
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err, Remedy: "copy it again from where it is whole, or run train refit"}
	}
	return &d.Model, nil
}

func parse(b []byte) (d onDisk, err error) {
	in := json.NewDecoder(bytes.NewReader(b))
	in.DisallowUnknownFields()
	if err := in.Decode(&d); err != nil {
		return d, fmt.Errorf("%w: %v", schemas.ErrDamaged, err)
	}
	if d.Schema != schemaName || d.Version != schemaVersion {
		return d, fmt.Errorf("%w: it is %q of version %d, want %q of version %d", schemas.ErrSchema, d.Schema, d.Version, schemaName, schemaVersion)
	}
	sum, err := d.sum()
	switch {
	case err != nil:
		return d, err
	case sum != d.Sum:
		return d, fmt.Errorf("%w: its checksum is %s, %q was written", schemas.ErrDamaged, sum, d.Sum)
	case !d.sound():
		return d, fmt.Errorf("%w: a weight or a number is out of range", schemas.ErrDamaged)
	}
	return d, nil
}

// sound reports whether all numbers are in range, so that every candidate gets a probability.
func (m *Model) sound() bool {
	terms := Terms[:]
	if m.Lexicon != nil {
		terms = append(terms, LexiconTerms...)
	}
	ok := len(m.Weights) == len(terms) && math.Abs(m.Base) < 100 && len(m.Unseen) <= 100 && len(m.Thresholds) > 0 && rank.Rising(m.Thresholds) &&
		(m.Lexicon == nil || m.Lexicon.sound())
	for _, p := range m.Unseen {
		ok = ok && p >= 0 && p <= 1
	}
	for k, w := range m.Weights {
		ok = ok && w.Term == terms[min(k, len(terms)-1)] && math.Abs(w.Weight) < 100 && math.Abs(w.Mean) < 1e6 && w.Scale > 1e-9 && w.Scale < 1e6
	}
	return ok
}

// sound reports whether every candidate has finite values.
func (l *Lexicon) sound() bool {
	ok := l.Documents >= 0 && len(l.Cues) == len(CueNames) && l.Word >= 0 && l.Word <= 1 && l.Candidate >= 0 && l.Candidate <= 1
	seen := func(all map[string]Seen) {
		for _, s := range all {
			ok = ok && s[1] >= 0 && s[1] <= s[0] && s[0] <= mostSeen
		}
	}
	seen(l.Words)
	for k, cue := range l.Cues {
		ok = ok && cue.Name == CueNames[min(k, len(CueNames)-1)]
		seen(cue.Seen)
	}
	for _, n := range l.Phrases {
		ok = ok && n >= 0 && n <= mostSeen
	}
	return ok
}

// mostSeen is more often than anything is seen.
const mostSeen = 1 << 30
