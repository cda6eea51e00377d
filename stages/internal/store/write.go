package store

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"gocloud.dev/blob"

	"wrone2set/stages/internal/fault"
)

// slowest is how many bytes a second an upload has to make before it is begun anew.
const slowest = 100 << 10

// Put makes an object of a bucket, whole or not at all: one that is being uploaded is not seen. With fresh an object that is
// there stays, and the error is fs.ErrExist; so it may be if this very call has made it and the answer was lost.
func (s *Store) Put(path string, data []byte, fresh bool) error {
	return s.put(path, bytes.NewReader(data), int64(len(data)), condition{fresh: fresh})
}

// Replace is Put over the object of a version, and over no other: the error is [ErrChanged] where the object is another one, or
// gone; so it may be if this very call has replaced it and the answer was lost.
func (s *Store) Replace(path string, data []byte, version string) error {
	return s.put(path, bytes.NewReader(data), int64(len(data)), condition{version: version})
}

// condition is what has to be there before a write.
type condition struct {
	fresh   bool   // nothing
	version string // the object of it; "": whatever
}

// Upload is Put for the content of a file of this machine.
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

func (s *Store) put(path string, r io.ReadSeeker, size int64, c condition) error {
	at, err := s.locate(path)
	if err != nil {
		return err
	}
	within := s.patience + time.Duration(size/slowest)*time.Second
	tried, there := false, false
	err = s.try("write", at, within, func(ctx context.Context) error {
		// A server that has the object may say so and hang up before it has read the body; who still writes does not hear it.
		if c.fresh && tried {
			if there, _ = at.bucket.Exists(ctx, at.key); there {
				return nil
			}
		}
		tried = true
		if _, err := r.Seek(0, io.SeekStart); err != nil {
			return err
		}
		before, err := at.over(ctx, c.version)
		if err != nil {
			return err
		}
		return at.bucket.Upload(ctx, at.key, r, &blob.WriterOptions{ContentType: "application/octet-stream", IfNotExist: c.fresh, BeforeWrite: before})
	})
	switch {
	case there || c.fresh && errors.Is(err, ErrChanged):
		return &fs.PathError{Op: "write", Path: path, Err: fs.ErrExist}
	case c.version != "" && (isNotExist(err) || errors.Is(err, ErrChanged)):
		return &fs.PathError{Op: "write", Path: path, Err: ErrChanged}
	}
	return Outgoing(err)
}

// over is what a request is told that is only for the object of a version; nil for whatever. Where the provider knows no such
// condition, it is asked now.
func (at place) over(ctx context.Context, version string) (before func(as func(any) bool) error, err error) {
	switch {
	case version == "":
		return nil, nil
	case at.driver.over != nil:
		return func(as func(any) bool) error { at.driver.over(as, version); return nil }, nil
	}
	a, err := at.bucket.Attributes(ctx, at.key)
	if err == nil && versionOf(a) != version {
		err = ErrChanged
	}
	return nil, err
}

// Remove removes an object, if it is there.
func (s *Store) Remove(path string) error { return s.RemoveVersion(path, "") }

// RemoveVersion removes an object, if it is there. Where it is no longer that of the version it stays, and the error is
// [ErrChanged].
func (s *Store) RemoveVersion(path, version string) error {
	at, err := s.locate(path)
	if err != nil {
		return err
	}
	err = s.try("remove", at, s.patience, func(ctx context.Context) error {
		before, err := at.over(ctx, version)
		if err != nil {
			return err
		}
		return at.bucket.DeleteWithOptions(ctx, at.key, &blob.DeleteOptions{BeforeDelete: before})
	})
	switch {
	case isNotExist(err):
		return nil
	case errors.Is(err, ErrChanged):
		return &fs.PathError{Op: "remove", Path: path, Err: ErrChanged}
	}
	return Outgoing(err)
}

// Outgoing is an error of writing: a bucket that is not there or denies is what --out says, and no input.
func Outgoing(err error) error {
	var input *fault.InputError
	if errors.As(err, &input) {
		return &fault.UsageError{Err: errors.New(input.Error())}
	}
	return err
}
