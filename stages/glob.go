package stages

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/folder"
)

// glob finds the files that a pattern matches; ** stands for any number of folders. Folders, manifests and what is
// hidden are no files of a corpus; all else that is matched is opened or is an error, and so is a folder that cannot be
// looked into.
func (in Input) glob(spec string) (Source, error) {
	base, pattern := doublestar.SplitPattern(filepath.ToSlash(spec))
	names, err := doublestar.Glob(tree(base), pattern, doublestar.WithFailOnIOErrors(), doublestar.WithNoHidden())
	if errors.Is(err, doublestar.ErrBadPattern) {
		return Source{}, fault.Usagef("%s: %w", spec, err)
	}
	if err != nil {
		return Source{}, fault.Unreadable(spec, err)
	}
	var files []string
	for _, name := range names {
		file := tree(base).path(name)
		if st, err := os.Stat(file); err == nil && st.IsDir() || folder.IsManifest(filepath.Base(file)) {
			continue
		}
		if err := regular(file); err != nil {
			return Source{}, err
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		return Source{}, &InputError{File: spec, Err: errors.New("no file has such a name")}
	}
	slices.Sort(files)
	var dirs []string
	for _, f := range files {
		if dir := filepath.Dir(f); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
			if err := folder.Finished(dir); err != nil {
				return Source{}, err
			}
		}
	}
	return Source{Spec: spec, Files: files}, complete(spec, files)
}

// tree is the folder in which a pattern is looked for. It is os.DirFS with whole paths in errors, and a link that leads
// nowhere is there in it: a pattern that matches it must not find nothing.
type tree string

func (t tree) path(name string) string { return filepath.Join(string(t), filepath.FromSlash(name)) }

func (t tree) Open(name string) (fs.File, error) { return os.Open(t.path(name)) }

func (t tree) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(t.path(name)) }

func (t tree) Stat(name string) (fs.FileInfo, error) {
	st, err := os.Stat(t.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return os.Lstat(t.path(name))
	}
	return st, err
}
