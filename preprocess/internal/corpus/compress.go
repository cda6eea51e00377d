package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"wrone2set/schemas"
)

// maxWindow bounds what a zstd file may ask to have in memory.
const maxWindow = 128 << 20

// stream is a file with its compression taken off.
type stream struct {
	io.Reader
	path string
	disk *os.File
	zstd *zstd.Decoder // nil without zstd
	kind string        // "gzip", "zstd" or "" for plain
	read int64         // decompressed bytes so far
}

// openStream opens path and looks at its first bytes to find a compression.
func openStream(path string) (*stream, error) {
	disk, err := os.Open(path)
	if err != nil {
		return nil, &schemas.FileError{File: path, Err: err}
	}
	s := &stream{Reader: disk, path: path, disk: disk}
	if err := s.decompress(); err != nil {
		disk.Close()
		return nil, err
	}
	return s, nil
}

func (s *stream) decompress() error {
	if info, err := s.disk.Stat(); err == nil && info.IsDir() {
		return s.fail(errors.New("is a folder"))
	}
	var magic [4]byte
	n, err := io.ReadFull(s.disk, magic[:])
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return s.fail(err)
	}
	head := io.MultiReader(bytes.NewReader(append([]byte(nil), magic[:n]...)), s.disk)
	s.Reader = head
	switch {
	case bytes.HasPrefix(magic[:n], []byte{0x1f, 0x8b}):
		s.kind = "gzip"
		if s.Reader, err = gzip.NewReader(head); err != nil {
			return s.fail(err)
		}
	case bytes.Equal(magic[:n], []byte{0x28, 0xb5, 0x2f, 0xfd}),
		n == 4 && magic[0]&0xf0 == 0x50 && bytes.Equal(magic[1:4], []byte{0x2a, 0x4d, 0x18}):
		s.kind = "zstd"
		s.zstd, err = zstd.NewReader(head, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
		if err != nil {
			return s.fail(err)
		}
		s.Reader = s.zstd
	case n == 0 && (strings.HasSuffix(s.path, ".gz") || strings.HasSuffix(s.path, ".zst")):
		return s.fail(io.ErrUnexpectedEOF)
	}
	return nil
}

// Read reads decompressed bytes; its errors name the file and the place.
func (s *stream) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	s.read += int64(n)
	if err != nil && err != io.EOF {
		err = s.fail(err)
	}
	return n, err
}

func (s *stream) fail(err error) error {
	f := &schemas.FileError{File: s.path, Err: err}
	if s.read > 0 {
		f.Place = fmt.Sprintf("after %d bytes of text", s.read)
	}
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		f.Err = fmt.Errorf("the file is cut short: %w", err)
		f.Remedy = "copy or download it again"
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		f.Remedy = fmt.Sprintf("compress it with a window of at most %d MiB (no --long)", maxWindow>>20)
	case s.kind != "":
		f.Err = fmt.Errorf("the %s data is damaged: %w", s.kind, err)
		f.Remedy = "copy or download it again"
	}
	return f
}

// Close closes the file.
func (s *stream) Close() error {
	if s.zstd != nil {
		s.zstd.Close()
	}
	return s.disk.Close()
}
