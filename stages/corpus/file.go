package corpus

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

	"wrone2set/schemas"
)

const (
	maxWindow  = 128 << 20 // what a zstd file may ask to have in memory
	lookedAt   = 64 << 10  // first bytes of a file in which its format is looked for
	textBuffer = 256 << 10 // how much is read at once
)

// file is an open file with its compression taken off.
type file struct {
	text *bufio.Reader // the decompressed bytes
	path string
	disk fs.File
	from io.Reader     // disk, or what decompresses it
	zstd *zstd.Decoder // nil without zstd
	kind string        // "gzip", "zstd" or "" for plain
	read int64         // decompressed bytes so far
}

// openFile opens path and looks at its first bytes to find a compression.
func openFile(path string) (*file, error) {
	disk, err := os.Open(path)
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err}
	}
	return newFile(path, disk)
}

// newFile is openFile for a file that is open, which it closes when it fails.
func newFile(path string, disk fs.File) (*file, error) {
	f := &file{path: path, disk: disk}
	if err := f.decompress(); err != nil {
		disk.Close()
		return nil, err
	}
	f.text = bufio.NewReaderSize(f, textBuffer)
	return f, nil
}

// start drops a UTF-8 byte order mark, whatever the format, and returns the
// first bytes of the rest without reading past them.
func (f *file) start() ([]byte, error) {
	const mark = "\xef\xbb\xbf"
	if begin, _ := f.text.Peek(len(mark)); string(begin) == mark {
		f.text.Discard(len(mark))
	}
	begin, err := f.text.Peek(lookedAt)
	if err != nil && err != io.EOF {
		return nil, err
	}
	return begin, nil
}

func (f *file) decompress() error {
	if info, err := f.disk.Stat(); err == nil && info.IsDir() {
		return f.fail(errors.New("is a folder"))
	}
	var magic [4]byte
	n, err := io.ReadFull(f.disk, magic[:])
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return f.fail(err)
	}
	f.from = io.MultiReader(bytes.NewReader(append([]byte(nil), magic[:n]...)), f.disk)
	switch {
	case bytes.HasPrefix(magic[:n], []byte{0x1f, 0x8b}):
		f.kind = "gzip"
		if f.from, err = newUnzip(f.from); err != nil {
			return f.fail(err)
		}
	case bytes.Equal(magic[:n], []byte{0x28, 0xb5, 0x2f, 0xfd}),
		n == 4 && magic[0]&0xf0 == 0x50 && bytes.Equal(magic[1:4], []byte{0x2a, 0x4d, 0x18}):
		f.kind = "zstd"
		f.zstd, err = zstd.NewReader(f.from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
		if err != nil {
			return f.fail(err)
		}
		f.from = f.zstd
	case n == 0 && (strings.HasSuffix(f.path, ".gz") || strings.HasSuffix(f.path, ".zst")):
		return f.fail(io.ErrUnexpectedEOF)
	}
	return nil
}

// Read reads decompressed bytes; its errors name the file and the place.
func (f *file) Read(p []byte) (int, error) {
	n, err := f.from.Read(p)
	f.read += int64(n)
	if err != nil && err != io.EOF {
		err = f.fail(err)
	}
	return n, err
}

func (f *file) fail(err error) error {
	e := &schemas.FileError{File: f.path, Err: err}
	if f.read > 0 {
		e.Place = fmt.Sprintf("after %d bytes of text", f.read)
	}
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		e.Err = fmt.Errorf("the file is cut short: %w", err)
		e.Remedy = "copy or download it again"
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		e.Remedy = fmt.Sprintf("compress it with a window of at most %d MiB (no --long)", maxWindow>>20)
	case f.kind != "":
		e.Err = fmt.Errorf("the %s data is damaged: %w", f.kind, err)
		e.Remedy = "copy or download it again"
	}
	return e
}

// Close closes the file.
func (f *file) Close() error {
	if f.zstd != nil {
		f.zstd.Close()
	}
	return f.disk.Close()
}
