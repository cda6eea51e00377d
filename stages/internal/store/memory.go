package store

import (
	"context"
	"crypto/md5"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Memory returns a store whose buckets are in the memory of the process, for tests. There are all that are asked for, empty at first.
func Memory() *Store {
	s := New(context.Background())
	s.open = func(string) (bucket, error) { return &memory{objects: map[string]content{}}, nil }
	return s
}

// memory is a bucket in the memory of the process.
type memory struct {
	mu      sync.Mutex
	objects map[string]content
}

// content is what an object holds.
type content struct {
	data string
	time time.Time
	etag string
}

func (c content) info(name string) *Info {
	return &Info{name: name, size: int64(len(c.data)), time: c.time, etag: c.etag}
}

func (m *memory) idle() {}

func (m *memory) head(key string) (*Info, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.objects[key]
	if !ok {
		return nil, &fs.PathError{Op: "read", Path: key, Err: fs.ErrNotExist}
	}
	return c.info(Base(key)), nil
}

func (m *memory) list(prefix string, most int) (found []*Info, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(m.objects)) {
		name, below := strings.CutPrefix(key, prefix)
		folder, _, deeper := strings.Cut(name, "/")
		switch {
		case !below || most > 0 && len(found) >= most:
		case !deeper:
			found = append(found, m.objects[key].info(name))
		case len(found) == 0 || found[len(found)-1].name != folder:
			found = append(found, &Info{name: folder, dir: true})
		}
	}
	return found, nil
}

func (m *memory) put(key string, from io.ReaderAt, size int64, fresh bool) error {
	data, err := io.ReadAll(io.NewSectionReader(from, 0, size))
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.objects[key]; ok && fresh {
		return &fs.PathError{Op: "write", Path: key, Err: fs.ErrExist}
	}
	m.objects[key] = content{string(data), time.Now(), fmt.Sprintf("%x", md5.Sum(data))}
	return nil
}

func (m *memory) remove(key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.objects, key)
	return nil
}

func (m *memory) read(key string, info *Info, at, n int64) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.objects[key]
	if c.etag != info.etag {
		return nil, changed(key)
	}
	return []byte(c.data[at : at+n]), nil
}
