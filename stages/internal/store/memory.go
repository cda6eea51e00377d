package store

import (
	"crypto/md5"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// memory is a bucket for tests, in the memory of the process.
type memory struct {
	mu      sync.Mutex
	objects map[string]remembered // by key
}

type remembered struct {
	data []byte
	info *Info
}

func newMemory() *memory { return &memory{objects: map[string]remembered{}} }

func (m *memory) close() {}

func (m *memory) head(key string) (*Info, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o, ok := m.objects[key]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return o.info, nil
}

func (m *memory) list(prefix string, _ int) ([]*Info, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := map[string]*Info{}
	for key, o := range m.objects {
		rest, ok := strings.CutPrefix(key, prefix)
		if name, _, below := strings.Cut(rest, "/"); below && ok {
			found[name] = &Info{name: name, dir: true}
		} else if ok {
			found[name] = o.info
		}
	}
	return slices.Collect(maps.Values(found)), nil
}

func (m *memory) read(key string, info *Info, at, n int64) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	o, there := m.objects[key]
	switch path := "mem://…/" + key; {
	case !there:
		return nil, &fault.AwayError{Place: path, Err: fs.ErrNotExist}
	case o.info.etag != info.etag:
		return nil, changed(path)
	}
	return o.data[at : at+n], nil
}

func (m *memory) put(key string, from io.ReaderAt, size int64, fresh bool) error {
	data, err := io.ReadAll(io.NewSectionReader(from, 0, size))
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, there := m.objects[key]; there && fresh {
		return fs.ErrExist
	}
	m.objects[key] = remembered{data, &Info{name: Base(key), size: size, time: time.Now(), etag: fmt.Sprintf("%x", md5.Sum(data))}}
	return nil
}

func (m *memory) remove(key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.objects, key)
	return nil
}
