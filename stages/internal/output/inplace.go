package output

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
)

// inPlace works inside the output folder and holds its lock from find to close, because two attempts that continue
// from the same files would overwrite each other.
type inPlace struct {
	*Output
	lock   *lock
	damage map[string]string // per file of a finished output: what is damaged
}

func (p *inPlace) find(ctx context.Context) (done *manifest.Manifest, err error) {
	if err := p.make(); err != nil {
		return nil, err
	}
	p.lock, err = lockFolder(ctx, p.Dir, func(holder string) {
		p.Log.Info("another attempt is at work in the output folder; waiting for it to end", "out", p.Dir, "holder", holder)
	})
	if err != nil {
		return p.takeDenied(p.record(), err)
	}
	if p.lock == nil {
		p.Log.Warn("the file system of the output has no locks; run one attempt at a time", "out", p.Dir)
	}
	if err := p.removeLeftovers(); err != nil {
		return p.takeDenied(p.record(), err)
	}
	if p.Force {
		return nil, nil
	}
	m, damage, err := p.intact(p.record())
	if m == nil || err != nil {
		p.damage = damage
		return nil, err
	}
	return p.take(m, p.record())
}

func (p *inPlace) claim() (dir string, err error) {
	// Remove the manifest before the damaged files, and both before writing anything: a kill must not leave a manifest
	// over files that are being rewritten.
	if len(p.damage) > 0 {
		if err := p.remove(p.record()); err != nil {
			return "", err
		}
		p.at("manifest removed")
	}
	p.warn("the file", p.damage)
	for name := range p.damage {
		if !p.declares(name) {
			continue // the manifest may say so, but it is not a file of the stage
		}
		if err := p.removeBelow(name); err != nil {
			return "", err
		}
		p.at("damaged file removed")
	}
	same, err := p.settle(p.Force)
	if err != nil || !same {
		return p.Dir, err
	}
	if entries, err := visible(p.Store, p.Dir); err != nil {
		return "", err
	} else if len(entries) > 0 {
		p.Log.Info("resuming an earlier attempt", "out", p.Dir)
	}
	// A manifest of this folder with another key must not outlive the first file that is written.
	return p.Dir, p.remove(p.record())
}

// removeBelow removes a file of the folder, if it exists. It fails rather than follow a link out of the folder.
func (p *inPlace) removeBelow(name string) error {
	root, err := os.OpenRoot(p.Dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.Remove(filepath.FromSlash(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// A crash must not bring a damaged file back under a manifest that lists an intact one.
	return disk.SyncDir(filepath.Dir(p.path(name)))
}

func (p *inPlace) commit(_ context.Context, m *manifest.Manifest) (err error) {
	if m.Outputs, err = p.survey(m.Outputs); err != nil {
		return err
	}
	// Last, and a single step: all files have been in place and durable since they were closed.
	err = m.Write(nil, p.record())
	p.at("folder recorded")
	return err
}

// survey describes every declared file in the folder, those of this attempt and of earlier ones.
func (p *inPlace) survey(made []manifest.File) (files []manifest.File, err error) {
	names, err := p.present()
	for _, name := range names {
		f, err := described(p.path(name), name, made)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, err
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
	sum, err := manifest.Sum(nil, path)
	return manifest.File{Path: rel, Size: st.Size(), Mtime: st.ModTime(), SHA256: sum}, err
}

func (p *inPlace) close() { p.lock.unlock() }
