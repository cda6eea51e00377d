package output

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// bucket makes an output, or a part of one, in a folder of a bucket. It first writes the files to a draft on this
// machine. An existing file with the same content, of a killed or concurrent attempt, stays; a different one is
// removed first. Readers trust only manifests, and only under a mark of the same key. A kill between any two requests,
// or a late request, therefore leaves nothing that looks finished.
type bucket struct {
	*Output
	part  bool   // one of several parts, not the whole
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
	return b.take(m, b.manifest())
}

// replaceable fails if a whole output may not replace what is there.
func (b *bucket) replaceable() error {
	mark, version, bad, err := b.mark()
	if err != nil {
		return err
	}
	if b.first != nil && *b.first != version && (bad != nil || len(mark.Differences(&b.Mark)) > 0) {
		return b.errTaken()
	}
	b.seen = version
	if mark.Parts > 1 && !b.Force {
		if _, err := b.Store.Stat(b.record()); err != nil {
			return fault.Usagef("%s: is being made in %d parts; make those, or replace them with --force", b.Dir, mark.Parts)
		}
	}
	return b.mine()
}

// manifest returns the path of the manifest of the part or the whole. The name is fixed, so that nobody lists
// thousands of parts to find it.
func (b *bucket) manifest() string {
	if !b.part {
		return b.record()
	}
	return b.partManifest(b.Part)
}

// partManifest returns the path of a part's manifest in a bucket.
func (o *Output) partManifest(part Part) string {
	p := *o
	p.Part = part
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

// forget removes the manifests that say that the part is finished, the folder's first.
func (b *bucket) forget() error {
	if _, err := b.Store.Stat(b.manifest()); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	return b.removeOwn([]string{manifest.Name, store.Base(b.manifest())})
}

func (b *bucket) commit(ctx context.Context, m *manifest.Manifest) error {
	if !b.Force {
		if found, _, err := b.intact(b.manifest()); found != nil || err != nil {
			return err // another attempt was faster
		}
	}
	if b.part {
		m.Part = b.Part.String()
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
	// A run that takes the folder over from here on finds it finished.
	if err := b.owned(); err != nil || !b.part {
		return err
	}
	return b.remove(b.failedFile())
}

// ownWhole makes this run the owner of the folder, or joins a concurrent or killed run with the same key.
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
	// Check again, since the work took long.
	if err := b.mine(); err != nil {
		return err
	}
	return b.own(version)
}

// upload uploads a file of the draft under its name and stores in f how the bucket describes it.
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

// uploaded fails if a file differs from the upload, or if the folder has another owner.
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
	// After the versions: they are what this run wrote as long as nobody else could remove anything.
	return b.owned()
}

// lost is the error of an uploaded file that has disappeared.
func (b *bucket) lost(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return b.errTaken()
	}
	return err
}

func (b *bucket) close() { b.draft.Close() }
