package rank

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

// Format is a kind of file: JSON with a checksum.
type Format struct {
	Schema  string
	Version int    // that Write writes
	First   int    // the earliest that Read reads
	Bare    int    // the last one without a checksum
	Again   string // how to make such a file again: a remedy
}

// Header begins a file. Its content embeds it first:
//
//	type onDisk struct {
//		rank.Header
//		Ranker
//	}
type Header struct {
	Schema  string `json:"schema"`
	Version int    `json:"version"`
	Sum     string `json:"crc32c,omitempty"` // checksum of the file without this entry, eight hexadecimal digits
}

func (h *Header) header() *Header { return h }

// Content is the content of a file: a pointer to a struct that embeds Header.
type Content interface{ header() *Header }

// mostBytes is above the size of any file that Write makes.
const mostBytes = 1 << 26

// Write writes the content with a checksum, indented or in one line. Equal contents give equal bytes.
func (f Format) Write(w io.Writer, c Content, indented bool) error {
	h := c.header()
	*h = Header{Schema: f.Schema, Version: f.Version}
	b, err := encode(c, indented)
	if err == nil {
		h.Sum = sum(b)
		b, err = encode(c, indented)
	}
	if err == nil {
		_, err = w.Write(b)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.Schema, err)
	}
	return nil
}

func encode(c Content, indented bool) (b []byte, err error) {
	if indented {
		b, err = json.MarshalIndent(c, "", "  ")
	} else {
		b, err = json.Marshal(c)
	}
	return append(b, '\n'), err
}

// sum returns the CRC-32C: without a checksum a damaged digit of a weight would go unnoticed.
func sum(b []byte) string {
	return fmt.Sprintf("%08x", crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
}

// Read reads what Write wrote into c. check then checks it; the Header says of which version it is. path names the file in
// errors. A file that is damaged or foreign is a *schemas.FileError.
func (f Format) Read(path string, r io.Reader, c Content, check func() error) error {
	b, err := io.ReadAll(io.LimitReader(r, mostBytes)) // limited, since the file may be anything
	if err != nil {
		return fmt.Errorf("%s: %w", f.Schema, err)
	}
	if err = f.decode(b, c); err == nil {
		err = check()
	}
	if err == nil {
		return nil
	}
	remedy := f.Again
	if errors.Is(err, schemas.ErrDamaged) {
		remedy = "copy it again from where it is whole, or " + remedy
	}
	return &schemas.FileError{File: path, Err: err, Remedy: remedy}
}

func (f Format) decode(b []byte, c Content) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	failed := dec.Decode(c)
	head := c.header()
	if failed != nil || len(bytes.TrimSpace(b[dec.InputOffset():])) > 0 { // then another file has other entries, and its header says so
		head = &Header{}
		if err := json.Unmarshal(b, head); err != nil {
			return damaged(err)
		}
	}
	if head.Schema != f.Schema {
		return fmt.Errorf("%w: schema is %q, want %q", schemas.ErrSchema, head.Schema, f.Schema)
	}
	if head.Version < f.First || head.Version > f.Version {
		return fmt.Errorf("%w: version is %d, want %d", schemas.ErrSchema, head.Version, f.Version)
	}
	if failed != nil {
		return damaged(failed)
	}
	if head.Version <= f.Bare {
		return nil
	}
	return checkSum(b, c)
}

// checkSum compares the checksum with that of the text of the file, and if they differ with that of the text as Write would
// write it: spaces, and the notation of numbers, do not matter.
func checkSum(b []byte, c Content) error {
	h := c.header()
	given := h.Sum
	for _, entry := range []string{"  \"crc32c\": %q,\n", "\"crc32c\":%q,"} {
		if before, after, found := bytes.Cut(b, fmt.Appendf(nil, entry, given)); found && given == sum(append(before[:len(before):len(before)], after...)) {
			return nil
		}
	}
	h.Sum = ""
	bare, err := encode(c, true)
	if h.Sum = given; err != nil {
		return err
	}
	if s := sum(bare); s != given {
		return fmt.Errorf("%w: its checksum is %s, want %q", schemas.ErrDamaged, s, given)
	}
	return nil
}

// damaged returns a JSON error in words that a user knows.
func damaged(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Errorf("%w: %q cannot be a %s", schemas.ErrDamaged, kind.Field, kind.Value)
	}
	return fmt.Errorf("%w: %s", schemas.ErrDamaged, strings.TrimPrefix(err.Error(), "json: "))
}
