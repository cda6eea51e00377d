package file

import (
	"bufio"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
)

// errBehind means that bytes after a gzip member are neither another member nor padding.
var errBehind = errors.New("bytes after its end are not gzip data")

// unzip reads the members of a gzip file one after the other. It skips zeros after the last one, with which tar and tapes pad,
// and which the library would take for a broken member.
type unzip struct {
	from   *bufio.Reader
	member *gzip.Reader
}

// newUnzip opens the first member, which must exist.
func newUnzip(r io.Reader) (*unzip, error) {
	from := bufio.NewReader(r)
	member, err := gzip.NewReader(from)
	if err != nil {
		return nil, err
	}
	member.Multistream(false)
	return &unzip{from, member}, nil
}

func (u *unzip) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil && len(p) > 0 {
		if n, err = u.member.Read(p); err == io.EOF {
			err = u.next()
		}
	}
	return n, err
}

// next opens the next member, or returns io.EOF after the last.
func (u *unzip) next() error {
	begin, err := u.from.Peek(1)
	padded := err == nil && begin[0] == 0
	for err == nil && begin[0] == 0 {
		u.from.Discard(1)
		begin, err = u.from.Peek(1)
	}
	if err != nil {
		return err
	}
	err = u.member.Reset(u.from)
	if padded || errors.Is(err, gzip.ErrHeader) {
		return errBehind
	}
	u.member.Multistream(false)
	return err
}
