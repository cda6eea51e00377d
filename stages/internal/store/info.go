package store

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// Info describes an object or a folder of a bucket.
type Info struct {
	name string
	size int64
	time time.Time
	tag  string // see Version
	sum  string // ETag of an object in a listing
	dir  bool
}

// tagged is the prefix of a version.
const tagged = "etag:"

// Version returns the version of the content, its ETag; "" in a listing. Writing the same content again may change it.
func (i *Info) Version() string { return i.tag }

// Same reports whether the object has a version. In a listing without ETags it is true.
func (i *Info) Same(version string) bool {
	if i.tag != "" {
		return i.tag == version
	}
	return i.sum == "" || versionOf(i.sum) == version
}

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

// Type and Info implement fs.DirEntry.
func (i *Info) Type() fs.FileMode          { return i.Mode().Type() }
func (i *Info) Info() (fs.FileInfo, error) { return i, nil }

// head describes an object.
func (s *Store) head(at place) (info *Info, err error) {
	err = s.try("stat", at, func(ctx context.Context) (err error) {
		info, err = at.bucket.head(ctx, at.key)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.known.add(at.path)
	return info, nil
}

// list lists the folder of a place, sorted by name: all entries, or about most of them unless most is 0. A missing folder is
// empty.
func (s *Store) list(at place, most int) (found []fs.DirEntry, err error) {
	prefix := at.key + "/"
	if at.key == "" {
		prefix = ""
	}
	size := 1000
	if most > 0 {
		size = most
	}
	for token := ""; ; {
		var page []*Info
		var next string
		err := s.try("list", at, func(ctx context.Context) (err error) {
			page, next, err = at.bucket.list(ctx, prefix, token, size)
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, info := range page {
			found = append(found, info)
		}
		if token = next; token == "" || most > 0 && len(found) >= most {
			break
		}
	}
	slices.SortFunc(found, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return found, nil
}
