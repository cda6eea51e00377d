package output

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
)

// lockName is the file in a folder that attempts in place lock. It stays, so that all attempts lock the same file.
const lockName = ".lock"

// lockPlace takes the lock of an output in place and waits for other attempts until ctx is done. A finished output in a folder that
// may not be changed needs no lock.
func (a *Attempt) lockPlace(ctx context.Context) (done *manifest.Manifest, err error) {
	err = a.prepare(".")
	if err == nil {
		err = a.lock(ctx)
	}
	if denied(err) && !a.Force {
		if done, _, foundErr := a.found(a.record()); done != nil || foundErr != nil {
			return done, foundErr
		}
	}
	return nil, err
}

func (a *Attempt) lock(ctx context.Context) error {
	path := filepath.Join(a.Dir, lockName)
	f := flock.New(path, flock.SetPermissions(0o666), flock.SetFlag(os.O_CREATE|os.O_RDONLY|disk.NoFollow))
	// Poll, since a blocking lock could not be interrupted, and ever more rarely, since a training may hold its folder for days.
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, 500*time.Millisecond) {
		ok, err := f.TryLock()
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EBADF): // how network file systems report it
			a.Log.Warn("the file system of the output has no locks; run one attempt at a time", "out", a.Dir)
			return nil
		case err != nil:
			if errno, bare := err.(syscall.Errno); bare {
				err = &fs.PathError{Op: "flock", Path: path, Err: errno}
			}
			return fmt.Errorf("lock %s: %w", a.Dir, err)
		case ok:
			a.unlock = func() { f.Unlock() }
			return nil
		}
		if pause == 10*time.Millisecond {
			a.Log.Info("another attempt is at work in the output folder; waiting for it to end", "out", a.Dir)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("lock %s: %w", a.Dir, ctx.Err())
		case <-time.After(pause):
		}
	}
}

// removeDamaged removes the damaged files of a finished output in place, which an attempt would otherwise go on from, and then the
// manifest: after a kill in between it still tells what is missing, and without it the next attempt would go on from the rest.
func (a *Attempt) removeDamaged(damage map[string]string) error {
	names, err := a.present() // the manifest may list what is not a file of the stage
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return damage[name] == "" })
	if err := a.remove(names...); err != nil {
		return err
	}
	return a.remove(manifest.Name)
}

// present lists the files of the finished output that are in the folder, sorted.
func (a *Attempt) present() (names []string, err error) {
	entries, err := a.entries(".")
	for _, e := range entries {
		if e.Type().IsRegular() && a.declares(e.rel) && !a.working(e.rel) {
			names = append(names, e.rel)
		}
	}
	return names, err
}
