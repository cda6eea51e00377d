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
	return s.put(path, bytes.NewReader(data), int64(len(data)), fresh)
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
	return s.put(path, f, info.Size(), fresh)
}

func (s *Store) put(path string, r io.ReadSeeker, size int64, fresh bool) error {
	at, err := s.locate(path)
	if err != nil {
		return err
	}
	within := s.patience + time.Duration(size/slowest)*time.Second
	tried, there := false, false
	err = s.try("write", at, within, func(ctx context.Context) error {
		// A server that has the object may say so and hang up before it has read the body; who still writes does not hear it.
		if fresh && tried {
			if there, _ = at.bucket.Exists(ctx, at.key); there {
				return nil
			}
		}
		tried = true
		if _, err := r.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return at.bucket.Upload(ctx, at.key, r, &blob.WriterOptions{ContentType: "application/octet-stream", IfNotExist: fresh})
	})
	if there || fresh && errors.Is(err, ErrChanged) {
		return &fs.PathError{Op: "write", Path: path, Err: fs.ErrExist}
	}
	return Outgoing(err)
}

// Remove removes an object, if it is there.
func (s *Store) Remove(path string) error {
	at, err := s.locate(path)
	if err != nil {
		return err
	}
	err = s.try("remove", at, s.patience, func(ctx context.Context) error { return at.bucket.Delete(ctx, at.key) })
	if isNotExist(err) {
		return nil
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
