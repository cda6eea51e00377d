package store

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// Put writes an object, which appears whole or not at all. With fresh it never replaces an object: the error is then fs.ErrExist.
// That error may also mean that this very call created the object and the answer was lost.
func (s *Store) Put(path string, data []byte, fresh bool) error {
	return s.put(path, bytes.NewReader(data), int64(len(data)), condition{fresh: fresh})
}

// Replace is Put that only replaces an object of the given version. If the object has another version, or does not exist, the error
// is [ErrChanged]. That error may also mean that this very call replaced it and the answer was lost.
func (s *Store) Replace(path string, data []byte, version string) error {
	return s.put(path, bytes.NewReader(data), int64(len(data)), condition{version: version})
}

// Upload is Put for the content of a file on disk.
func (s *Store) Upload(path, file string, fresh bool) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return s.put(path, f, info.Size(), condition{fresh: fresh})
}

func (s *Store) put(path string, from io.ReaderAt, size int64, c condition) error {
	at, err := s.locate(path)
	if err != nil {
		return err
	}
	tried, there := false, false
	err = s.try("write", at, func(ctx context.Context) error {
		// A server that refuses a fresh write may close the connection before it has read the body, and the answer is lost.
		if c.fresh && tried {
			if _, err := at.bucket.head(ctx, at.key); err == nil {
				there = true
				return nil
			}
		}
		tried = true
		return at.bucket.put(ctx, at.key, from, size, c)
	})
	if err == nil {
		s.known.add(at.path)
	}
	switch {
	case there || c.fresh && errors.Is(err, ErrChanged):
		return &fs.PathError{Op: "write", Path: path, Err: fs.ErrExist}
	case c.version != "" && (isNotExist(err) || errors.Is(err, ErrChanged)):
		return &fs.PathError{Op: "write", Path: path, Err: ErrChanged}
	}
	return Outgoing(err)
}

// Remove removes an object, if it exists.
func (s *Store) Remove(path string) error { return s.RemoveVersion(path, "") }

// RemoveVersion removes an object, if it exists. If it has another version, it stays and the error is [ErrChanged].
func (s *Store) RemoveVersion(path, version string) error {
	at, err := s.locate(path)
	if err != nil {
		return err
	}
	err = s.try("remove", at, func(ctx context.Context) error { return at.bucket.remove(ctx, at.key, version) })
	if err == nil {
		s.known.remove(at.path)
	}
	switch {
	case isNotExist(err):
		return nil
	case errors.Is(err, ErrChanged):
		return &fs.PathError{Op: "remove", Path: path, Err: ErrChanged}
	}
	return Outgoing(err)
}

// Outgoing converts an input error into a usage error: for a write, a missing or refusing bucket is the fault of --out.
func Outgoing(err error) error {
	var input *fault.InputError
	if errors.As(err, &input) {
		return &fault.UsageError{Err: errors.New(input.Error())}
	}
	return err
}
