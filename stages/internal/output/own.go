package output

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"

	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/manifest"
	"wrone2set/stages/internal/store"
)

// Nothing locks a folder of a bucket. Of runs at once the one that the mark is of may change what is there, and two rules keep
// the others, of which any request may come late, from harm:
//
//   - a mark is written over the version that its run has seen, and no two are of one version;
//   - a file is written where there is none, and removed as the version that was there while the mark was still this run's.
//
// A run that ends well has found its mark again behind its manifest, so that of two with different settings one does.

// errTaken is the error of a run whose folder is another's by now.
func (o *Output) errTaken() error {
	return fmt.Errorf("%s: another run took the folder over while this one worked; run the same command again to replace what that one makes", o.Dir)
}

// mark reads the mark and its version, which is "" where there is none. A mark that cannot be understood is nobody's, and bad
// says why.
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

// settleBucket is settle for a folder of a bucket.
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
	entries, err := visible(o.Store, o.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	cleared := bad == nil && mark.Key == "" // someone was killed while clearing
	if len(entries) > 0 && !o.Force && !cleared {
		return o.refuse(mark, bad)
	}
	if err := o.own(version); err == nil || !errors.Is(err, fs.ErrExist) {
		return err
	}
	// Somebody else made the same folder at once.
	if mark, version, bad, err = o.mark(); err != nil {
		return err
	}
	if diffs := mark.Differences(&o.Mark); bad != nil || len(diffs) > 0 {
		return o.refuse(mark, bad)
	}
	o.marked = version
	return nil
}

// own makes the folder this run's and empty, over the mark of a version; "" is none. The error wraps fs.ErrExist where somebody
// else's mark is there.
func (o *Output) own(version string) error {
	entries, err := o.below()
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		// A mark without a key comes first: a kill from here on must leave a folder that nobody goes on from.
		if version, err = o.claimMark(&manifest.Mark{Stage: o.Mark.Stage, Version: o.Mark.Version}, version); err != nil {
			return err
		}
		o.marked = version
		o.at("mark without key")
		// Again: the last one may have written until its mark was replaced.
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

// below lists the visible files of the folder: its manifest first, those of its shards next.
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

// claimMark writes a mark over that of a version and returns its own.
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
	// Whatever the answer was: the first of two requests may have gone well and lost its own.
	now, version, bad, err := o.mark()
	if err == nil && (bad != nil || now.Run != mark.Run) {
		err = fmt.Errorf("%w (%w)", o.errTaken(), fs.ErrExist)
	}
	return version, err
}

// owned fails when the mark is no longer this run's.
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
	// Behind the looks: what another run makes from here on is of other versions, and stays.
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

// tries are how often something is made in the place of another one's that came late.
const tries = 5

// writeManifest writes a manifest into the folder, which is this run's. One of the same key that is there is as good.
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
