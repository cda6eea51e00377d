package stages

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wrone2set/stages/internal/disk"
	"wrone2set/stages/internal/manifest"
)

// inPlace works inside the output folder under its lock, so that the next attempt finds what this one left.
type inPlace struct {
	*plan
	lock *disk.Lock
}

func (o *inPlace) begin(ctx context.Context, log *slog.Logger) (*manifest.Manifest, error) {
	if err := claim(o.out); err != nil {
		return nil, err
	}
	var err error
	o.lock, err = lock(ctx, o.out, func(holder string) {
		log.Info("another attempt is at work in the output folder; waiting for it to end", "out", o.out, "holder", holder)
	})
	if err != nil {
		return nil, err
	}
	if o.lock == nil {
		log.Warn("the file system of the output has no locks: run one attempt at a time", "out", o.out)
	}
	if err := removeLeftovers(o.out); err != nil {
		return nil, err
	}
	if !o.force {
		if done, err := o.found(log); done != nil || err != nil {
			return done, err
		}
	}
	return nil, o.settle(log)
}

// found returns the manifest of a finished output. Files of one that were damaged since are removed with the
// manifest, so that they are made again.
func (o *inPlace) found(log *slog.Logger) (*manifest.Manifest, error) {
	path := filepath.Join(o.out, manifestName)
	m, damage, err := o.intact(o.out, path)
	if err != nil {
		return nil, err
	}
	if m != nil {
		return m, o.accept(m, path)
	}
	if len(damage) == 0 {
		return nil, nil
	}
	if err := o.remove(path); err != nil {
		return nil, err
	}
	for name, what := range damage {
		log.Warn("the file is made again", "file", filepath.Join(o.out, name), "because", "it "+what)
		if err := o.remove(filepath.Join(o.out, filepath.FromSlash(name))); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// settle makes the folder one of this key: a new one, or one that an attempt with the same key left.
func (o *inPlace) settle(log *slog.Logger) error {
	want := o.plan.mark()
	mark, err := manifest.ReadMark(o.out)
	entries, readErr := visible(o.out)
	if readErr != nil {
		return readErr
	}
	cleared := err == nil && mark.Key == "" // someone was killed while clearing
	switch {
	case err == nil && !o.force && len(mark.Differences(want)) == 0:
		if len(entries) > 0 {
			log.Info("going on where an earlier attempt stopped", "out", o.out)
		}
		return o.remove(filepath.Join(o.out, manifestName))
	case len(entries) == 0:
	case o.force || cleared:
		if err := o.clear(); err != nil {
			return err
		}
	default:
		if err := o.mine(o.out); err != nil {
			return err
		}
		diffs := []string{"it does not say for which"}
		if err == nil {
			diffs = mark.Differences(want)
		}
		return refuse(o.out, diffs)
	}
	return want.Write(o.out)
}

// clear removes everything that the stage wrote. It says so first, so that nobody goes on from the half of it.
func (o *inPlace) clear() error {
	if err := o.mine(o.out); err != nil {
		return err
	}
	if err := (&manifest.Mark{Stage: o.stage, Version: o.version}).Write(o.out); err != nil {
		return err
	}
	entries, err := visible(o.out)
	if err != nil {
		return err
	}
	i := slices.Index(entries, manifestName)
	if i > 0 {
		entries[0], entries[i] = entries[i], entries[0]
	}
	for _, name := range entries {
		if err := os.RemoveAll(filepath.Join(o.out, name)); err != nil {
			return err
		}
	}
	return disk.SyncDir(o.out)
}

func (o *inPlace) remove(path string) error {
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(err, disk.SyncDir(filepath.Dir(path)))
}

func (o *inPlace) dir() string { return o.out }

func (o *inPlace) finish(_ context.Context, m *manifest.Manifest) error {
	outputs, err := o.survey(m.Outputs)
	if err != nil {
		return err
	}
	m.Outputs = outputs
	return m.Write(filepath.Join(o.out, manifestName))
}

// survey describes every declared file in the folder: those that this attempt wrote and those of earlier ones.
func (o *inPlace) survey(made []manifest.File) (files []manifest.File, err error) {
	names, err := o.present()
	for _, name := range names {
		f, err := described(filepath.Join(o.out, filepath.FromSlash(name)), name, made)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, err
}

// present lists the declared files of the finished output in its folder, sorted, with slashes.
func (p *plan) present() (names []string, err error) {
	err = filepath.WalkDir(p.out, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(p.out, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		ours := p.declares(rel) && !p.working(rel) || rejectsLike(rel)
		if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") && ours {
			names = append(names, rel)
		}
		return nil
	})
	return names, err
}

func described(path, rel string, made []manifest.File) (manifest.File, error) {
	st, err := os.Stat(path)
	if err != nil {
		return manifest.File{}, err
	}
	for _, f := range made {
		if f.Path == rel && f.Size == st.Size() && f.Mtime.Equal(st.ModTime()) {
			return f, nil
		}
	}
	sum, err := manifest.Sum(path)
	return manifest.File{Path: rel, Size: st.Size(), Mtime: st.ModTime(), SHA256: sum}, err
}

func (o *inPlace) close() { o.lock.Unlock() }
