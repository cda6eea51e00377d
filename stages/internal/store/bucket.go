package store

import (
	"io"
	"io/fs"
	"strconv"
	"time"
)

// bucket holds objects by key: those of S3, or of the memory of the process. Its errors are for the user.
type bucket interface {
	// head describes an object.
	head(key string) (*Info, error)
	// list lists the objects and folders directly below a prefix, in any order: all, or at least most of them unless most is 0. A
	// missing folder is empty.
	list(prefix string, most int) ([]*Info, error)
	// read reads n bytes from at on, which are within the object that info describes.
	read(key string, info *Info, at, n int64) ([]byte, error)
	// put creates or replaces an object, which appears whole or not at all. If fresh, it replaces none: the error is fs.ErrExist.
	put(key string, from io.ReaderAt, size int64, fresh bool) error
	// remove removes an object, if it exists.
	remove(key string) error
	close()
}

// Info describes an object or a folder of a bucket.
type Info struct {
	name string
	size int64
	time time.Time
	etag string // without quotes; "" of a folder
	dir  bool
}

// Version returns the version of an object's content. Writing the same content again may change it.
func (i *Info) Version() string { return "etag:" + strconv.Quote(i.etag) }

func (i *Info) Name() string       { return i.name }
func (i *Info) Size() int64        { return i.size }
func (i *Info) ModTime() time.Time { return i.time }
func (i *Info) IsDir() bool        { return i.dir }
func (i *Info) Sys() any           { return nil }

// Mode returns the mode of a read-only file or folder.
func (i *Info) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}
