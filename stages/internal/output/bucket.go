package output

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/manifest"
)

// bucket makes an output, or a part of one, in a folder of a bucket. Its files are put together in a draft on this machine.
// A file that is there already is the same one, of an attempt that was killed or is at work at once, and stays; one that is
// another, which an attempt of before --force may have written late, is replaced. Whoever reads believes manifests alone, so
// that a kill between any two requests leaves nothing that is taken for finished.
type bucket struct {
	*Output
	part  bool // of several, and not a whole one
	draft *Temporary
}

func (b *bucket) find(context.Context) (done *manifest.Manifest, err error) {
	if b.part {
		if _, err := b.settle(false); err != nil {
			return nil, err
		}
	} else if err := b.replaceable(); err != nil {
		return nil, err
	}
	if b.Force {
		return nil, nil
	}
	m, damage, err := b.intact(b.manifest())
	if m == nil || err != nil {
		b.warn("the output", damage)
		return nil, err
	}
	if b.part && !b.Later {
		if err := b.Complete(context.Background(), b.Shard.Of); err != nil {
			return nil, err
		}
	}
	return b.take(m, b.manifest())
}

// replaceable fails where a whole output may not take the place of what is there.
func (b *bucket) replaceable() error {
	mark, err := manifest.ReadMark(b.Store, b.Dir)
	if fault.System(err) != nil {
		return err
	}
	if err == nil && mark.Shards > 1 && !b.Force {
		if _, err := b.Store.Stat(b.record()); err != nil {
			return fault.Usagef("%s: is being made in %d parts; make those, or replace them with --force", b.Dir, mark.Shards)
		}
	}
	return b.mine()
}

// manifest is that of the part, or of the whole. It has one name, so that nobody lists thousands of parts to find it.
func (b *bucket) manifest() string {
	if !b.part {
		return b.record()
	}
	stem, _, _ := strings.Cut(b.FileName(b.Files[0].Name), "-"+b.Shard.String())
	return b.path(stem + "-" + b.Shard.String() + "." + manifest.Name)
}

func (b *bucket) claim() (dir string, err error) {
	if b.part {
		if err := b.forget(); err != nil {
			return "", err
		}
	}
	if b.draft, err = NewTemporary(); err != nil {
		return "", err
	}
	b.at("draft made")
	return b.draft.Path, nil
}

// forget removes the manifests that say that the part is finished, if there is one: the folder's first.
func (b *bucket) forget() error {
	if _, err := b.Store.Stat(b.manifest()); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	if err := b.remove(b.record()); err != nil {
		return err
	}
	return b.remove(b.manifest())
}

func (b *bucket) seal(ctx context.Context, m *manifest.Manifest) error {
	if !b.Force {
		if found, _, err := b.intact(b.manifest()); found != nil || err != nil {
			return err // another attempt was faster
		}
	}
	if b.part {
		mark, err := manifest.ReadMark(b.Store, b.Dir)
		if fault.System(err) != nil {
			return err
		}
		if err != nil || len(mark.Differences(&b.Mark)) > 0 {
			return fmt.Errorf("%s: another run took the folder over while this one worked", b.Dir)
		}
		m.Shard = b.Shard.String()
	} else if err := b.clearWhole(); err != nil {
		return err
	}
	for i := range m.Outputs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := b.upload(&m.Outputs[i]); err != nil {
			return err
		}
		b.at("file uploaded")
	}
	// Last: until here nobody believes that the files are there.
	if err := m.Write(b.Store, b.manifest()); err != nil {
		return err
	}
	b.at("recorded")
	if !b.part {
		return nil
	}
	if err := b.remove(b.failedFile()); err != nil || b.Later {
		return err
	}
	return b.Complete(ctx, b.Shard.Of)
}

// clearWhole makes place for a whole output: what is there is looked at again, since the work took long.
func (b *bucket) clearWhole() error {
	if err := b.mine(); err != nil {
		return err
	}
	entries, err := visible(b.Store, b.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(entries) > 0 {
		if err := b.clear(entries); err != nil {
			return err
		}
	}
	return b.Mark.Write(b.Store, b.Dir, false)
}

// upload puts a file of the draft under its name, and says in f what the bucket says of it.
func (b *bucket) upload(f *manifest.File) error {
	path, file := b.path(f.Path), filepath.Join(b.draft.Path, filepath.FromSlash(f.Path))
	err := b.Store.Upload(path, file, true)
	if errors.Is(err, fs.ErrExist) {
		var sum string
		if sum, err = manifest.Sum(b.Store, path); err == nil && sum != f.SHA256 {
			err = b.Store.Upload(path, file, false)
		}
	}
	if err != nil {
		return err
	}
	info, err := b.Store.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() != f.Size {
		return fmt.Errorf("%s: %d bytes written, %d in the bucket", path, f.Size, info.Size())
	}
	f.Mtime, f.Version = info.ModTime(), manifest.Version(info)
	return nil
}

func (b *bucket) close() { b.draft.Close() }
