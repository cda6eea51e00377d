package output

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// replacing assembles the output in a draft beside the target and then replaces the target. It does not lock the
// target: concurrent attempts do the work twice, and each leaves a whole output.
type replacing struct {
	*Output
	draft *draft
}

func (r *replacing) find(context.Context) (*manifest.Manifest, error) {
	if err := os.MkdirAll(filepath.Dir(r.Dir), 0o777); err != nil {
		return nil, err
	}
	// Before looking at the target: an attempt killed while replacing may have left the output beside it.
	if err := sweepDrafts(r.Dir); err != nil {
		return nil, err
	}
	st, err := os.Stat(r.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !st.IsDir():
		return nil, notFolder(r.Dir)
	case r.Force:
		return nil, r.mine()
	}
	m, damage, err := r.intact(r.record())
	if err != nil {
		return nil, err
	}
	if m != nil {
		return r.take(m, r.record())
	}
	r.warn("the output", damage)
	if err := r.noParts(); err != nil {
		return nil, err
	}
	return nil, r.mine()
}

// noParts fails if the target is being filled part by part.
func (r *replacing) noParts() error {
	mark, err := manifest.ReadMark(r.Store, r.Dir)
	if fault.System(err) != nil {
		return err
	}
	if err != nil || mark.Parts <= 1 {
		return nil
	}
	if _, err := os.Stat(r.record()); err == nil {
		return nil
	}
	return fault.Usagef("%s: is being made in %d parts; make those, or replace them with --force", r.Dir, mark.Parts)
}

func (r *replacing) claim() (dir string, err error) {
	if r.draft, err = newDraft(r.Dir); err != nil {
		return "", err
	}
	r.at("draft made")
	// The mark moves with the draft: the owner must be known from the moment the folder appears.
	return r.draft.dir, r.Mark.Write(nil, r.draft.dir, false)
}

func (r *replacing) commit(_ context.Context, m *manifest.Manifest) error {
	// The manifest is in the draft before the rename, so that the target is finished from the moment it exists.
	if err := m.Write(nil, filepath.Join(r.draft.dir, manifest.Name)); err != nil {
		return err
	}
	r.at("manifest written")
	if !r.Force { // another attempt may have been faster, and its output may be in use by now
		if m, _, err := r.intact(r.record()); m != nil || err != nil {
			return err
		}
	}
	// Check again, since the work took long: foreign files put there meanwhile would be lost with the old output.
	if err := r.mine(); err != nil {
		return err
	}
	err := r.draft.replace(r.Dir, r.at)
	if errors.Is(err, syscall.EBUSY) {
		return notReplaced(r.Dir)
	}
	if err != nil {
		return fmt.Errorf("put the output into place: %w", err)
	}
	return nil
}

func (r *replacing) close() { r.draft.close() }
