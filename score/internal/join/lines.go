package join

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"wrone2set/schemas"
)

// maxLine is the longest line that is read, in bytes.
const maxLine = 8 << 20

// lines reads a text file, packed or not, line by line.
type lines struct {
	path   string
	disk   *os.File
	unpack io.Closer // nil for plain text
	scan   *bufio.Scanner
	row    int64
}

// parquetMagic begins every Parquet file.
const parquetMagic = "PAR1"

// isParquet looks at the first bytes of a file.
func isParquet(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head := make([]byte, len(parquetMagic))
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false, fmt.Errorf("%s: %w", path, err)
	}
	return string(head[:n]) == parquetMagic, nil
}

// openLines opens a text file; gzip and zstd are seen by their first bytes.
func openLines(path string) (*lines, error) {
	disk, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	l := &lines{path: path, disk: disk}
	buffered := bufio.NewReaderSize(disk, 1<<16)
	head, _ := buffered.Peek(4)
	var from io.Reader = buffered
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(buffered)
		if err != nil {
			disk.Close()
			return nil, l.fail(err)
		}
		from, l.unpack = z, z
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(buffered, zstd.WithDecoderMaxMemory(256<<20), zstd.WithDecoderConcurrency(1))
		if err != nil {
			disk.Close()
			return nil, l.fail(err)
		}
		rc := z.IOReadCloser()
		from, l.unpack = rc, rc
	}
	l.scan = bufio.NewScanner(from)
	l.scan.Buffer(make([]byte, 1<<16), maxLine)
	return l, nil
}

// Next returns the next line without its end. The error after the last is io.EOF.
func (l *lines) Next() (string, error) {
	if !l.scan.Scan() {
		err := l.scan.Err()
		switch {
		case err == nil:
			return "", io.EOF
		case errors.Is(err, bufio.ErrTooLong):
			l.row++
			return "", l.fail(fmt.Errorf("a line of more than %d bytes", maxLine))
		}
		l.row++
		return "", l.fail(err)
	}
	l.row++
	line := l.scan.Text()
	if !utf8.ValidString(line) {
		return "", l.fail(errors.New("not UTF-8"))
	}
	return line, nil
}

// fail says where in the file err happened.
func (l *lines) fail(err error) error {
	e := &schemas.FileError{File: l.path, Err: err}
	if l.row > 0 {
		e.Place = fmt.Sprintf("row %d", l.row)
	}
	return e
}

func (l *lines) Close() error {
	if l.unpack != nil {
		l.unpack.Close()
	}
	return l.disk.Close()
}
