package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Copies are copies, on this machine, of the files of [Input.Copied] inputs in a bucket.
type Copies struct {
	store *store.Store
	dir   string              // among the temporary files of this machine; "" until the first copy
	by    map[string][]Source // by input, with paths of the copies
	of    map[string]string   // path of a copy, or of its folder → its origin
	read  map[string]string   // origin of a copy → the version that was read
}

// NewCopies returns an empty set of copies of files of a store.
func NewCopies(at *store.Store) *Copies {
	return &Copies{store: at, by: map[string][]Source{}, of: map[string]string{}, read: map[string]string{}}
}

// Version returns the version of a copied file that was read, and false if it was not copied.
func (c *Copies) Version(file string) (version string, copied bool) {
	version, copied = c.read[file]
	return version, copied
}

// Local returns the sources of an input as Run and Settle see them: those of a Copied input have paths on disk.
func (c *Copies) Local(ctx context.Context, in Input, sources []Source) ([]Source, error) {
	if !in.Copied {
		return sources, nil
	}
	if all, done := c.by[in.Name]; done {
		return all, nil
	}
	all := slices.Clone(sources)
	for i, src := range sources {
		if !store.Remote(src.Files[0]) {
			continue
		}
		var err error
		if all[i], err = c.source(ctx, src, fmt.Sprintf("%s-%d", in.Name, i)); err != nil {
			return nil, fmt.Errorf("--%s: %w", in.Name, err)
		}
	}
	c.by[in.Name] = all
	return all, nil
}

// source copies the files of a source to a folder called name.
func (c *Copies) source(ctx context.Context, src Source, name string) (_ Source, err error) {
	if c.dir == "" {
		if c.dir, err = os.MkdirTemp("", "wrone2set-*"); err != nil && fault.System(err) == nil {
			err = fault.Usagef("temporary folder: %w; point TMPDIR to a folder that may be written", err)
		}
		if err != nil {
			return src, err
		}
	}
	to := filepath.Join(c.dir, name)
	var files []string
	for i, file := range src.Files {
		path := filepath.Join(to, fmt.Sprint(i), store.Base(file)) // of a pattern several may have one name
		if src.Dir != "" {
			path = filepath.Join(to, filepath.FromSlash(strings.TrimPrefix(file, src.Dir+"/")))
		}
		if err := c.file(ctx, file, path); err != nil {
			return src, err
		}
		files = append(files, path)
	}
	if src.Files = files; src.Dir != "" {
		c.of[to], src.Dir = src.Dir, to
	}
	return src, nil
}

// file copies a file.
func (c *Copies) file(ctx context.Context, from, to string) error {
	in, err := c.store.Open(from)
	if err != nil {
		return fault.Unreadable(from, err)
	}
	defer in.Close()
	st, err := in.Stat()
	if err != nil {
		return err
	}
	c.of[to], c.read[from] = from, manifest.Version(st)
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, manifest.Reader{Context: ctx, Reader: in})
	return errors.Join(err, out.Close())
}

// Named makes an error about a copy name the origin: the copy no longer exists when the user reads the error.
func (c *Copies) Named(err error) error {
	var file *schemas.FileError
	if errors.As(err, &file) {
		file.File = c.Origin(file.File)
	}
	return err
}

// Origin returns the origin of a copy, or path itself if it is not a copy.
func (c *Copies) Origin(path string) string {
	for dir, rest := path, ""; ; dir = filepath.Dir(dir) {
		if from, ok := c.of[dir]; ok {
			return store.Join(from, rest)
		}
		if dir == filepath.Dir(dir) {
			return path
		}
		rest = filepath.Base(dir) + "/" + rest
	}
}

// Close removes the copies.
func (c *Copies) Close() {
	if c.dir != "" {
		os.RemoveAll(c.dir)
	}
}
