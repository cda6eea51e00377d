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
	"wrone2set/stages/internal/store"
)

// bucket makes an output, or a part of one, in a folder of a bucket. Its files are put together in a draft on this machine.
// A file that is there already is the same one, of an attempt that was killed or is at work at once, and stays; one that is
// another is removed first. Whoever reads believes manifests alone, and those only under a mark of the same key, so that a kill
// between any two requests, or a request that comes late, leaves nothing that is taken for finished.
type bucket struct {
	*Output
	part  bool   // of several, and not a whole one
	seen  string // version of the mark when the attempt began
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
	mark, version, _, err := b.mark()
	if err != nil {
		return err
	}
	b.seen = version
	if mark.Shards > 1 && !b.Force {
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
	return b.partManifest(b.Shard)
}

// partManifest is the manifest of a part in a bucket.
func (o *Output) partManifest(part Shard) string {
	p := *o
	p.Shard = part
	stem, _, _ := strings.Cut(p.FileName(p.Files[0].Name), "-"+part.String())
	return o.path(stem + "-" + part.String() + "." + manifest.Name)
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
	return b.removeOwn([]string{manifest.Name, store.Base(b.manifest())})
}

func (b *bucket) seal(ctx context.Context, m *manifest.Manifest) error {
	if !b.Force {
		if found, _, err := b.intact(b.manifest()); found != nil || err != nil {
			return err // another attempt was faster
		}
	}
	if b.part {
		m.Shard = b.Shard.String()
		if err := b.owned(); err != nil {
			return err
		}
	} else if err := b.ownWhole(); err != nil {
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
	if err := b.uploaded(m); err != nil {
		return err
	}
	// Last: until here nobody believes that the files are there.
	if err := b.writeManifest(m, b.manifest()); err != nil {
		return err
	}
	b.at("recorded")
	// Whoever takes the folder over from here on finds it finished.
	if err := b.owned(); err != nil || !b.part {
		return err
	}
	if err := b.remove(b.failedFile()); err != nil || b.Later {
		return err
	}
	return b.Complete(ctx, b.Shard.Of)
}

// ownWhole makes the folder this run's, or joins one with the same key that works at once or was killed.
func (b *bucket) ownWhole() error {
	mark, version, bad, err := b.mark()
	if err != nil {
		return err
	}
	_, damage, err := b.intact(b.manifest())
	if err != nil {
		return err
	}
	if bad == nil && len(mark.Differences(&b.Mark)) == 0 && (version != b.seen || len(damage) == 0 && !b.Force) {
		b.marked = version
		return nil
	}
	if version != b.seen {
		return b.errTaken()
	}
	// Again, since the work took long.
	if err := b.mine(); err != nil {
		return err
	}
	return b.own(version)
}

// upload puts a file of the draft under its name, and says in f what the bucket says of it.
func (b *bucket) upload(f *manifest.File) error {
	path, file := b.path(f.Path), filepath.Join(b.draft.Path, filepath.FromSlash(f.Path))
	for range tries {
		err := b.Store.Upload(path, file, true)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
		sum, err := manifest.Sum(b.Store, path)
		if err == nil && sum == f.SHA256 {
			break
		}
		if fault.System(err) != nil {
			return err
		}
		if err := b.removeOwn([]string{f.Path}); err != nil {
			return err
		}
	}
	info, err := b.Store.Stat(path)
	if err != nil {
		return b.lost(path, err)
	}
	if info.Size() != f.Size {
		return fmt.Errorf("%s: %d bytes written, %d in the bucket", path, f.Size, info.Size())
	}
	f.Mtime, f.Version = info.ModTime(), manifest.Version(info)
	return nil
}

// uploaded fails when a file is not what was uploaded, or the folder another's.
func (b *bucket) uploaded(m *manifest.Manifest) error {
	for _, f := range m.Outputs {
		info, err := b.Store.Stat(b.path(f.Path))
		if err != nil {
			return b.lost(b.path(f.Path), err)
		}
		if info.Size() != f.Size || manifest.Version(info) != f.Version {
			return b.errTaken()
		}
	}
	// Behind the versions: they are what this run wrote as long as nobody else could remove anything.
	return b.owned()
}

// lost is the error of a file that was uploaded and is not there any more.
func (b *bucket) lost(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return b.errTaken()
	}
	return err
}

func (b *bucket) close() { b.draft.Close() }
