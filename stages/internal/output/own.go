package output

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// A folder in a bucket has no lock. Of concurrent runs, the mark's owner may change the folder. Requests of the others
// may arrive late, and two rules keep them harmless:
//
//   - a run replaces a mark only if it still has the version that the run has seen, and no two marks share a version;
//   - a run creates a file only where there is none, and removes a file only in the version seen while it owned the mark.
//
// A run that succeeds has found its own mark again after writing its manifest. So of two runs with different settings,
// only one succeeds.

// errTaken is the error of a run that no longer owns the folder.
func (o *Output) errTaken() error {
	return fmt.Errorf("%s: another run took the folder over while this one worked; run the same command again to replace its output", o.Dir)
}

// mark reads the mark and its version, which is "" if there is no mark. An unreadable mark has no owner; bad says why.
func (o *Output) mark() (mark *manifest.Mark, version string, bad, err error) {
	mark, version, bad = manifest.ReadMarkVersion(o.Store, o.Dir)
	switch {
	case errors.Is(bad, fs.ErrNotExist):
		return &manifest.Mark{}, "", bad, nil
	case bad != nil && (version == "" || fault.System(bad) != nil):
		return nil, "", nil, bad
	case bad != nil:
		return &manifest.Mark{}, version, bad, nil
	}
	return mark, version, nil, nil
}

// settleBucket is settle for a folder in a bucket.
func (o *Output) settleBucket() error {
	mark, version, bad, err := o.mark()
	if err != nil {
		return err
	}
	if bad == nil && len(mark.Differences(&o.Mark)) == 0 {
		o.marked = version
		return nil
	}
	if err := o.mine(); err != nil {
		return err
	}
	o.at("mark read")
	entries, err := visible(o.Store, o.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(entries) > 0 && !o.Force {
		// Read the mark again: another run may have written it, and then these files, after the first look.
		if mark, version, bad, err = o.mark(); err != nil {
			return err
		}
		if bad == nil && len(mark.Differences(&o.Mark)) == 0 {
			o.marked = version
			return nil
		}
		if cleared := bad == nil && mark.Key == ""; !cleared { // a process was killed while clearing
			return o.refuse(mark, bad)
		}
	}
	if err := o.own(version); err == nil || !errors.Is(err, fs.ErrExist) {
		return err
	}
	// Another run created the same folder at the same moment.
	if mark, version, bad, err = o.mark(); err != nil {
		return err
	}
	if diffs := mark.Differences(&o.Mark); bad != nil || len(diffs) > 0 {
		return o.refuse(mark, bad)
	}
	o.marked = version
	return nil
}

// own makes this run the owner of the folder and empties it. It replaces the mark of the given version; "" means no
// mark. If another mark is there, the error wraps fs.ErrExist.
func (o *Output) own(version string) error {
	entries, err := o.below()
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		// Write a mark without a key first: a kill from here on must leave a folder from which nobody continues.
		if version, err = o.claimMark(&manifest.Mark{Stage: o.Mark.Stage, Version: o.Mark.Version}, version); err != nil {
			return err
		}
		o.marked = version
		o.at("mark without key")
		// List again: the previous owner may have written until its mark was replaced.
		if entries, err = o.below(); err != nil {
			return err
		}
		if err := o.removeOwn(entries); err != nil {
			return err
		}
	}
	mark := o.Mark
	if o.marked, err = o.claimMark(&mark, version); err != nil {
		return err
	}
	o.at("folder marked")
	return nil
}

// below lists the visible files of the folder: its manifest first, then those of its parts, then the rest.
func (o *Output) below() (files []string, err error) {
	var parts, others []string
	err = o.walkBucket("", func(rel string, e fs.DirEntry) error {
		switch {
		case e.IsDir() || e.Name()[0] == '.':
		case rel == manifest.Name:
			files = append(files, rel)
		case IsManifest(rel):
			parts = append(parts, rel)
		default:
			others = append(others, rel)
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return append(append(files, parts...), others...), err
}

// claimMark writes a mark over the given version and returns the new version.
func (o *Output) claimMark(mark *manifest.Mark, over string) (version string, err error) {
	mark.Run = rand.Text()
	if over == "" {
		err = mark.Write(o.Store, o.Dir, true)
	} else {
		err = mark.Replace(o.Store, o.Dir, over)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) && !errors.Is(err, store.ErrChanged) {
		return "", err
	}
	// Check whatever the answer was: the first of two requests may have succeeded and its answer been lost.
	now, version, bad, err := o.mark()
	if err == nil && (bad != nil || now.Run != mark.Run) {
		err = fmt.Errorf("%w (%w)", o.errTaken(), fs.ErrExist)
	}
	return version, err
}

// owned fails if the mark is no longer this run's.
func (o *Output) owned() error {
	info, err := o.Store.Stat(o.path(manifest.MarkName))
	if err == nil && manifest.Version(info) == o.marked {
		return nil
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return o.errTaken()
	}
	return err
}

// removeOwn removes files of the folder, in order.
func (o *Output) removeOwn(names []string) error {
	versions := make([]string, len(names))
	for i, name := range names {
		info, err := o.Store.Stat(o.path(name))
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
			continue
		}
		if err != nil {
			return err
		}
		versions[i] = manifest.Version(info)
	}
	// After inspecting the files: what another run creates from here on has other versions and stays.
	if err := o.owned(); err != nil {
		return err
	}
	for i, name := range names {
		if versions[i] == "" {
			continue
		}
		if err := o.Store.RemoveVersion(o.path(name), versions[i]); err != nil && !errors.Is(err, store.ErrChanged) {
			return err
		}
		o.at("entry removed")
	}
	return nil
}

// tries is how often a file is written again in place of another run's late one.
const tries = 5

// writeManifest writes a manifest into the folder, which this run owns. An existing one with the same key is as good.
func (o *Output) writeManifest(m *manifest.Manifest, path string) error {
	for range tries {
		err := m.WriteFresh(o.Store, path)
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
		if found, _, err := o.intact(path); found != nil || err != nil {
			return err
		}
		if err := o.removeOwn([]string{store.Base(path)}); err != nil {
			return err
		}
	}
	return o.errTaken()
}
