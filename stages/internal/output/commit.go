package output

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

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
//  5. the folder is still of the wanted key
//
// A kill in between leaves files that no manifest lists. m is complete except for its outputs, which Commit fills in.
func (a *Attempt) Commit(ctx context.Context, m *manifest.Manifest) error {
	if a.stream != nil {
		return nil
	}
	if err := a.hold(); err != nil {
		return err
	}
	if !a.Force && !a.InPlace {
		// Another attempt at the key may have been faster, and its output may be in use by now.
		if found, damage, err := a.finished(a.record()); err != nil || found != nil && len(damage) == 0 {
			return err
		}
	}
	names, err := a.place(ctx, m)
	if err != nil {
		return err
	}
	// The names must be durable before the manifest lists them, or a crash could leave it without its files.
	if err := a.syncDirs(names); err != nil {
		return err
	}
	if a.Part.Split() {
		m.Part = a.Part.String()
	}
	if err := a.writeManifest(m, a.record()); err != nil {
		return err
	}
	a.begun = false
	if err := a.hold(); err != nil {
		return err // and nobody believes a manifest under the mark of another key
	}
	if a.Part.Split() {
		return a.remove(a.failedFile()) // of an earlier attempt that failed
	}
	return nil
}

// place gives the files their names and lists them in m. Those of an output in place have them.
func (a *Attempt) place(ctx context.Context, m *manifest.Manifest) (names []string, err error) {
	if err := a.forgetRejects(); err != nil {
		return nil, err
	}
	if a.InPlace {
		m.Outputs, err = a.survey()
		return nil, err
	}
	for name := range a.files {
		names = append(names, name)
	}
	slices.Sort(names)
	m.Outputs = nil
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := a.put(a.files[name]); err != nil {
			return nil, err
		}
		described, err := a.describe(a.files[name])
		if err != nil {
			return nil, err
		}
		m.Outputs = append(m.Outputs, described)
	}
	return names, nil
}

// forgetRejects removes the list of bad rows of an earlier attempt, which failed.
func (a *Attempt) forgetRejects() error {
	name := a.FileName(RejectsName)
	if a.files[name] != nil {
		return nil
	}
	if _, err := a.Store.Stat(a.path(name)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return a.remove(name)
}

// put gives a file its name. A file that has it already is that of another attempt at the key, which is as good; or of a late
// attempt at another one, or a damaged file, which is replaced.
func (a *Attempt) put(f *File) error {
	err := a.medium().Link(f.tmp, a.path(f.name))
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
		a.discard(f)
		return nil
	}
	if err := a.hold(); err != nil {
		return err
	}
	return a.replace(f)
}

// replace gives a file its name, in place of what has it.
func (a *Attempt) replace(f *File) error {
	if err := a.medium().Rename(f.tmp, a.path(f.name)); err != nil {
		return err
	}
	f.tmp = nil
	return a.syncDirs([]string{f.name})
}

// describe returns the entry of a file that has its name in the manifest.
func (a *Attempt) describe(f *File) (manifest.File, error) {
	info, err := a.Store.Stat(a.path(f.name))
	if errors.Is(err, fs.ErrNotExist) {
		return manifest.File{}, a.errTaken()
	}
	if err != nil {
		return manifest.File{}, err
	}
	if info.Size() != f.size {
		return manifest.File{}, fmt.Errorf("%s: %d bytes written, %d there", a.path(f.name), f.size, info.Size())
	}
	return manifest.File{Path: f.name, Size: f.size, Mtime: info.ModTime(), Version: manifest.Version(info), SHA256: f.digest(), Rows: f.rows}, nil
}

// writeManifest writes a manifest into the folder. One that is there, of another attempt at the key, is as good.
func (f *Folder) writeManifest(m *manifest.Manifest, name string) error {
	for range 5 {
		err := f.create(name, m)
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
		found, damage, err := f.finished(name)
		if err != nil || found != nil && len(damage) == 0 {
			return err
		}
		// It is that of a late attempt at another key, or lists files as they were.
		if err := f.hold(); err != nil {
			return err
		}
		if err := f.remove(name); err != nil {
			return err
		}
	}
	return f.errTaken()
}
