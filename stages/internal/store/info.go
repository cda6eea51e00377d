package store

import (
	"context"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"gocloud.dev/blob"

	"wrone2set/stages/internal/fault"
)

// Info describes an object or a folder of a bucket.
type Info struct {
	name string
	size int64
	time time.Time
	tag  string // md5 or ETag, see Version
	sum  string // of an object in a listing: hex md5, where the provider gives it
	dir  bool
}

// What a version begins with.
const (
	hashed = "md5:"
	tagged = "etag:"
)

// Version is what the provider says the content is: its ETag, or its MD5 where there is none; "" where it says neither, and
// in a listing. Who writes an object anew, and be it with the same content, may change it.
func (i *Info) Version() string { return i.tag }

// Same reports whether it may be the object of a version: one of a listing, of which neither is known, may.
func (i *Info) Same(version string) bool {
	if i.tag != "" {
		return i.tag == version
	}
	// The ETag of what was uploaded in parts is no sum.
	return i.sum == "" || strings.Contains(version, "-") || strings.Contains(version, i.sum)
}

func (i *Info) Name() string       { return i.name }
func (i *Info) Size() int64        { return i.size }
func (i *Info) ModTime() time.Time { return i.time }
func (i *Info) IsDir() bool        { return i.dir }
func (i *Info) Sys() any           { return nil }

// Mode is that of a file that nobody may write, or of a folder.
func (i *Info) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

// Type and Info make it an fs.DirEntry.
func (i *Info) Type() fs.FileMode          { return i.Mode().Type() }
func (i *Info) Info() (fs.FileInfo, error) { return i, nil }

// head describes an object.
func (s *Store) head(at place) (*Info, error) {
	var a *blob.Attributes
	err := s.try("stat", at, s.patience, func(ctx context.Context) (err error) {
		a, err = at.bucket.Attributes(ctx, at.key)
		return err
	})
	if err != nil {
		return nil, s.explained(at, err)
	}
	return &Info{name: Base(at.path), size: a.Size, time: a.ModTime, tag: versionOf(a)}, nil
}

func versionOf(a *blob.Attributes) string {
	switch {
	case a.ETag != "":
		return tagged + a.ETag
	case len(a.MD5) > 0:
		return hashed + hex.EncodeToString(a.MD5)
	}
	return ""
}

// explained is an error of asking for an object alone, to which S3 answers without a word: a listing is told why.
func (s *Store) explained(at place, err error) error {
	var usage *fault.UsageError
	if !isDenied(err) && !errors.As(err, &usage) {
		return err
	}
	if _, why := s.list(at, 1); why != nil && !isNotExist(why) {
		return why
	}
	return err
}

// list lists what lies in the folder of a place, up to most where that is not 0, sorted by name. There may be nothing.
func (s *Store) list(at place, most int) (found []fs.DirEntry, err error) {
	prefix := at.key + "/"
	if at.key == "" {
		prefix = ""
	}
	size := 1000
	if most > 0 {
		size = most
	}
	var page []*blob.ListObject
	for token := blob.FirstPageToken; len(token) > 0; {
		var next []byte
		err := s.try("list", at, s.patience, func(ctx context.Context) (err error) {
			page, next, err = at.bucket.ListPage(ctx, token, size, &blob.ListOptions{Prefix: prefix, Delimiter: "/"})
			if err == io.EOF {
				page, next, err = nil, nil, nil
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, o := range page {
			name := strings.TrimSuffix(strings.TrimPrefix(o.Key, prefix), "/")
			if name == "" || !o.IsDir && strings.HasSuffix(o.Key, "/") { // what consoles make for an empty folder
				continue
			}
			found = append(found, &Info{name: name, size: o.Size, time: o.ModTime, sum: hex.EncodeToString(o.MD5), dir: o.IsDir})
		}
		if token = next; most > 0 && len(found) >= most {
			break
		}
	}
	slices.SortFunc(found, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return found, nil
}
