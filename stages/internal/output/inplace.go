package output

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// lockPlace takes the lock of an output in place and waits for other attempts until ctx is done. A finished output in a folder that
// may not be changed needs no lock.
func (a *Attempt) lockPlace(ctx context.Context) (done *manifest.Manifest, err error) {
	err = a.medium().Mkdir(a.Dir)
	if err == nil {
		a.lock, err = lockFolder(ctx, a.Dir, func() {
			a.Log.Info("another attempt is at work in the output folder; waiting for it to end", "out", a.Dir)
		})
	}
	if denied(err) && !a.Force {
		if done, foundErr := a.found(a.record()); done != nil || foundErr != nil {
			return done, foundErr
		}
	}
	if err == nil && a.lock == nil {
		a.Log.Warn("the file system of the output has no locks; run one attempt at a time", "out", a.Dir)
	}
	return nil, err
}

// removeDamaged removes the damaged files of a finished output in place, which an attempt would otherwise go on from.
func (a *Attempt) removeDamaged() error {
	if a.Force {
		return nil // all go
	}
	m, damage, err := a.finished(a.record())
	if m == nil || err != nil {
		return err
	}
	// A kill must not leave a manifest over files that are being made again.
	if err := a.unfinish(); err != nil {
		return err
	}
	for name := range damage {
		if !a.declares(name) {
			continue // the manifest may say so, but it is not a file of the stage
		}
		if err := a.ownFolders(name); err != nil {
			return err
		}
		if err := a.remove(name); err != nil {
			return err
		}
	}
	return nil
}

// resumes logs that an attempt in place goes on from the files of an earlier one.
func (a *Attempt) resumes() {
	if names, err := a.list(); err == nil && len(names) > 0 {
		a.Log.Info("resuming an earlier attempt", "out", a.Dir)
	}
}

// present lists the declared files of the finished output in its folder, sorted, with slashes.
func (f *Folder) present() (names []string, err error) {
	err = f.walk(func(rel string, e fs.DirEntry) error {
		if e.Type().IsRegular() && f.declares(rel) && !f.working(rel) {
			names = append(names, rel)
		}
		return nil
	})
	return names, err
}

// survey describes every declared file in the folder, those of this attempt and of earlier ones.
func (a *Attempt) survey() (files []manifest.File, err error) {
	names, err := a.present()
	for _, name := range names {
		if f := a.files[name]; f != nil {
			described, err := a.describe(f)
			if err != nil {
				return nil, err
			}
			files = append(files, described)
			continue
		}
		st, err := os.Stat(a.path(name))
		if err != nil {
			return nil, err
		}
		sum, err := manifest.Sum(a.Store, a.path(name))
		if err != nil {
			return nil, err
		}
		files = append(files, manifest.File{Path: name, Size: st.Size(), Mtime: st.ModTime(), SHA256: sum})
	}
	return files, err
}

// ownFolders fails if a folder on the way to a file of the output is a link. A missing one is created.
func (f *Folder) ownFolders(name string) error {
	dir := f.Dir
	if err := f.medium().Mkdir(dir); err != nil {
		return err
	}
	for _, part := range strings.Split(path.Dir(name), "/") {
		if part == "." {
			continue
		}
		dir = dir + string(os.PathSeparator) + part
		st, err := os.Lstat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			err = f.medium().Mkdir(dir)
			st, _ = os.Lstat(dir)
		}
		if err != nil {
			return err
		}
		if st == nil || !st.IsDir() {
			return fault.Usagef("%s: is a link and not a folder, and its target would be overwritten: remove it", dir)
		}
	}
	return nil
}
