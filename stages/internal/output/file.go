package output

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"path"

	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
)

// File is a file of an output being written, an io.WriteCloser. Nobody sees it before the output is committed; one that is made
// in place is seen from Close on. Only one goroutine at a time may use it.
type File struct {
	name  string        // path below the folder, with slashes
	tmp   disk.File     // nil: a stream, or a file that has its name or was dropped
	to    io.Writer     // the stream, or buf
	buf   *bufio.Writer // nil for a stream, which receives every line at once
	hash  hash.Hash     // nil if no digest is needed
	size  int64
	rows  *int64
	ended bool // closed or dropped; guarded by of.mu
	of    *Attempt
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
	var err error
	if f.tmp != nil {
		// Before the file gets its name: otherwise a crash could leave the name with an empty file.
		err = errors.Join(f.buf.Flush(), f.tmp.Sync())
	}
	if err == nil && f.of.InPlace {
		err = f.of.replace(f)
	}
	if err != nil {
		err = fmt.Errorf("write %s: %w", f.name, err)
		f.Abort()
	}
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	f.ended = true
	if f.of.err == nil {
		f.of.err = err
	}
	return err
}

// Abort drops the file. After Close it does nothing, so that it can be deferred.
func (f *File) Abort() {
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	if !f.ended {
		f.ended = true
		f.discard()
		delete(f.of.files, f.name)
	}
}

// discard removes the temporary file, if there is one. If that fails, the next attempt sweeps it.
func (f *File) discard() {
	if f.tmp != nil {
		f.of.medium().Discard(f.tmp)
		f.tmp = nil
	}
}

// digest returns the hex sha256 of what was written.
func (f *File) digest() string { return hex.EncodeToString(f.hash.Sum(nil)) }

// open creates the file name. The caller holds a.mu.
func (a *Attempt) open(name string) (*File, error) {
	if a.stream != nil {
		return &File{name: name, to: a.stream, of: a}, nil
	}
	if err := a.prepare(path.Dir(name)); err != nil {
		return nil, err
	}
	tmp, err := a.medium().Create(a.path(name))
	if err != nil {
		return nil, err
	}
	buf := bufio.NewWriterSize(tmp, 1<<16)
	f := &File{name: name, tmp: tmp, to: buf, buf: buf, of: a}
	// Nobody needs the digest of a working file, and for a large one it takes longer than writing it.
	if !(a.InPlace && a.working(name)) {
		f.hash = sha256.New()
	}
	return f, nil
}
