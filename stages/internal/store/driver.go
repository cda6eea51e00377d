package store

import (
	"context"
	"io"
)

// bucket holds objects by key. S3 and the memory of the process are buckets. A method asks once. Its error wraps
// fs.ErrNotExist, fs.ErrPermission, [ErrChanged], errNoBucket, errExpired or a [fault.UsageError] where it is one of
// those; any other error may be gone at the next request.
type bucket interface {
	// head describes an object.
	head(ctx context.Context, key string) (*Info, error)
	// list lists up to most objects and folders right below a prefix, from the place that token marks; "" is the beginning.
	// next is "" on the last page.
	list(ctx context.Context, prefix, token string, most int) (page []*Info, next string, err error)
	// get opens length bytes of the object of a version, from an offset on; -1 is up to the end. size is that of the whole
	// object.
	get(ctx context.Context, key string, offset, length int64, version string) (body io.ReadCloser, size int64, err error)
	// put makes an object of what from holds, if the condition is met. Nobody sees it before it is whole.
	put(ctx context.Context, key string, from io.ReaderAt, size int64, c condition) error
	// remove removes the object of a version; "" is any.
	remove(ctx context.Context, key, version string) error
	close()
}

// condition is what has to be there before a write.
type condition struct {
	fresh   bool   // nothing
	version string // the object of it; "" is any, or none
}

// open opens the bucket of a scheme.
func (s *Store) open(scheme, name string) (bucket, error) {
	if scheme == "mem" {
		return newMemory(), nil
	}
	return openS3(s.ctx, name, s.patience)
}
