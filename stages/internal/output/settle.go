package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
)

// settle prepares a folder that stays in place, and whose lock the caller holds, for the wanted key. It returns true
// if the folder already has the key. For another key it fails, or clears the folder with Force. With anew it clears
// even a folder that has the key.
func (o *Output) settle(anew bool) (same bool, err error) {
	if o.remote() {
		return false, o.settleBucket()
	}
	mark, markErr := manifest.ReadMark(o.Store, o.Dir)
	if markErr == nil && !anew && len(mark.Differences(&o.Mark)) == 0 {
		return true, nil
	}
	if fault.System(markErr) != nil {
		return false, markErr
	}
	entries, err := visible(o.Store, o.Dir)
	if err != nil {
		return false, err
	}
	if err := o.mine(); err != nil {
		return false, err
	}
	if len(entries) > 0 {
		cleared := markErr == nil && mark.Key == "" // a process was killed while clearing
		if !o.Force && !cleared {
			return false, o.refuse(mark, markErr)
		}
		if err := o.clear(entries); err != nil {
			return false, err
		}
	}
	err = o.Mark.Write(o.Store, o.Dir, false)
	o.at("folder marked")
	return false, err
}

// refuse is the error for a folder begun under another mark.
func (o *Output) refuse(mark *manifest.Mark, err error) error {
	diffs := mark.Differences(&o.Mark)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		diffs = []string{"it does not record which"}
	case err != nil:
		diffs = []string{err.Error()}
	}
	return fault.Usagef("%s: was begun with other settings or input (%s); it cannot be continued with these: give another --out, or start over with --force",
		o.Dir, strings.Join(diffs, "; "))
}

// clear removes entries, which are all visible ones of the folder.
func (o *Output) clear(entries []string) error {
	// Write a mark without a key first: a kill from here on must leave a folder from which nobody continues.
	if err := (&manifest.Mark{Stage: o.Mark.Stage, Version: o.Mark.Version}).Write(o.Store, o.Dir, false); err != nil {
		return err
	}
	o.at("mark without key")
	// Remove manifests before the files that they list, and the folder's before those of its parts: otherwise readers
	// would take half a folder for a finished one.
	if err := o.remove(o.record()); err != nil {
		return err
	}
	o.at("folder unfinished")
	for _, manifests := range []bool{true, false} {
		for _, name := range entries {
			if IsManifest(name) != manifests {
				continue
			}
			if err := os.RemoveAll(filepath.Join(o.Dir, name)); err != nil {
				return err
			}
			o.at("entry removed")
		}
		// Without this fsync a crash could restore manifests whose files stay removed.
		if err := disk.SyncDir(o.Dir); err != nil {
			return err
		}
	}
	return nil
}

// mine fails if the folder holds files that this stage did not make, or belongs to another stage.
func (o *Output) mine() error {
	for _, name := range []string{manifest.Name, manifest.MarkName} {
		m, err := manifest.Read(o.Store, o.path(name)) // a mark reads as a manifest without outputs
		if fault.System(err) != nil {
			return err // an unreadable manifest may be another stage's
		}
		if err == nil && m.Stage != "" && m.Stage != o.Mark.Stage {
			return fault.Usagef("%s: holds the output of stage %s; give another --out", o.Dir, m.Stage)
		}
	}
	names, err := o.foreign()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if len(names) > 0 {
		return fault.Usagef("%s: holds %s, which %s did not write, and would be replaced; give another --out or move it away",
			o.Dir, names[0], o.Mark.Stage)
	}
	return o.changeable()
}

// changeable fails if this process may not remove files from the folder: another user's folder could be set aside but
// not removed. It asks the system instead of creating a test file, which would lie in a folder that another attempt
// may rename.
func (o *Output) changeable() error {
	if o.remote() {
		return nil
	}
	if err := access(o.Dir); err != nil {
		return fault.Usagef("%s: may not be changed (%w); give another --out", o.Dir, err)
	}
	return nil
}
