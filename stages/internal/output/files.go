package output

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// File is a file of an output being written, an io.WriteCloser. Nobody sees it before Close, and in a draft not before
// the output is committed. Only one goroutine at a time may use it.
type File struct {
	name  string // path below the folder, with slashes
	path  string
	f     *os.File      // nil: a stream
	to    io.Writer     // the stream, or buf
	buf   *bufio.Writer // nil for a stream, which receives every line at once
	hash  hash.Hash     // nil if no digest is needed
	size  int64
	rows  *int64
	ended bool
	files *fileSet
}

// Name returns the path of the file below the output folder, with slashes, as in the manifest.
func (f *File) Name() string { return f.name }

// SetRows sets the number of rows for the manifest.
func (f *File) SetRows(n int64) { f.rows = &n }

// Write appends to the file.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.to.Write(p)
	if f.hash != nil {
		f.hash.Write(p[:n])
	}
	f.size += int64(n)
	if err != nil {
		return n, fmt.Errorf("write %s: %w", f.name, err)
	}
	return n, nil
}

// Close makes the file durable and part of the output. A second Close does nothing.
func (f *File) Close() error {
	if f.ended {
		return nil
	}
	f.ended = true
	if f.f == nil {
		f.files.drop(f)
		return nil
	}
	err := f.buf.Flush()
	err = errors.Join(err, disk.Commit(f.f, f.path, err == nil))
	if err == nil {
		err = f.files.add(f)
	}
	if err != nil {
		f.files.failed(f, err)
		return fmt.Errorf("write %s: %w", f.name, err)
	}
	return nil
}

// Abort drops the file. After Close it does nothing, so that it can be deferred.
func (f *File) Abort() {
	if !f.ended {
		f.ended = true
		if f.f != nil {
			disk.Commit(f.f, f.path, false)
		}
		f.files.drop(f)
	}
}

// Divert finishes the file outside the output, at path to, on the same file system or in a bucket.
func (f *File) Divert(at *store.Store, to string) error {
	if f.ended {
		return fmt.Errorf("%s: already closed", f.name)
	}
	f.ended = true
	f.files.drop(f)
	err := f.buf.Flush()
	if !store.Remote(to) {
		return errors.Join(err, disk.Commit(f.f, to, err == nil))
	}
	if err = errors.Join(err, disk.Commit(f.f, f.path, err == nil)); err != nil {
		return err
	}
	return at.Upload(to, f.path, false)
}

// fileSet holds the files that an attempt created, by name. It lists only those with a digest.
type fileSet struct {
	mu     sync.Mutex
	dir    string
	stream io.Writer // used if there is no dir
	begun  bool      // a file was created
	open   map[string]*File
	made   map[string]manifest.File
	names  []string // closed files, in the order of closing
	err    error    // of the first file that could not be closed
}

func newFileSet(dir string) *fileSet {
	return &fileSet{dir: dir, open: map[string]*File{}, made: map[string]manifest.File{}}
}

// has reports whether the file was closed.
func (s *fileSet) has(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.made[name]
	return ok
}

// none reports whether no file was created yet.
func (s *fileSet) none() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.begun
}

// create opens the file name. It may create a closed file again; the new one then replaces it.
func (s *fileSet) create(name string, digest bool) (*File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[name] != nil {
		return nil, fmt.Errorf("create %s: it is being written", name)
	}
	s.begun = true
	if s.stream != nil {
		s.open[name] = &File{name: name, to: s.stream, files: s}
		return s.open[name], nil
	}
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	if err := ownFolders(s.dir, path); err != nil {
		return nil, err
	}
	tmp, err := disk.CreateTemp(path)
	if err != nil {
		return nil, err
	}
	buf := bufio.NewWriterSize(tmp, 1<<16)
	f := &File{name: name, path: path, f: tmp, to: buf, buf: buf, files: s}
	if digest {
		f.hash = sha256.New()
	}
	s.open[name] = f
	return f, nil
}

func (s *fileSet) add(f *File) error {
	st, err := os.Stat(f.path)
	if err != nil {
		return err
	}
	// On a file system without locks, another process that writes the same name shows up here at the latest.
	if st.Size() != f.size {
		return fmt.Errorf("%d bytes written, %d on disk", f.size, st.Size())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, f.name)
	if f.hash == nil {
		return nil
	}
	if _, ok := s.made[f.name]; !ok {
		s.names = append(s.names, f.name)
	}
	s.made[f.name] = manifest.File{Path: f.name, Size: f.size, Mtime: st.ModTime(),
		SHA256: hex.EncodeToString(f.hash.Sum(nil)), Rows: f.rows}
	return nil
}

func (s *fileSet) failed(f *File, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, f.name)
	if s.err == nil {
		s.err = fmt.Errorf("write %s: %w", f.name, err)
	}
}

func (s *fileSet) drop(f *File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, f.name)
}

// abort drops every open file and returns their names.
func (s *fileSet) abort() (names []string) {
	s.mu.Lock()
	var files []*File
	for _, f := range s.open {
		files = append(files, f)
	}
	s.mu.Unlock()
	for _, f := range files {
		f.Abort()
		names = append(names, f.name)
	}
	return names
}

// list describes the closed files, sorted by path.
func (s *fileSet) list() (files []manifest.File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range slices.Sorted(slices.Values(s.names)) {
		files = append(files, s.made[n])
	}
	return files
}
