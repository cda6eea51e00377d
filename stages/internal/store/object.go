package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// object is an open object. One goroutine at a time may read it in order; any may read it at a place.
type object struct {
	store *Store
	place place
	info  *Info

	at     int64         // of the next byte in order
	stream io.ReadCloser // that gives it; nil: none is open
	mu     sync.Mutex    // of blocks
	blocks []*readBlock  // last used first
}

// Blocks of this many bytes, and this many of them, are kept for reads at a place: the columns of a Parquet file are read
// in turns.
const (
	blockBytes = 1 << 20
	blocksKept = 16
)

type readBlock struct {
	number int64
	data   []byte
}

func (o *object) Stat() (fs.FileInfo, error) { return o.info, nil }

func (o *object) Close() error {
	o.drop()
	o.blocks = nil
	return nil
}

func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.at
	case io.SeekEnd:
		offset += o.info.size
	}
	if offset < 0 {
		return 0, &fs.PathError{Op: "seek", Path: o.place.path, Err: fs.ErrInvalid}
	}
	if offset != o.at {
		o.drop()
	}
	o.at = offset
	return offset, nil
}

// Read goes on where the last one ended. A body that is cut is asked for again from there.
func (o *object) Read(p []byte) (n int, err error) {
	if o.at >= o.info.size {
		return 0, io.EOF
	}
	for i := 0; i < attempts && n == 0; i++ {
		if i > 0 {
			o.store.wait(i)
		}
		if n, err = o.next(p); n == 0 && !again(err) {
			break
		}
	}
	o.at += int64(n)
	if n > 0 {
		return n, nil
	}
	return 0, err
}

// next reads some bytes of the stream, which it opens where there is none and drops where it fails.
func (o *object) next(p []byte) (n int, err error) {
	if o.stream == nil {
		if o.stream, err = o.open(o.at, -1); err != nil {
			return 0, err
		}
	}
	n, err = o.read(o.stream, p)
	if err != nil {
		o.drop()
	}
	return n, err
}

// drop closes the stream.
func (o *object) drop() {
	if o.stream != nil {
		o.stream.Close()
		o.stream = nil
	}
}

// open asks for length bytes from an offset on, all for -1.
func (o *object) open(offset, length int64) (io.ReadCloser, error) {
	body, size, err := o.place.bucket.get(o.store.ctx, o.place.key, offset, length, o.info.tag)
	if err == nil && size != o.info.size {
		// It was held against the version: the answer is broken, and not the object another one.
		body.Close()
		err = fmt.Errorf("an answer of %d bytes, of %d", size, o.info.size)
	}
	if err != nil {
		return nil, o.failed(err)
	}
	return body, nil
}

// read reads from a body.
func (o *object) read(body io.Reader, p []byte) (int, error) {
	n, err := body.Read(p)
	if err == io.EOF { // there is more: an end here is that of the connection
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		err = o.failed(err)
	}
	return n, err
}

func (o *object) failed(err error) error {
	err = o.store.wrong("read", o.place, err)
	if isNotExist(err) || isDenied(err) || errors.Is(err, errNoBucket) {
		// It was there and allowed when it was opened: if it is not for good, the next run is told so before it begins.
		return &fault.AwayError{Place: o.place.path, Err: errors.New(err.Error())}
	}
	return err
}

// ReadAt reads small pieces from blocks, so that what lies near to them is there for the next ones.
func (o *object) ReadAt(p []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, &fs.PathError{Op: "read", Path: o.place.path, Err: fs.ErrInvalid}
	}
	for n < len(p) && off < o.info.size && err == nil {
		var m int
		if len(p)-n >= blockBytes {
			m = int(min(int64(len(p)-n), o.info.size-off))
			err = o.fill(p[n:n+m], off)
		} else {
			m, err = o.copy(p[n:], off)
		}
		n, off = n+m, off+int64(m)
	}
	if err == nil && n < len(p) {
		err = io.EOF
	}
	return n, err
}

// copy copies what the block at an offset has of p.
func (o *object) copy(p []byte, off int64) (int, error) {
	// Until it is copied: the memory of a block is used again for another one.
	o.mu.Lock()
	defer o.mu.Unlock()
	b, err := o.block(off / blockBytes)
	if err != nil {
		return 0, err
	}
	return copy(p, b.data[off%blockBytes:]), nil
}

// block finds a block or reads it.
func (o *object) block(number int64) (*readBlock, error) {
	for i, b := range o.blocks {
		if b.number == number {
			copy(o.blocks[1:], o.blocks[:i])
			o.blocks[0] = b
			return b, nil
		}
	}
	b := &readBlock{number: number}
	if len(o.blocks) == blocksKept {
		b.data = o.blocks[blocksKept-1].data[:0]
		o.blocks = o.blocks[:blocksKept-1]
	}
	size := min(blockBytes, o.info.size-number*blockBytes)
	if int64(cap(b.data)) < size {
		b.data = make([]byte, size)
	}
	b.data = b.data[:size]
	if err := o.fill(b.data, number*blockBytes); err != nil {
		return nil, err
	}
	o.blocks = append([]*readBlock{b}, o.blocks...)
	return b, nil
}

// fill reads all of p from an offset on, which the object has.
func (o *object) fill(p []byte, off int64) error {
	for i := 0; len(p) > 0; i++ {
		if i > 0 {
			o.store.wait(i)
		}
		b, err := o.open(off, int64(len(p)))
		for err == nil && len(p) > 0 {
			var n int
			if n, err = o.read(b, p); n > 0 {
				p, off, i = p[n:], off+int64(n), 0
			}
		}
		if b != nil {
			b.Close()
		}
		if len(p) > 0 && (!again(err) || i+1 >= attempts) {
			return err
		}
	}
	return nil
}
