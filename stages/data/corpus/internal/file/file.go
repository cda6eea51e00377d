// Package file opens files, decompresses them, converts them to UTF-8 and cuts them into lines:
//
//	file.go      opens and decompresses; gzip.go has the members of gzip, kind.go the kinds that are refused
//	start.go     drops byte order marks and turns carriage returns into line feeds
//	encoding.go  names encodings and finds that of a file, with guess.go: UTF-8, then Windows-1252
//	             (western.go), Cyrillic and Greek, Chinese, Japanese and Korean, and other Latin letters
//	             (letters.go); unclear.go has the error for any other file
//	decoded.go   checks the text that comes out; stray.go mends a text in UTF-8
//	lines.go     cuts lines
//
// A detector alone (saintfish/chardet) reads short tables with wrong letters, so rules of languages decide whether it can be right.
package file

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/scratch"
)

const (
	MaxWindow  = 128 << 20 // largest window that a zstd file may claim, in bytes
	LookedAt   = 64 << 10  // bytes at the start of a file that format detection sees
	textBuffer = 256 << 10 // size of one read
)

// File is an open file, decompressed while it is read.
type File struct {
	Text   *bufio.Reader // the decompressed bytes
	Path   string
	disk   fs.File
	by     schemas.Opener
	from   io.Reader     // disk, its decompressor, or a converter to UTF-8
	frames *zstd.Decoder // nil unless the file is zstd
	Kind   string        // its compression: "gzip", "zstd" or "" for none
	// Ended is called before each read, and its error ends the reading: a few bytes can decompress to hours of blank lines.
	// It may be nil.
	Ended func() error
	// Later is called if the first bytes are ASCII and others show an encoding that is not UTF-8, from a line on. It may be nil.
	Later func(encoding string, line int)
	// Mended is called for the first line of a text in UTF-8 with bytes that are read as Windows-1252. If it is nil, none are.
	Mended  func(line int, text string)
	read    int64 // bytes of text so far
	Returns bool  // its lines end in carriage returns, and Text has line feeds instead
}

// StandardInput is the name of path "-" in messages and records.
const StandardInput = "standard input"

// Open opens path, or standard input for "-", and detects the compression from the first bytes.
func Open(path string, by schemas.Opener) (*File, error) {
	if path == "-" {
		return New(StandardInput, os.Stdin)
	}
	disk, err := by.Open(path)
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err}
	}
	f, err := New(path, disk)
	if err != nil {
		return nil, err
	}
	f.by = by
	return f, nil
}

// New is Open for an open file. It closes the file on failure.
func New(path string, disk fs.File) (*File, error) {
	f := &File{Path: path, disk: disk}
	if err := f.decompress(); err != nil {
		disk.Close()
		return nil, err
	}
	f.Text = bufio.NewReaderSize(f, textBuffer)
	return f, nil
}

func (f *File) decompress() error {
	if info, err := f.disk.Stat(); err == nil && info.IsDir() {
		return f.fail(errors.New("is a folder"))
	}
	var magic [4]byte
	n, err := io.ReadFull(f.disk, magic[:])
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return f.fail(err)
	}
	// Read the magic bytes again from memory: a pipe cannot seek back.
	f.from = io.MultiReader(bytes.NewReader(append([]byte(nil), magic[:n]...)), f.disk)
	switch {
	case bytes.HasPrefix(magic[:n], []byte{0x1f, 0x8b}):
		f.Kind = "gzip"
		if f.from, err = newUnzip(f.from); err != nil {
			return f.fail(err)
		}
	case bytes.Equal(magic[:n], []byte{0x28, 0xb5, 0x2f, 0xfd}),
		n == 4 && magic[0]&0xf0 == 0x50 && bytes.Equal(magic[1:4], []byte{0x2a, 0x4d, 0x18}):
		f.Kind = "zstd"
		f.frames, err = zstd.NewReader(f.from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(MaxWindow), zstd.WithDecoderLowmem(true))
		if err != nil {
			return f.fail(err)
		}
		f.from = f.frames
	case n == 0 && (strings.HasSuffix(f.Path, ".gz") || strings.HasSuffix(f.Path, ".zst")):
		return f.fail(io.ErrUnexpectedEOF)
	}
	return nil
}

// Read reads decompressed bytes. Its errors name the file and the position.
func (f *File) Read(p []byte) (int, error) {
	if f.Ended != nil {
		if err := f.Ended(); err != nil {
			return 0, err
		}
	}
	n, err := f.from.Read(p)
	f.read += int64(n)
	if err != nil && err != io.EOF {
		err = f.fail(err)
	}
	return n, err
}

func (f *File) fail(err error) error {
	var known *schemas.FileError
	if errors.As(err, &known) {
		return known
	}
	e := &schemas.FileError{File: f.Path, Err: err}
	if f.read > 0 {
		e.Place = fmt.Sprintf("after %d bytes of text", f.read)
	}
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		e.Err = fmt.Errorf("the file is cut short: %w", err)
		e.Remedy = "copy or download it again"
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		e.Remedy = fmt.Sprintf("compress it with a window of at most %d MiB (no --long)", MaxWindow>>20)
	case f.Kind != "":
		e.Err = fmt.Errorf("the %s data is damaged: %w", f.Kind, err)
		e.Remedy = "copy or download it again"
	}
	return e
}

// Piped reports whether a path is the standard input or a pipe.
func Piped(path string) bool {
	if path == "-" {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// Once reports whether the file can only be read once, from beginning to end.
func (f *File) Once() bool {
	info, err := f.disk.Stat()
	return err != nil || !info.Mode().IsRegular() || f.Path == StandardInput
}

// Random opens the file for reading at any place. A compressed file or a pipe is first copied to a temporary file, which
// is gone once it is closed.
func (f *File) Random() (schemas.File, error) {
	if f.Kind == "" && !f.Once() {
		disk, err := f.by.Open(f.Path)
		if err != nil {
			return nil, &schemas.FileError{File: f.Path, Err: err}
		}
		return disk, nil
	}
	disk, err := scratch.New()
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(disk, f.Text); err != nil {
		disk.Close()
		return nil, err
	}
	return disk, nil
}

// Close closes the file.
func (f *File) Close() error {
	if f.frames != nil {
		f.frames.Close()
	}
	return f.disk.Close()
}
