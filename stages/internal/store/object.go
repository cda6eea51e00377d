package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// object is an open object. Only one goroutine at a time may call Read and Seek; any may call ReadAt.
type object struct {
	store *Store
	place place
	info  *Info

	at     int64         // offset of the next byte for Read
	stream io.ReadCloser // at that offset; nil: not open
	mu     sync.Mutex    // guards blocks
	blocks []*readBlock  // most recently used first
}

// ReadAt caches blocksKept blocks of blockBytes each, since readers of Parquet alternate between columns.
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

// Read continues at the end of the last Read. If a body ends early, it requests the rest.
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

// next reads some bytes of the stream. It opens the stream if necessary, and closes it after an error.
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

// drop closes the stream, if it is open.
func (o *object) drop() {
	if o.stream != nil {
		o.stream.Close()
		o.stream = nil
	}
}

// open requests length bytes at an offset; -1 means up to the end.
func (o *object) open(offset, length int64) (io.ReadCloser, error) {
	body, size, err := o.place.bucket.get(o.store.ctx, o.place.key, offset, length, o.info.tag)
	if err == nil && size != o.info.size {
		// The version is right, so the answer is broken and the object has not changed.
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
	if err == io.EOF { // the caller reads no further than the object, so the connection ended
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
		// It existed and was allowed when it was opened. If that has changed for good, the next run fails before it begins.
		return &fault.AwayError{Place: o.place.path, Err: errors.New(err.Error())}
	}
	return err
}

// ReadAt reads small pieces through blocks, so that the next pieces nearby need no request.
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

// copy copies the bytes from off up to the end of their block into p, as far as they fit.
func (o *object) copy(p []byte, off int64) (int, error) {
	// Hold the lock during the copy: the memory of a block may be reused for another.
	o.mu.Lock()
	defer o.mu.Unlock()
	b, err := o.block(off / blockBytes)
	if err != nil {
		return 0, err
	}
	return copy(p, b.data[off%blockBytes:]), nil
}

// block returns a block, from the cache or by reading it.
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

// fill reads all of p at an offset. The object must be long enough.
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
