package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// take marks the folder with the wanted key, unless it has that mark. It removes the manifests by which the wanted part would pass for
// finished.
func (f *Folder) take() error {
	if err := f.changeable(); err != nil {
		return err
	}
	mark, bad, err := f.mark()
	if err != nil {
		return err
	}
	same := mark != nil && bad == nil && len(mark.Differences(&f.Mark)) == 0
	if same && !(f.Force && f.InPlace) {
		// Who created the mark may have died before it was durable, and a crash must not leave files without it.
		if err := f.syncDirs([]string{manifest.MarkName}); err != nil {
			return err
		}
		return f.unfinish()
	}
	names, err := f.mine()
	if err != nil {
		return err
	}
	// An attempt that failed, or was killed while it cleared the folder, leaves a mark without a key. Under a mark with a key another
	// attempt may be at work; an attempt in place knows that none is, for it has the lock.
	free := len(names) == 0 && (mark == nil || f.InPlace) || mark != nil && bad == nil && mark.Key == ""
	if !free && !f.Force {
		return f.refuse(mark, bad)
	}
	if mark == nil && len(names) == 0 {
		return f.createMark()
	}
	if err := f.clear(); err != nil {
		return err
	}
	return f.overwrite(manifest.MarkName, &f.Mark)
}

// createMark creates the mark, or finds that another attempt at the same key has just created it.
func (f *Folder) createMark() error {
	if err := f.medium().Mkdir(f.Dir); err != nil {
		return err
	}
	err := f.create(manifest.MarkName, &f.Mark)
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	mark, bad, err := f.mark()
	if err != nil || mark != nil && bad == nil && len(mark.Differences(&f.Mark)) == 0 {
		return err
	}
	if f.Force || mark == nil {
		return f.errTaken()
	}
	return f.refuse(mark, bad)
}

// hold fails if the folder no longer has the wanted key. Another attempt at the key that failed leaves a mark without a key, or none:
// hold writes it again.
func (f *Folder) hold() error {
	mark, bad, err := f.mark()
	switch {
	case err != nil:
		return err
	case mark == nil:
		return f.createMark()
	case bad == nil && mark.Key == "" && mark.Stage == f.Mark.Stage:
		return f.overwrite(manifest.MarkName, &f.Mark)
	case bad != nil || len(mark.Differences(&f.Mark)) > 0:
		return f.errTaken()
	}
	return nil
}

// errTaken is the error of an attempt whose folder another one has taken over.
func (f *Folder) errTaken() error {
	return fmt.Errorf("%s: another run took the folder over while this one worked; run the same command again to replace its output", f.Dir)
}

// refuse is the error for a folder of another key.
func (f *Folder) refuse(mark *manifest.Mark, bad error) error {
	diffs := []string{"it does not record which"}
	if bad != nil {
		diffs = []string{bad.Error()}
	} else if mark != nil {
		diffs = mark.Differences(&f.Mark)
	}
	return fault.Usagef("%s: holds an output of other settings or input (%s); give another --out, or start over with --force",
		f.Dir, strings.Join(diffs, "; "))
}

// unfinish removes the manifests that say that the wanted part is finished, the folder's first.
func (f *Folder) unfinish() error {
	if _, err := f.Store.Stat(f.path(f.record())); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := f.remove(manifest.Name); err != nil {
		return err
	}
	return f.remove(f.record())
}

// remove durably removes files of the folder.
func (f *Folder) remove(names ...string) error {
	on := f.medium()
	for _, name := range names {
		if err := on.Remove(f.path(name)); err != nil {
			return err
		}
	}
	return f.syncDirs(names)
}

// syncDirs makes the names of files durable.
func (f *Folder) syncDirs(names []string) error {
	var dirs []string
	for _, name := range names {
		dirs = append(dirs, store.Dir(f.path(name)))
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		if err := f.medium().SyncDir(dir); err != nil {
			return err
		}
	}
	return nil
}

