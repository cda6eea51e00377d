package stages

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"

	"wrone2set/stages/internal/disk"
	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/manifest"
)

// whole puts the output together in a folder beside the target and renames it into place.
type whole struct {
	*plan
	attempt *disk.Attempt
}

func (w *whole) begin(_ context.Context, log *slog.Logger) (*manifest.Manifest, error) {
	if err := os.MkdirAll(filepath.Dir(w.out), 0o777); err != nil {
		return nil, err
	}
	if err := disk.CleanAttempts(w.out); err != nil {
		return nil, err
	}
	if done, err := w.found(log); done != nil || err != nil {
		return done, err
	}
	attempt, err := disk.NewAttempt(w.out)
	if err != nil {
		return nil, err
	}
	w.attempt = attempt
	return nil, w.mark().Write(attempt.Dir)
}

// found looks at the target: a finished output with the same key is returned, one that may be replaced is nil.
func (w *whole) found(log *slog.Logger) (*manifest.Manifest, error) {
	st, err := os.Stat(w.out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !st.IsDir():
		return nil, fault.Usagef("--out %s: is a file; give a folder", w.out)
	}
	path := filepath.Join(w.out, manifestName)
	if !w.force {
		m, damage, err := w.intact(w.out, path)
		if err != nil {
			return nil, err
		}
		if m != nil {
			return m, w.accept(m, path)
		}
		for name, what := range damage {
			log.Warn("the output is made again", "file", filepath.Join(w.out, name), "because", "it "+what)
		}
		if err := w.otherShards(); err != nil {
			return nil, err
		}
	}
	return nil, w.mine(w.out)
}

// otherShards fails when the target is being filled shard by shard.
func (w *whole) otherShards() error {
	mark, err := manifest.ReadMark(w.out)
	if err != nil || mark.Shards <= 1 {
		return nil
	}
	if _, err := os.Stat(filepath.Join(w.out, manifestName)); err == nil {
		return nil
	}
	return fault.Usagef("%s: is being made in %d shards; run those, or replace them with --force", w.out, mark.Shards)
}

func (w *whole) dir() string { return w.attempt.Dir }

func (w *whole) finish(_ context.Context, m *manifest.Manifest) error {
	if err := m.Write(filepath.Join(w.attempt.Dir, manifestName)); err != nil {
		return err
	}
	if !w.force { // another attempt may have been faster
		if m, _, err := w.intact(w.out, filepath.Join(w.out, manifestName)); m != nil || err != nil {
			return err
		}
	}
	err := disk.Replace(w.attempt.Dir, w.out, w.attempt.Aside())
	if errors.Is(err, syscall.EBUSY) {
		return fault.Usagef("--out %s: is a mount point and cannot be replaced; give a folder inside it", w.out)
	}
	if err != nil {
		return fmt.Errorf("put the output into place: %w", err)
	}
	return nil
}

func (w *whole) close() {
	if w.attempt != nil {
		w.attempt.Close()
	}
}
