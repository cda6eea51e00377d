package store

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"
)

// memory is a bucket for tests, in the memory of the process.
type memory struct {
	mu      sync.Mutex
	objects map[string]remembered // by key
}

type remembered struct {
	data []byte
	info Info
}

func newMemory() *memory { return &memory{objects: map[string]remembered{}} }

func (m *memory) close() {}

func (m *memory) head(_ context.Context, key string) (*Info, error) {
	o, err := m.find(key, "")
	return &o.info, err
}

// find returns the object if it has the version; "" is any.
func (m *memory) find(key, version string) (remembered, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.held(key, version)
}

func (m *memory) held(key, version string) (remembered, error) {
	o, ok := m.objects[key]
	switch {
	case !ok:
		return remembered{}, fs.ErrNotExist
	case version != "" && o.info.tag != version:
		return remembered{}, ErrChanged
	}
	return o, nil
}

func (m *memory) list(_ context.Context, prefix, token string, most int) (page []*Info, next string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := map[string]*Info{}
	for key, o := range m.objects {
		rest, ok := strings.CutPrefix(key, prefix)
		if !ok {
			continue
		}
		if name, _, below := strings.Cut(rest, "/"); below {
			found[name] = &Info{name: name, dir: true}
		} else {
			found[name] = &Info{name: name, size: o.info.size, time: o.info.time, sum: o.info.sum}
		}
	}
	for name, info := range found {
		if name > token {
			page = append(page, info)
		}
	}
	slices.SortFunc(page, func(a, b *Info) int { return strings.Compare(a.name, b.name) })
	if len(page) > most {
		page = page[:most]
		next = page[most-1].name
	}
	return page, next, nil
}

func (m *memory) get(_ context.Context, key string, offset, length int64, version string) (io.ReadCloser, int64, error) {
	o, err := m.find(key, version)
	if err != nil {
		return nil, 0, err
	}
	if length < 0 {
		length = o.info.size - offset
	}
	return io.NopCloser(io.NewSectionReader(bytes.NewReader(o.data), offset, length)), o.info.size, nil
}

func (m *memory) put(_ context.Context, key string, from io.ReaderAt, size int64, c condition) error {
	data, err := io.ReadAll(io.NewSectionReader(from, 0, size))
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, there := m.objects[key]; there && c.fresh {
		return ErrChanged
	}
	if c.version != "" {
		if _, err := m.held(key, c.version); err != nil {
			return err
		}
	}
	sum := md5.Sum(data)
	etag := hex.EncodeToString(sum[:])
	m.objects[key] = remembered{data, Info{name: Base(key), size: size, time: time.Now(), tag: versionOf(etag), sum: etag}}
	return nil
}

func (m *memory) remove(_ context.Context, key, version string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.held(key, version); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	delete(m.objects, key)
	return nil
}