// clear removes everything of the stage from the folder. A kill leaves a mark without a key, and whoever comes next goes on.
func (f *Folder) clear() error {
	if err := f.overwrite(manifest.MarkName, f.bare()); err != nil {
		return err
	}
	// After the key is gone: what an attempt at it put there until then is listed too.
	names, err := f.list()
	if err != nil {
		return err
	}
	isPart := func(name string) bool { return IsManifest(name) && name != manifest.Name }
	parts := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !isPart(name) })
	files := slices.DeleteFunc(names, func(name string) bool { return IsManifest(name) })
	// Manifests go before the files that they list, and the folder's before those of its parts, each durably: otherwise readers
	// would take half a folder for a finished one. The mark stays, since files without one have no owner.
	for _, group := range [][]string{{manifest.Name}, parts, files} {
		if err := f.remove(group...); err != nil {
			return err
		}
	}
	return nil
}

// list lists what attempts put into the folder, but for the mark, the lock and temporary files.
func (f *Folder) list() (names []string, err error) {
	err = f.walk(func(rel string, e fs.DirEntry) error {
		if !e.IsDir() && (f.declares(rel) || IsManifest(rel) || failedFile.MatchString(rel) || rel == oldList) {
			names = append(names, rel)
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return names, err
}

// mine fails if the folder belongs to another stage, or holds files that this stage did not make. names are those of the
// stage.
func (f *Folder) mine() (names []string, err error) {
	begun := false
	for _, name := range []string{manifest.Name, manifest.MarkName} {
		m, err := manifest.Read(f.Store, f.path(name)) // a mark reads as a manifest without outputs
		if fault.System(err) != nil {
			return nil, err // an unreadable manifest may be another stage's
		}
		if err == nil && m.Stage != "" && m.Stage != f.Mark.Stage {
			return nil, fault.Usagef("%s: holds the output of stage %s; give another --out", f.Dir, m.Stage)
		}
		begun = begun || err == nil && m.Stage != ""
	}
	if names, err = f.list(); err != nil {
		return nil, err
	}
	foreign, err := f.foreign(begun)
	if err != nil {
		return nil, err
	}
	if len(foreign) > 0 {
		return nil, fault.Usagef("%s: holds %s, which %s did not write; give another --out or move it away", f.Dir, foreign[0], f.Mark.Stage)
	}
	return names, nil
}

// changeable fails if the folder may not be changed. It asks the system instead of creating a file, which others would see.
func (f *Folder) changeable() error {
	st, err := os.Stat(f.Dir)
	switch {
	case f.remote() || err != nil:
		return nil
	case !st.IsDir():
		return notFolder(f.Dir)
	}
	if err := access(f.Dir); err != nil {
		return fault.Usagef("%s: may not be changed (%w); give another --out", f.Dir, err)
	}
	return nil
}

// foreign lists what the folder contains that its stage did not make. The right name is not enough: a folder that was not begun
// has no owner.
func (f *Folder) foreign(begun bool) (names []string, err error) {
	err = f.walk(func(rel string, e fs.DirEntry) error {
		ours := begun && !e.IsDir() && (IsManifest(rel) || f.declares(rel))
		if !ours && !ownHidden(e.Name()) {
			names = append(names, rel)
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return names, err
}

// giveUp lets any key have a folder in which an attempt failed before anything in it was finished. The mark stays, without a key:
// another attempt may be at work in the folder, and files without a mark have no owner.
func (f *Folder) giveUp() {
	mark, bad, err := f.mark()
	if err != nil || bad != nil || mark == nil || len(mark.Differences(&f.Mark)) > 0 {
		return
	}
	names, err := f.list()
	if err == nil && !slices.ContainsFunc(names, func(n string) bool { return !IsRejects(n) }) {
		f.overwrite(manifest.MarkName, f.bare()) // if that fails, other settings need Force
	}
}

// bare is a mark that binds nobody.
func (f *Folder) bare() *manifest.Mark {
	return &manifest.Mark{Stage: f.Mark.Stage, Version: f.Mark.Version}
}
