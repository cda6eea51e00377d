package stages

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"wrone2set/stages/internal/disk"
	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/manifest"
)

// output is one of the three ways in which a folder comes to be.
type output interface {
	// begin looks at what is there. It returns the manifest of a finished output with the same key, which is then
	// left as it is; otherwise it claims the output, and files are to be written into dir.
	begin(ctx context.Context, log *slog.Logger) (done *manifest.Manifest, err error)
	dir() string
	// finish makes the files, which are closed, the output: with m, which is complete but for outputs of earlier
	// attempts.
	finish(ctx context.Context, m *manifest.Manifest) error
	// close gives back what begin claimed and, where finish has not been reached, removes what must not stay.
	close()
}

func (p *plan) output() output {
	switch {
	case p.layout == InPlace:
		return &inPlace{plan: p}
	case p.shard.Split():
		return &sharded{plan: p}
	}
	return &whole{plan: p}
}

// intact reads the manifest at path and returns it when it has the plan's key and its files in dir are as it says.
// touched it is then, so that make sees it newer than the inputs. damage is what is wrong with the files of a
// manifest that has the key.
func (p *plan) intact(dir, path string) (m *manifest.Manifest, damage map[string]string, err error) {
	m, err = manifest.Read(path)
	if err != nil || m.Key != p.key || m.Stage != p.stage {
		return nil, nil, nil // none, unreadable, or of another key
	}
	damage, err = m.Damage(dir, p.verify)
	if err != nil || len(damage) > 0 {
		return nil, damage, err
	}
	return m, nil, nil
}

// accept is what a found manifest still has to pass: the share of rejects may have been allowed to be larger. It
// touches the manifest.
func (p *plan) accept(m *manifest.Manifest, path string) error {
	if exceeds(m.Rejects, m.Read, p.maxRejects) {
		return &InputError{File: path, Err: errors.New(tooManyText(m.Rejects, m.Read, p.maxRejects)),
			Remedy: "they are listed in rejects.jsonl; mend them, or allow more with --max-rejects"}
	}
	now := time.Now()
	return os.Chtimes(path, now, now)
}

// claim makes the output folder, or fails when something else is there.
func claim(dir string) error {
	if st, err := os.Stat(dir); err == nil && !st.IsDir() {
		return fault.Usagef("--out %s: is a file; give a folder", dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return disk.SyncDir(filepath.Dir(dir))
}

// lock takes the lock of an output folder, waiting for other attempts. A nil lock is a file system without locks.
func lock(ctx context.Context, dir string, waiting func(holder string)) (*disk.Lock, error) {
	path := filepath.Join(dir, ".lock")
	l, err := disk.WaitLock(ctx, path, func() {
		if waiting != nil {
			holder, _ := os.ReadFile(path)
			waiting(string(holder))
		}
	})
	if errors.Is(err, errors.ErrUnsupported) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	host, _ := os.Hostname()
	l.Note(fmt.Sprintf("process %d on %s", os.Getpid(), host))
	return l, nil
}

// removeLeftovers removes the temporary files of dead attempts; the caller holds the folder's lock.
func removeLeftovers(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		if e.IsDir() && attemptEntry.MatchString(e.Name()) {
			return fs.SkipDir
		}
		if e.Type().IsRegular() && leftoverFile.MatchString(e.Name()) {
			return os.Remove(path)
		}
		return nil
	})
}
