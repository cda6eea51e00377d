package output

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
)

// onePart makes one part of a folder that several processes fill. It finds, claims and commits under the folder's
// lock, but fills without it, so that several parts are made at once.
type onePart struct {
	*Output
	lock  *lock
	draft *draft
}

func (s *onePart) find(ctx context.Context) (done *manifest.Manifest, err error) {
	if err := s.make(); err != nil {
		return nil, err
	}
	if s.lock, err = lockFolder(ctx, s.Dir, nil); err != nil {
		return s.findDenied(err)
	}
	if err := errors.Join(s.removeLeftovers(), sweepDrafts(s.unit())); err != nil {
		return s.findDenied(err)
	}
	if _, err := s.settle(false); err != nil {
		return nil, err
	}
	path, err := findPart(s.Store, s.Dir, s.Part)
	if err != nil || path == "" || s.Force {
		return nil, err
	}
	m, damage, err := s.intact(path)
	if m == nil || err != nil {
		s.warn("the part", damage)
		return nil, err
	}
	return s.take(m, path)
}

// findDenied is find for a folder that may not be changed.
func (s *onePart) findDenied(err error) (*manifest.Manifest, error) {
	path, pathErr := findPart(s.Store, s.Dir, s.Part)
	if pathErr != nil || path == "" {
		return nil, err
	}
	return s.takeDenied(path, err)
}

// unit is the name beside which attempts at single parts put their drafts. It lies inside the folder, so that renames
// stay on one file system.
func (o *Output) unit() string { return filepath.Join(o.Dir, "part") }

func (s *onePart) claim() (dir string, err error) {
	if err := s.forget(); err != nil {
		return "", err
	}
	if s.draft, err = newDraft(s.unit()); err != nil {
		return "", err
	}
	s.at("draft made")
	// Unlock before the work, so that other parts of the folder can be made meanwhile.
	s.lock.unlock()
	return s.draft.dir, nil
}

// forget removes the manifests that say that this part is finished. The folder's goes first, since a finished folder
// must have all its parts.
func (s *onePart) forget() error {
	path, err := findPart(s.Store, s.Dir, s.Part)
	if err != nil || path == "" {
		return err
	}
	if err := s.remove(s.record()); err != nil {
		return err
	}
	s.at("folder unfinished")
	err = s.remove(path)
	s.at("part unfinished")
	return err
}

func (s *onePart) commit(ctx context.Context, m *manifest.Manifest) (err error) {
	// Lock again: two attempts at one part must not mix their files, and two last parts must not miss each other.
	if s.lock, err = lockFolder(ctx, s.Dir, nil); err != nil {
		return err
	}
	mark, err := manifest.ReadMark(s.Store, s.Dir)
	if err != nil || len(mark.Differences(&s.Mark)) > 0 {
		return fmt.Errorf("%s: another run took the folder over while this one worked", s.Dir)
	}
	path, err := findPart(s.Store, s.Dir, s.Part)
	if err != nil {
		return err
	}
	if path != "" && !s.Force {
		if m, _, err := s.intact(path); m != nil || err != nil {
			return err // another attempt was faster
		}
	}
	// Before the first rename: a manifest must never list files that are being replaced.
	if err := s.forget(); err != nil {
		return err
	}
	for _, f := range m.Outputs {
		name := filepath.FromSlash(f.Path)
		if err := os.Rename(filepath.Join(s.draft.dir, name), filepath.Join(s.Dir, name)); err != nil {
			return err
		}
		s.at("file moved")
	}
	// The names must be durable before the manifest lists them, or a crash could leave it without its files.
	if err := disk.SyncDir(s.Dir); err != nil {
		return err
	}
	m.Part = s.Part.String()
	if err := m.Write(nil, filepath.Join(s.Dir, s.recordName(m))); err != nil {
		return err
	}
	s.at("part recorded")
	os.Remove(s.failedFile()) // of an earlier attempt that failed
	return nil
}

// recordName returns the name of a part's manifest: it is named after the part's first file, in the order of the
// declared outputs.
func (s *onePart) recordName(m *manifest.Manifest) string {
	for _, p := range s.Files {
		for _, f := range m.Outputs {
			if p.matches(f.Path) {
				stem, _, _ := strings.Cut(f.Path, "-"+s.Part.String())
				return stem + "-" + s.Part.String() + "." + manifest.Name
			}
		}
	}
	return "part-" + s.Part.String() + "." + manifest.Name
}

func (s *onePart) close() {
	s.draft.close()
	s.lock.unlock()
}
