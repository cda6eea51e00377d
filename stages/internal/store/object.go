package store

import (
	"io"
	"io/fs"
	"slices"
	"sync"
)

// object is an open object. Only one goroutine at a time may call Read and Seek; any may call ReadAt.
type object struct {
	*io.SectionReader
	spans *spans
}

func newObject(b bucket, key string, info *Info) *object {
	s := &spans{bucket: b, key: key, info: info, next: -1}
	return &object{io.NewSectionReader(s, 0, info.size), s}
}

func (o *object) Stat() (fs.FileInfo, error) { return o.spans.info, nil }

func (o *object) Close() error {
	o.spans.mu.Lock()
	defer o.spans.mu.Unlock()
	o.spans.kept = nil
	return nil
}

// spans are the parts of an object that were read last: readers of Parquet alternate between columns and ask for a few KiB each
// time.
type spans struct {
	bucket bucket
	key    string
	info   *Info

	mu   sync.Mutex
	kept []span // most recently used last
	next int64  // end of the span that was fetched last; -1: none
}

// A request is for spanBytes, or for orderBytes where the one before was for what precedes them.
const (
	spanBytes  = 1 << 20
	orderBytes = 8 << 20
	bytesKept  = 16 << 20
)

type span struct {
	at   int64
	data []byte
}

// ReadAt reads within the object.
func (s *spans) ReadAt(p []byte, off int64) (n int, err error) {
	// Hold the lock while a span is fetched: whoever wants the same one waits for it.
	s.mu.Lock()
	defer s.mu.Unlock()
	for n < len(p) {
		found, err := s.span(off)
		if err != nil {
			return n, err
		}
		m := copy(p[n:], found.data[off-found.at:])
		n, off = n+m, off+int64(m)
	}
	return n, nil
}

// span returns the span with a byte that is kept, or else fetches it.
func (s *spans) span(off int64) (found span, err error) {
	if i := slices.IndexFunc(s.kept, func(k span) bool { return k.at <= off && off < k.at+int64(len(k.data)) }); i >= 0 {
		found = s.kept[i]
		s.kept = slices.Delete(s.kept, i, i+1)
	} else {
		found.at = off - off%spanBytes
		n := int64(spanBytes)
		if found.at == s.next {
			n = orderBytes
		}
		if found.data, err = s.bucket.read(s.key, s.info, found.at, min(n, s.info.size-found.at)); err != nil {
			return found, err
		}
		s.next = found.at + int64(len(found.data))
	}
	s.kept = append(s.kept, found)
	size := 0
	for i, k := range slices.Backward(s.kept) {
		if size += len(k.data); size > bytesKept {
			s.kept = s.kept[i+1:]
			break
		}
	}
	return found, nil
}
