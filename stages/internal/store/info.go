package store

import (
	"io/fs"
	"strconv"
	"time"
)

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
