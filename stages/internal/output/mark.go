package output

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// mark reads the mark. It is nil if there is none.
func (f *Folder) mark() (*manifest.Mark, error) {
	mark, err := manifest.ReadMark(f.Store, f.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil && fault.System(err) == nil:
		return nil, fault.Usagef("%w; give another --out, or remove that file and start over with --force", err)
	}
	return mark, err
}

// owns reports whether a mark is that of the wanted output.
func (f *Folder) owns(mark *manifest.Mark) bool {
	return mark != nil && mark.Key == f.Mark.Key && max(mark.Parts, 1) == max(f.Mark.Parts, 1)
}

// take marks the folder with the wanted key, unless it has that mark.
func (f *Folder) take() error {
	if !f.remote() {
		if err := f.writable(); err != nil {
			return err
		}
	}
	mark, err := f.mark()
	if err != nil {
		return err
	}
	if f.owns(mark) && !(f.Force && f.InPlace) {
		// Who created the mark may have died before it was durable, and a crash must not leave files without it.
		if err := f.sync(manifest.MarkName); err != nil {
			return err
		}
		return f.unfinish()
	}
	names, err := f.ours(mark)
	switch {
	case err != nil:
		return err
	case mark == nil && len(names) == 0:
		return f.createMark()
	// An attempt that failed, or was killed while it cleared the folder, leaves a mark without a key. Under a mark with a key another
	// attempt may be at work; an attempt in place knows that none is, for it has the lock.
	case f.Force, mark != nil && mark.Key == "", len(names) == 0 && f.InPlace:
		if err := f.clear(); err != nil {
			return err
		}
		return f.write(manifest.MarkName, &f.Mark, false)
	}
	return f.refuse(mark)
}

// createMark creates the mark. If another attempt was faster, the mark is what take finds.
func (f *Folder) createMark() error {
	if err := f.prepare("."); err != nil {
		return err
	}
	err := f.write(manifest.MarkName, &f.Mark, true)
	if errors.Is(err, fs.ErrExist) {
		return f.take()
	}
	return err
}

// hold fails if the folder no longer has the wanted key. Another attempt at the key that failed leaves a mark without a key: hold
// writes it again.
func (f *Folder) hold() error {
	mark, err := f.mark()
	switch {
	case err != nil || f.owns(mark):
		return err
	case mark != nil && mark.Key == "" && mark.Stage == f.Mark.Stage:
		return f.write(manifest.MarkName, &f.Mark, false)
	}
	return f.taken()
}

// errTaken is wrapped by the error of an attempt whose folder another one has taken over.
var errTaken = errors.New("another run took the folder over while this one worked; run the same command again to replace its output")

func (f *Folder) taken() error { return fmt.Errorf("%s: %w", f.Dir, errTaken) }

// refuse is the error for a folder of another key.
func (f *Folder) refuse(mark *manifest.Mark) error {
	diffs := []string{"it does not record which"}
	if mark != nil {
		diffs = mark.Differences(&f.Mark)
	}
	return fault.Usagef("%s: holds an output of other settings or input (%s); give another --out, or start over with --force",
		f.Dir, strings.Join(diffs, "; "))
}

// unfinish removes what earlier attempts said of the wanted part: the manifests, the folder's first, and why one failed.
func (f *Folder) unfinish() error {
	names := []string{f.failedFile()}
	if _, err := f.Store.Stat(f.path(f.record())); !errors.Is(err, fs.ErrNotExist) {
		// Since the last look another attempt at the key may have finished the part.
		if whole, err := f.whole(f.record()); err != nil || whole && !f.Force {
			return err
		}
		names = slices.Insert(names, 0, manifest.Name, f.record())
	}
	return f.remove(names...)
}

// remove durably removes files of the folder.
func (f *Folder) remove(names ...string) error {
	for _, name := range names {
		if err := f.medium().Remove(f.path(name)); err != nil {
			return err
		}
	}
	return f.sync(names...)
}

// sync makes the names of files durable.
func (f *Folder) sync(names ...string) error {
	var dirs []string
	for _, name := range names {
		if dir := store.Dir(f.path(name)); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	for _, dir := range dirs {
		if err := f.medium().SyncDir(dir); err != nil {
			return err
		}
	}
	return nil
}

// clear removes everything of the stage from the folder. A kill leaves a mark without a key, and whoever comes next goes on. The mark
// stays, since files without one have no owner.
func (f *Folder) clear() error {
	bare := f.bare()
	if err := f.write(manifest.MarkName, bare, false); err != nil {
		return err
	}
	// After the key is gone: what an attempt at it put there until then is listed too.
	files, err := f.ours(bare)
	if err != nil {
		return err
	}
	// Manifests go before the files that they list: make, and people, believe them without looking at the mark.
	manifests := slices.DeleteFunc(slices.Clone(files), func(name string) bool { return !IsManifest(name) })
	if err := f.remove(manifests...); err != nil {
		return err
	}
	return f.remove(slices.DeleteFunc(files, IsManifest)...)
}

// ours lists what attempts put into the folder under a mark, which may be nil, but for the mark, the lock and temporary files. It
// fails if the folder belongs to another stage, or holds what this one did not write.
func (f *Folder) ours(mark *manifest.Mark) (names []string, err error) {
	var owner string // the right name of a file is not enough: a folder that no stage began has none
	if mark != nil {
		owner = mark.Stage
	} else if m, err := manifest.Read(f.Store, f.path(manifest.Name)); err == nil {
		owner = m.Stage
	} else if fault.System(err) != nil {
		return nil, err // it may be another stage's
	}
	if owner != "" && owner != f.Mark.Stage {
		return nil, fault.Usagef("%s: holds the output of stage %s; give another --out", f.Dir, owner)
	}
	entries, err := f.entries(".")
	for _, e := range entries {
		switch {
		case isService(e.Name()):
		case owner != "" && !e.IsDir() && (IsManifest(e.rel) || isFailed(e.rel) || f.declares(e.rel)):
			names = append(names, e.rel)
		default:
			return nil, fault.Usagef("%s: holds %s, which %s did not write; give another --out or move it away", f.Dir, e.rel, f.Mark.Stage)
		}
	}
	return names, err
}

// giveUp lets any key have a folder in which an attempt failed before anything in it was finished. The mark stays, without a key:
// another attempt may be at work in the folder.
func (f *Folder) giveUp() {
	mark, err := f.mark()
	if err != nil || !f.owns(mark) {
		return
	}
	names, err := f.ours(mark)
	if err == nil && !slices.ContainsFunc(names, IsManifest) {
		f.write(manifest.MarkName, f.bare(), false) // if that fails, other settings need Force
	}
}

// bare is a mark that binds nobody.
func (f *Folder) bare() *manifest.Mark {
	return &manifest.Mark{Stage: f.Mark.Stage, Version: f.Mark.Version}
}
