package store

import (
	"context"
	"io"
)

// bucket holds objects by key, in S3 or in the memory of the process. A method makes one request and does not retry. Permanent
// errors wrap fs.ErrNotExist, fs.ErrPermission, [ErrChanged], errNoBucket, errExpired or a [fault.UsageError]; any other error
// is transient.
type bucket interface {
	// head describes an object.
	head(ctx context.Context, key string) (*Info, error)
	// list lists up to most objects and folders directly below a prefix. It continues at token, "" for the first page. next is
	// the token of the next page, "" on the last one.
	list(ctx context.Context, prefix, token string, most int) (page []*Info, next string, err error)
	// get opens length bytes at an offset of the object, if it has the version; -1 means up to the end. size is that of the
	// whole object.
	get(ctx context.Context, key string, offset, length int64, version string) (body io.ReadCloser, size int64, err error)
	// put creates an object with the content of from, if the condition holds. The object appears whole or not at all.
	put(ctx context.Context, key string, from io.ReaderAt, size int64, c condition) error
	// remove removes the object if it has the version; "" is any.
	remove(ctx context.Context, key, version string) error
	close()
}

// condition is the condition of a write.
type condition struct {
	fresh   bool   // there is no object
	version string // the object has this version; "": any object, or none
}

// open opens the bucket of a scheme.
func (s *Store) open(scheme, name string) (bucket, error) {
	if scheme == "mem" {
		return newMemory(), nil
	}
	return openS3(s.ctx, environment(s.getenv), name, s.patience)
}
