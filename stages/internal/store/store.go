// Package store opens and writes files by their paths: files on disk, and objects in buckets, whose paths are URLs.
//
//	data/corpus.jsonl, file:///data/corpus.jsonl   a file of this machine
//	s3://bucket/prefix/corpus.jsonl                S3, or a server with its protocol
//	mem://bucket/…                                 the memory of the process, for tests
//
// Keys in URLs are not escaped. A folder of a bucket is a common prefix of keys, up to a slash. Credentials come from environment
// variables, the files of the provider's tools, or the machine's identity; the endpoint is AWS_ENDPOINT_URL, the region
// AWS_REGION. URLs contain none of these.
//
// Transient errors (503, timeouts, a lost connection, also within a body) are retried a few times, from the byte where they
// occurred, and then become a [fault.AwayError].
package store

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// Store opens and writes files by their paths. It keeps buckets open until Close. It is safe for concurrent use. A nil Store knows
// only files on disk.
type Store struct {
	ctx      context.Context // ends requests to buckets
	getenv   func(name string) string
	pause    time.Duration // before the first retry; doubles with each further one
	patience time.Duration // longest wait for an answer, or for more bytes of a body
	known    known

	mu      sync.Mutex
	buckets map[string]bucket // by scheme and name
}

// New returns the store of a run, which ctx ends.
func New(ctx context.Context) *Store { return In(ctx, os.Getenv) }

// In is New with variables of another environment.
func In(ctx context.Context, getenv func(name string) string) *Store {
	return &Store{ctx: ctx, getenv: getenv, pause: minio.DefaultRetryUnit, patience: time.Minute, buckets: map[string]bucket{}}
}

// Ended returns the error of the run's context, nil until it ends.
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

// Open opens a file. Read of an object streams it, and ReadAt reads blocks. If the object changes after Open, both fail with
// [ErrChanged].
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

// mostRead is the largest file that is read into memory as a whole. A list of 99,999 parts has a tenth of it.
const mostRead = 256 << 20

// ReadFile reads a regular file of at most 256 MiB to its end.
func (s *Store) ReadFile(path string) ([]byte, error) {
	if !Remote(path) { // check before opening: opening a pipe waits for a writer
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

// place is a path in an open bucket.
type place struct {
	path   string
	bucket bucket
	name   string // scheme://bucket
	key    string
}

// locate returns the place of a path, and opens its bucket on first use.
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
