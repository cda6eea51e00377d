// Package store is where paths lead: to files of this machine, or to objects of a bucket, which have a URL for a path.
//
//	data/corpus.jsonl, file:///data/corpus.jsonl   a file of this machine
//	s3://bucket/prefix/corpus.jsonl                S3 and what speaks its protocol
//	mem://bucket/…                                 the memory of the process, for tests
//
// A key is written as it is, nothing in it is escaped. A folder of a bucket is what the keys below it have in common, up to
// a slash. Who may read what is found out by the provider's own chain: variables of the environment, files of its tools, the
// machine's identity. A URL says nothing of it, nor of an endpoint: that is AWS_ENDPOINT_URL, the region AWS_REGION.
//
// What a provider could not do for the moment (503, timeouts, a connection that was lost, also in the middle of a body) is
// tried again a few times, from where it stopped, and then is a [fault.AwayError].
package store

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// Store opens what lies at a path. Buckets that it has opened stay open as long as it lives. It may be used from several
// goroutines; nil knows the files of this machine alone.
type Store struct {
	ctx      context.Context // ends what is asked of a bucket
	pause    time.Duration   // before the first repetition; twice as long before each further one
	patience time.Duration   // in which an answer, or the next bytes of a body, have to come
	known    known

	mu      sync.Mutex
	buckets map[string]bucket // by scheme and name
}

// New is a store for a run, which ctx ends.
func New(ctx context.Context) *Store {
	return &Store{ctx: ctx, pause: 200 * time.Millisecond, patience: time.Minute, buckets: map[string]bucket{}}
}

// Ended is the error of the context that ends the run, nil before it does.
func (s *Store) Ended() error { return s.ctx.Err() }

// Close closes the buckets.
func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.buckets {
		b.close()
	}
	clear(s.buckets)
}

// Open opens a file. One of a bucket is read in order as a stream, and at any place by blocks; it is the one that it was
// when it was opened, or reading fails with [ErrChanged].
func (s *Store) Open(path string) (schemas.File, error) {
	if !Remote(path) {
		return os.Open(path)
	}
	info, err := s.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errFolder}
	}
	at, err := s.locate(path)
	if err != nil {
		return nil, err
	}
	return &object{store: s, place: at, info: info.(*Info)}, nil
}

// Stat describes a file or a folder; of a bucket as an *[Info].
func (s *Store) Stat(path string) (fs.FileInfo, error) {
	if !Remote(path) {
		return os.Stat(path)
	}
	at, err := s.locate(path)
	if err != nil {
		return nil, err
	}
	if at.key != "" {
		info, err := s.head(at)
		if !isNotExist(err) {
			return info, err
		}
	}
	found, err := s.list(at, 1)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 && at.key != "" {
		return nil, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
	}
	return &Info{name: Base(path), dir: true}, nil
}

// ReadDir lists a folder, sorted by name.
func (s *Store) ReadDir(path string) ([]fs.DirEntry, error) {
	if !Remote(path) {
		return os.ReadDir(path)
	}
	at, err := s.locate(path)
	if err != nil {
		return nil, err
	}
	found, err := s.list(at, 0)
	if err == nil && len(found) == 0 && at.key != "" {
		err = &fs.PathError{Op: "list", Path: path, Err: fs.ErrNotExist}
	}
	return found, err
}

// mostRead is how large a file may be that is read into memory as a whole: the list of 99,999 parts has a tenth of it.
const mostRead = 256 << 20

// ReadFile reads a regular file of at most 256 MiB to its end.
func (s *Store) ReadFile(path string) ([]byte, error) {
	if !Remote(path) { // before it is opened: a pipe would wait for somebody to write into it
		if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: is not a regular file", path)
		}
	}
	f, err := s.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostRead+1))
	if err == nil && len(data) > mostRead {
		err = fmt.Errorf("%s: has more than the %d MiB that are allowed", path, mostRead>>20)
	}
	return data, err
}

// place is a path of a bucket.
type place struct {
	path   string
	bucket bucket
	name   string // scheme://bucket
	key    string
}

// locate opens the bucket of a path, once.
func (s *Store) locate(path string) (place, error) {
	scheme, name, key := cut(path)
	at := place{path: path, name: scheme + "://" + name, key: key}
	if s == nil {
		return at, fault.Usagef("%s: only files of this machine can be given here", path)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if at.bucket = s.buckets[at.name]; at.bucket != nil {
		return at, nil
	}
	var err error
	if at.bucket, err = s.open(scheme, name); err != nil {
		return at, fault.Usagef("%s: %s", at.name, quiet(err))
	}
	s.buckets[at.name] = at.bucket
	return at, nil
}
