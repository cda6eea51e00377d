// Package store opens and writes files by their paths: files on disk, and objects in buckets, whose paths are URLs.
//
//	data/corpus.jsonl, file:///data/corpus.jsonl   a file of this machine
//	s3://bucket/prefix/corpus.jsonl                S3, or a server with its protocol
//
// Keys in URLs are not escaped. A folder of a bucket is a common prefix of keys, up to a slash. Credentials come from environment
// variables, the files of the provider's tools, or the machine's identity; the endpoint is AWS_ENDPOINT_URL, the region
// AWS_REGION. URLs contain none of these.
//
// Transient errors (503, timeouts, a lost connection, also within a body) are retried a few times, and then become a
// [fault.AwayError].
package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// ErrChanged is wrapped by errors of operations on an object that no longer has the expected version.
var ErrChanged = errors.New("changed while it was read")

// Store opens and writes files by their paths. It keeps buckets open until Close. It is safe for concurrent use. A nil Store knows
// only files on disk.
type Store struct {
	ctx      context.Context // ends requests to buckets
	open     func(name string) (bucket, error)
	patience time.Duration // longest time in which nothing of a request or its answer moves

	mu      sync.Mutex
	buckets map[string]bucket // by name
}

// bucket is a bucket: one of a provider, or of the memory of the process. Its errors name the object.
type bucket interface {
	// head describes an object; the error of a missing one is fs.ErrNotExist.
	head(key string) (*Info, error)
	// list lists the objects and folders directly below a prefix, in any order: all, or at least most of them unless most is 0. A
	// missing folder is empty.
	list(prefix string, most int) ([]*Info, error)
	// read reads n bytes from at on, which are within the object that info describes. If it has changed, the error is ErrChanged.
	read(key string, info *Info, at, n int64) ([]byte, error)
	// put creates or replaces an object, which appears whole or not at all. If fresh, it replaces none: the error is fs.ErrExist.
	put(key string, from io.ReaderAt, size int64, fresh bool) error
	// remove removes an object, if it exists.
	remove(key string) error
	// idle closes connections that wait.
	idle()
}

// New returns the store of a run, which ctx ends.
func New(ctx context.Context) *Store { return In(ctx, os.Getenv) }

// In is New with the variables of another environment.
func In(ctx context.Context, getenv func(name string) string) *Store {
	s := &Store{ctx: ctx, patience: time.Minute, buckets: map[string]bucket{}}
	s.open = func(name string) (bucket, error) { return openS3(ctx, getenv, name, s.patience) }
	return s
}

// Ended returns the error of the run's context, nil until it ends.
func (s *Store) Ended() error { return s.ctx.Err() }

// Close closes the buckets.
func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.buckets {
		b.idle()
	}
	clear(s.buckets)
}

// locate returns the bucket of a path, opened on first use, and the key in it.
func (s *Store) locate(path string) (b bucket, key string, err error) {
	name, key := cut(path)
	if s == nil {
		return nil, "", fault.Usagef("%s: only files of this machine can be given here", path)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if b = s.buckets[name]; b == nil {
		if b, err = s.open(name); err != nil {
			return nil, "", fault.Usagef("%s%s: %s", scheme, name, quiet(err))
		}
		s.buckets[name] = b
	}
	return b, key, nil
}

// Open opens a file. If an object changes after Open, its methods fail with [ErrChanged].
func (s *Store) Open(path string) (schemas.File, error) {
	if !Remote(path) {
		return os.Open(path)
	}
	info, err := s.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("is a folder")}
	}
	b, key, err := s.locate(path)
	if err != nil {
		return nil, err
	}
	return newObject(b, key, info.(*Info)), nil
}

// Stat describes a file or a folder; of a bucket as an *[Info].
func (s *Store) Stat(path string) (fs.FileInfo, error) {
	if !Remote(path) {
		return os.Stat(path)
	}
	b, key, err := s.locate(path)
	if err != nil {
		return nil, err
	}
	if key == "" {
		_, err := b.list("", 1)
		return &Info{name: Base(path), dir: true}, err
	}
	info, err := b.head(key)
	if !errors.Is(err, fs.ErrNotExist) {
		return info, err
	}
	found, err := b.list(key+"/", 1)
	if err == nil && len(found) == 0 {
		err = &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
	}
	return &Info{name: Base(path), dir: true}, err
}

// ReadDir lists a folder, sorted by name.
func (s *Store) ReadDir(path string) (entries []fs.DirEntry, err error) {
	if !Remote(path) {
		return os.ReadDir(path)
	}
	b, key, err := s.locate(path)
	if err != nil {
		return nil, err
	}
	found, err := b.list(strings.TrimPrefix(key+"/", "/"), 0)
	if err == nil && len(found) == 0 && key != "" {
		err = &fs.PathError{Op: "list", Path: path, Err: fs.ErrNotExist}
	}
	for _, info := range found {
		entries = append(entries, fs.FileInfoToDirEntry(info))
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// mostRead is the largest file that is read into memory as a whole. The manifest of 99,999 parts has a tenth of it.
const mostRead = 256 << 20

// ReadFile reads a regular file of at most 256 MiB to its end. It reads an object that is replaced meanwhile again, but not forever:
// none of ours is rewritten that often.
func (s *Store) ReadFile(path string) (data []byte, err error) {
	for range 10 {
		if data, err = s.readOnce(path); !errors.Is(err, ErrChanged) {
			break
		}
	}
	return data, err
}

func (s *Store) readOnce(path string) ([]byte, error) {
	// Before the file is opened: a pipe would wait for somebody to write into it, and a device has no end.
	if st, err := s.Stat(path); err != nil {
		return nil, err
	} else if !st.Mode().IsRegular() || st.Size() > mostRead {
		return nil, fmt.Errorf("%s: is not a regular file of at most %d MiB", path, mostRead>>20)
	}
	f, err := s.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mostRead))
}

// Upload writes an object, which appears whole or not at all. With fresh it never replaces an object: the error is then fs.ErrExist.
// That error may also mean that this very call created the object and the answer was lost.
func (s *Store) Upload(path string, from io.ReaderAt, size int64, fresh bool) error {
	b, key, err := s.locate(path)
	if err != nil {
		return err
	}
	return Outgoing(b.put(key, from, size, fresh))
}

// Put is Upload for data in memory.
func (s *Store) Put(path string, data []byte, fresh bool) error {
	return s.Upload(path, bytes.NewReader(data), int64(len(data)), fresh)
}

// Remove removes an object, if it exists.
func (s *Store) Remove(path string) error {
	b, key, err := s.locate(path)
	if err != nil {
		return err
	}
	return Outgoing(b.remove(key))
}

// Outgoing converts an input error into a usage error: for a write, a missing or refusing bucket is the fault of --out.
func Outgoing(err error) error {
	var input *schemas.FileError
	if errors.As(err, &input) {
		return &fault.UsageError{Err: errors.New(input.Error())}
	}
	return err
}
