package manifest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Sum returns the hex sha256 of a file.
func Sum(at *store.Store, path string) (string, error) {
	return sum(context.Background(), at, path)
}

func (d *Digester) sum(ctx context.Context, path string) (string, error) {
	return sum(ctx, d.Store, path)
}

func sum(ctx context.Context, at *store.Store, path string) (string, error) {
	f, err := at.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.CopyBuffer(h, Reader{ctx, f}, make([]byte, 1<<20)); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Reader stops a copy when the context is done.
type Reader struct {
	Context context.Context
	io.Reader
}

func (r Reader) Read(p []byte) (int, error) {
	if err := r.Context.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// Digester computes the digests of input files. It reads only those for which no manifest vouches. The zero value
// reads all files.
type Digester struct {
	Store    *store.Store
	Vouchers []*Manifest // earlier manifests of the reader: their inputs vouch
	Verify   bool        // read every file
	made     map[string][]*Manifest
}

// Digest describes the file. It takes the digest from a manifest if size and mtime match: first from Vouchers, then from
// the manifests beside the file.
func (d *Digester) Digest(ctx context.Context, path string) (File, error) {
	st, err := d.Store.Stat(path)
	if err != nil {
		return File{}, err
	}
	f := File{Path: filepath.ToSlash(path), Size: st.Size(), Mtime: st.ModTime(), Version: Version(st)}
	found, ok, err := d.lookup(f)
	if err != nil {
		return File{}, err
	}
	f.Rows = found.Rows
	if ok && !d.Verify {
		f.SHA256 = found.SHA256
		return f, nil
	}
	maker, g, err := d.maker(path)
	switch {
	case err != nil:
		return f, err
	case maker != nil && g.Size != f.Size:
		return f, &ChangedError{Stage: maker.Stage}
	case f.Version != "" && !d.Verify && (maker == nil || g.Version == ""): // the version takes the place of the digest
		return f, nil
	}
	if f.SHA256, err = d.sum(ctx, path); err != nil {
		return f, err
	}
	if maker != nil && g.SHA256 != f.SHA256 {
		return f, &ChangedError{Stage: maker.Stage}
	}
	if f.Version != "" && !ok {
		f.SHA256 = "" // reading it must not change the key
	}
	return f, nil
}

// Version returns how a provider identifies the content of an object; "" for a local file.
func Version(st fs.FileInfo) string {
	if info, ok := st.(*store.Info); ok {
		return info.Version()
	}
	return ""
}

// ChangedError is a file that differs from the record in the manifest beside it.
type ChangedError struct{ Stage string } // the stage that made the file

func (e *ChangedError) Error() string { return "is not the file that " + e.Stage + " wrote" }

// maker finds the manifest beside a file that lists it; nil if there is none.
func (d *Digester) maker(path string) (*Manifest, File, error) {
	dir, base := store.Dir(path), store.Base(path)
	beside, err := d.beside(dir)
	for _, m := range beside {
		if g, ok := m.Output(base); ok && m.Stage != "" {
			return m, g, nil
		}
	}
	return nil, File{}, err
}

func (d *Digester) lookup(f File) (File, bool, error) {
	same := func(g File) bool {
		if f.Version != "" { // a version says more than a time
			return g.Size == f.Size && g.Version == f.Version && g.SHA256 != ""
		}
		return g.Size == f.Size && g.Mtime.Equal(f.Mtime) && g.SHA256 != ""
	}
	for _, m := range d.Vouchers {
		for _, in := range m.Inputs {
			for _, g := range in.Files {
				if g.Path == f.Path && same(g) {
					return g, true, nil
				}
			}
		}
	}
	maker, g, err := d.maker(filepath.FromSlash(f.Path))
	if maker != nil && same(g) {
		return g, true, nil
	}
	return File{}, false, err
}

// beside reads the manifests in a folder once: the folder's own and those of its parts. It skips files that are not
// manifests. A read error is returned, since that manifest may list the file.
func (d *Digester) beside(dir string) ([]*Manifest, error) {
	if ms, ok := d.made[dir]; ok {
		return ms, nil
	}
	var ms []*Manifest
	entries, err := d.Store.ReadDir(dir)
	if fault.System(err) != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Name() == Name || strings.HasSuffix(e.Name(), "."+Name) {
			m, err := Read(d.Store, store.Join(dir, e.Name()))
			if fault.System(err) != nil {
				return nil, err
			}
			if err == nil {
				ms = append(ms, m)
			}
		}
	}
	if d.made == nil {
		d.made = map[string][]*Manifest{}
	}
	d.made[dir] = ms
	return ms, nil
}
