package input

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// glob finds the files that a pattern matches; ** stands for any number of folders. Every match is opened or is an
// error, and so is an unreadable folder.
func (in lookup) glob(spec string) (Source, error) {
	base, pattern := doublestar.SplitPattern(filepath.ToSlash(spec))
	files, err := matches(tree{in.store, base}, pattern)
	if errors.Is(err, doublestar.ErrBadPattern) {
		return Source{}, fault.Usagef("%s: %w", spec, err)
	}
	if err != nil {
		return Source{}, fault.Unreadable(spec, err)
	}
	for _, file := range files {
		if err := in.regular(file); err != nil {
			return Source{}, err
		}
	}
	if len(files) == 0 {
		return Source{}, &schemas.FileError{File: spec, Err: errors.New("no file matches")}
	}
	return Source{Spec: spec, Files: files}, cmp.Or(in.finished(files), in.complete(spec, files))
}

// below finds all files in and below a folder, except those that are not part of a corpus. In a folder that a stage
// made, the manifest decides.
func (in lookup) below(dir string) (Source, error) {
	if err := output.Finished(in.store, dir); err != nil {
		return Source{}, err
	}
	ours, err := in.ours(dir)
	if err != nil {
		return Source{}, err
	}
	if ours {
		return in.folder(dir)
	}
	found, err := matches(tree{in.store, dir}, "**")
	if err != nil {
		return Source{}, fault.Unreadable(dir, err)
	}
	src := Source{Spec: dir, Dir: dir}
	for _, file := range found {
		if err := in.regular(file); err != nil {
			return Source{}, err
		}
		known, err := in.Recognises(file, in.store.Open)
		if err != nil {
			return Source{}, err
		}
		switch name, key := strings.CutSuffix(file, ".key"); {
		case known:
			src.Files = append(src.Files, file)
		case key && slices.ContainsFunc([]string{".txt", ".txt.gz", ".txt.zst"}, func(end string) bool { _, there := slices.BinarySearch(found, name+end); return there }):
			src.Keys = append(src.Keys, file)
		default:
			src.Other = append(src.Other, file)
		}
	}
	if len(src.Files) == 0 {
		return Source{}, &schemas.FileError{File: dir, Err: fmt.Errorf("none of the %d files in the folder is a corpus", len(found)),
			Remedy: "name the files, or a pattern that matches them"}
	}
	return src, cmp.Or(in.finished(src.Files), in.complete(dir, src.Files))
}

// ours reports whether a stage made the folder: it has a manifest, or, if it was copied without one, files whose names
// the input accepts.
func (in lookup) ours(dir string) (bool, error) {
	m, err := manifest.Read(in.store, store.Join(dir, manifest.Name))
	if fault.System(err) != nil || err == nil && m.Stage != "" {
		return err == nil, err
	}
	names, err := in.listing(dir)
	return slices.ContainsFunc(names, in.takes), err
}

// matches lists what a pattern matches in a folder, sorted. It skips folders, manifests and hidden files, which are
// never files of a corpus.
func matches(base tree, pattern string) (files []string, err error) {
	names, err := doublestar.Glob(base, pattern, doublestar.WithFailOnIOErrors(), doublestar.WithNoHidden())
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		file := base.path(name)
		if st, err := base.store.Stat(file); err == nil && st.IsDir() || output.IsManifest(store.Base(file)) {
			continue
		}
		files = append(files, file)
	}
	slices.Sort(files)
	return files, nil
}

// finished fails if one of the files is in an unfinished output.
func (in lookup) finished(files []string) error {
	var dirs []string
	for _, f := range files {
		if dir := store.Dir(f); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
			if err := output.Finished(in.store, dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// tree is the folder in which a pattern is searched. It is os.DirFS with whole paths in errors. It also lists dangling
// links: a pattern that matches one must not find nothing.
type tree struct {
	store *store.Store
	dir   string
}

func (t tree) path(name string) string { return store.Join(t.dir, name) }

func (t tree) Open(name string) (fs.File, error) { return t.store.Open(t.path(name)) }

func (t tree) ReadDir(name string) ([]fs.DirEntry, error) { return t.store.ReadDir(t.path(name)) }

func (t tree) Stat(name string) (fs.FileInfo, error) {
	st, err := t.store.Stat(t.path(name))
	if errors.Is(err, fs.ErrNotExist) && !store.Remote(t.dir) {
		return os.Lstat(t.path(name))
	}
	return st, err
}
