package output

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// Commit makes the closed files the output, or the part. Here, and for the folder of parts in [Folder.Complete], is decided what
// is finished:
//
//  1. the folder is still of the wanted key
//  2. every file gets its name, each durable since it was closed
//  3. the names are durable
//  4. the manifest, which lists the files with sizes, times and digests, is written
//  5. the folder is still of the wanted key, and the manifest believed
//
// A kill in between leaves files that no manifest lists. m is complete except for its outputs, which Commit fills in.
func (a *Attempt) Commit(ctx context.Context, m *manifest.Manifest) error {
	if a.stream != nil {
		return nil
	}
	if err := a.hold(); err != nil {
		return err
	}
	if name := a.FileName(RejectsName); a.files[name] == nil { // that of an attempt that failed
		if err := a.remove(name); err != nil {
			return err
		}
	}
	names, err := a.names()
	if err != nil {
		return err
	}
	m.Outputs = nil
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		described, err := a.place(name)
		if err != nil {
			return err
		}
		m.Outputs = append(m.Outputs, described)
	}
	// The names must be durable before the manifest lists them, or a crash could leave it without its files.
	if err := a.sync(names...); err != nil {
		return err
	}
	if a.Part.Split() {
		m.Part = a.Part.String()
	}
	if err := a.finish(m, a.record()); err != nil {
		return err
	}
	a.begun = false
	return nil
}

// place gives a file its name, which one in place has, and describes it for the manifest.
func (a *Attempt) place(name string) (d manifest.File, err error) {
	f := a.files[name]
	if !a.InPlace {
		if err := a.put(f); err != nil {
			return d, err
		}
	}
	info, err := a.Store.Stat(a.path(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return d, a.taken()
	case err != nil:
		return d, err
	case f != nil && info.Size() != f.size:
		return d, fmt.Errorf("%s: %d bytes written, %d there", a.path(name), f.size, info.Size())
	}
	d = manifest.File{Path: name, Size: info.Size(), Mtime: info.ModTime(), Version: manifest.Version(info)}
	if f == nil { // of an earlier attempt in place
		d.SHA256, err = manifest.Sum(a.Store, a.path(name))
		return d, err
	}
	d.SHA256, d.Rows = f.digest(), f.rows
	return d, nil
}

// put gives a file its name. A file that has it already is that of another attempt at the key, which is as good; or of a late
// attempt at another one, or a damaged file, which is replaced.
func (a *Attempt) put(f *File) error {
	err := a.medium().Name(f.tmp, a.path(f.name), true)
	if err == nil {
		f.tmp = nil
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	sum, err := manifest.Sum(a.Store, a.path(f.name))
	if fault.System(err) != nil {
		return err
	}
	if err == nil && sum == f.digest() {
		f.discard()
		return nil
	}
	if err := a.hold(); err != nil {
		return err
	}
	return a.replace(f)
}

// replace gives a file its name, in place of what has it.
func (a *Attempt) replace(f *File) error {
	if err := a.medium().Name(f.tmp, a.path(f.name), false); err != nil {
		return err
	}
	f.tmp = nil
	return a.sync(f.name)
}

// finish writes a manifest into the folder, and fails unless it is believed then. One that is there, of another attempt at the key, is
// as good.
func (f *Folder) finish(m *manifest.Manifest, name string) error {
	for range 5 {
		written := f.write(name, m, true)
		if written != nil && !errors.Is(written, fs.ErrExist) {
			return written
		}
		// Another attempt may have cleared the folder since the last look, and nobody would make this output again.
		if err := f.hold(); err != nil {
			return err
		}
		if whole, err := f.whole(name); whole || err != nil {
			return err
		}
		if written == nil {
			break
		}
		// It is that of a late attempt at another key, or lists files as they were.
		if err := f.remove(name); err != nil {
			return err
		}
	}
	return f.taken()
}
