package file

import (
	"bufio"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
)

// errBehind means that bytes after a gzip member are neither another member nor padding.
var errBehind = errors.New("bytes after its end are not gzip data")

// unzip reads the members of a gzip file one after the other. It skips zeros after the last member, as gzip does; tar
// and tapes pad with them.
type unzip struct {
	from   *bufio.Reader
	member *gzip.Reader
}

// newUnzip opens the first member, which must exist.
func newUnzip(r io.Reader) (*unzip, error) {
	u := &unzip{from: bufio.NewReader(r)}
	var err error
	if u.member, err = gzip.NewReader(u.from); err != nil {
		return nil, err
	}
	u.member.Multistream(false) // stop at the end of each member: the library would take padding for a broken one
	return u, nil
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
	b, err := u.from.ReadByte()
	if err != nil {
		return err
	}
	if b == 0 {
		return u.padding()
	}
	if err := u.from.UnreadByte(); err != nil {
		return err
	}
	if err := u.member.Reset(u.from); err != nil {
		if errors.Is(err, gzip.ErrHeader) {
			return errBehind
		}
		return err
	}
	u.member.Multistream(false)
	return nil
}

// padding reads zeros up to the end of the file.
func (u *unzip) padding() error {
	for {
		b, err := u.from.ReadByte()
		if err != nil {
			return err
		}
		if b != 0 {
			return errBehind
		}
	}
}
