package manifest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Sum returns the hex sha256 of a file.
func Sum(at *store.Store, path string) (string, error) {
	return sumOf(context.Background(), at, path)
}

func sumOf(ctx context.Context, at *store.Store, path string) (string, error) {
	f, err := at.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum, _, err := digest(Reader{ctx, f})
	return sum, err
}

// digest returns the hex sha256 and the length of what is read.
func digest(r io.Reader) (sum string, size int64, err error) {
	h := sha256.New()
	size, err = io.CopyBuffer(h, r, make([]byte, 1<<20))
	return hex.EncodeToString(h.Sum(nil)), size, err
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

// Version returns how a provider identifies the content of an object; "" for a local file.
func Version(st fs.FileInfo) string {
	if info, ok := st.(*store.Info); ok {
		return info.Version()
	}
	return ""
}

// Pipe describes data read from a pipe. It can be read only once, so it has neither size nor digest. A random text
// takes their place and keeps its output from ever counting as done.
func Pipe(path string) File {
	return File{Path: filepath.ToSlash(path), Pipe: rand.Text()}
}

// SumsFile may stand among files that are embedded in the program, with the digests of the others as sha256sum writes them: every start
// would wait for the digests.
const SumsFile = "SHA256SUMS"

// BuiltIn describes files that are embedded in the program, by name and digest and without a time.
func BuiltIn(in fs.FS, names []string) ([]File, error) {
	sums, err := fs.ReadFile(in, SumsFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("built in: %w", err)
	}
	files := make([]File, len(names))
	for i, name := range names {
		if files[i], err = builtIn(in, name, string(sums)); err != nil {
			return nil, fmt.Errorf("built in: %w", err)
		}
	}
	return files, nil
}

func builtIn(in fs.FS, name, sums string) (File, error) {
	f, err := in.Open(name)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	file := File{Path: name, BuiltIn: true}
	for line := range strings.Lines(sums) {
		if sum, of, _ := strings.Cut(strings.TrimSpace(line), "  "); of == name {
			info, err := f.Stat()
			if err != nil {
				return File{}, err
			}
			file.SHA256, file.Size = sum, info.Size()
			return file, nil
		}
	}
	file.SHA256, file.Size, err = digest(f)
	return file, err
}

// ChangedError is a file that differs from the record in the manifest beside it.
type ChangedError struct{ Stage string } // the stage that made the file

func (e *ChangedError) Error() string { return "is not the file that " + e.Stage + " wrote" }

// Digester computes the digests of input files. It reads only those for which no manifest vouches. The zero value
// reads all files.
type Digester struct {
	Store    *store.Store
	Vouchers []*Manifest // earlier manifests of the reader: their inputs vouch
	Verify   bool        // read every file
	made     map[string][]*Manifest
}

// Digest describes the file. It takes the digest from a manifest if size and mtime match, or the version: first from Vouchers, then
// from the manifests beside the file.
func (d *Digester) Digest(ctx context.Context, path string) (File, error) {
	st, err := d.Store.Stat(path)
	if err != nil {
		return File{}, err
	}
	f := File{Path: filepath.ToSlash(path), Size: st.Size(), Mtime: st.ModTime(), Version: Version(st)}
	known := d.vouched(f)
	var made *File
	var maker string
	if known == nil || d.Verify { // there may be thousands of manifests beside it
		if made, maker, err = d.maker(path); err != nil {
			return f, err
		}
	}
	if known == nil && made != nil && made.vouches(f) {
		known = made
	}
	if known != nil {
		f.Rows = known.Rows
	}
	switch {
	case known != nil && !d.Verify:
		f.SHA256 = known.SHA256
		return f, nil
	case made != nil && made.Size != f.Size:
		return f, &ChangedError{maker}
	case f.Version != "" && !d.Verify && (made == nil || made.Version == ""): // the version takes the place of the digest
		return f, nil
	}
	if f.SHA256, err = sumOf(ctx, d.Store, path); err != nil {
		return f, err
	}
	if made != nil && made.SHA256 != f.SHA256 {
		return f, &ChangedError{maker}
	}
	if f.Version != "" && known == nil {
		f.SHA256 = "" // reading it must not change the key
	}
	return f, nil
}

// vouches reports whether the recorded digest still holds: the file shows no sign of having been rewritten since.
func (f File) vouches(now File) bool {
	same := f.Mtime.Equal(now.Mtime)
	if now.Version != "" { // which says more than a time
		same = f.Version == now.Version
	}
	return same && f.Size == now.Size && f.SHA256 != ""
}

// vouched finds the record of a file, with a digest that still holds, in earlier manifests; nil if there is none.
func (d *Digester) vouched(f File) *File {
	for _, m := range d.Vouchers {
		for _, in := range m.Inputs {
			for _, g := range in.Files {
				if g.Path == f.Path && g.vouches(f) {
					return &g
				}
			}
		}
	}
	return nil
}

// maker finds the record of a file in the manifests beside it, and the stage that made it; nil if there is none.
func (d *Digester) maker(path string) (made *File, stage string, err error) {
	beside, err := d.beside(store.Dir(path))
	for _, m := range beside {
		if g, ok := m.Output(store.Base(path)); ok && m.Stage != "" {
			return &g, m.Stage, nil
		}
	}
	return nil, "", err
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

// AtRest reports whether a file is unchanged since Digest described it. Another size or mtime, or a missing file,
// means that it changed. For an object in a bucket the version decides too. A pipe cannot be checked, and a built-in file
// never changes.
func (d *Digester) AtRest(f File) (bool, error) {
	if f.Pipe != "" || f.BuiltIn {
		return true, nil
	}
	st, err := d.Store.Stat(filepath.FromSlash(f.Path))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return st.Size() == f.Size && st.ModTime().Equal(f.Mtime) && Version(st) == f.Version, nil
}
