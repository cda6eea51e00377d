package input

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
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

func (in lookup) one(spec string) (Source, error) {
	if err := in.regular(spec); err != nil {
		return Source{}, err
	}
	return Source{Spec: spec, Files: []string{spec}}, output.FinishedFile(in.store, spec)
}

// folder finds the files of a folder: those that its manifest lists, or whose names the input takes. If no stage made it and the
// input recognises foreign files, it finds the files of a corpus in and below it.
func (in lookup) folder(dir string) (Source, error) {
	if err := output.Finished(in.store, dir); err != nil {
		return Source{}, err
	}
	names, maker, err := in.listing(dir)
	if err != nil {
		return Source{}, err
	}
	if in.Recognises != nil && maker == "" && !slices.ContainsFunc(names, in.takes) {
		return in.corpus(dir)
	}
	src := Source{Spec: dir, Dir: dir}
	for _, n := range names {
		if len(in.Files) == 0 || in.takes(n) {
			src.Files = append(src.Files, store.Join(dir, n))
		}
	}
	if len(src.Files) == 0 {
		want := "no files"
		if len(in.Files) > 0 {
			want = "no " + strings.Join(in.Files, ", no ")
		}
		return Source{}, &schemas.FileError{File: dir, Err: fmt.Errorf("the folder has %s", want)}
	}
	err = in.regular(src.Files...)
	var file *schemas.FileError
	if errors.As(err, &file) && maker != "" {
		file.Remedy = fmt.Sprintf("run %s again", maker)
	}
	return src, cmp.Or(err, in.complete(dir, src.Files))
}

// takes reports whether the patterns of the input name a file.
func (in Input) takes(name string) bool {
	return slices.ContainsFunc(in.Files, func(p string) bool { ok, _ := path.Match(p, name); return ok })
}

// listing names the files at the top of a folder, sorted: those that its manifest lists, of which maker is the stage, or all that
// are not hidden.
func (in lookup) listing(dir string) (names []string, maker string, err error) {
	m, err := manifest.Read(in.store, store.Join(dir, manifest.Name))
	if fault.System(err) != nil {
		return nil, "", err
	}
	if err == nil && m.Stage != "" {
		for _, f := range m.Outputs {
			if !strings.Contains(f.Path, "/") && !output.IsRejects(f.Path) {
				names = append(names, f.Path)
			}
		}
		slices.Sort(names)
		return names, m.Stage, nil
	}
	entries, err := in.store.ReadDir(dir)
	if err != nil {
		return nil, "", fault.Unreadable(dir, err)
	}
	for _, e := range entries {
		if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !output.IsManifest(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, "", nil
}

// corpus finds the files in and below a folder that are part of a corpus.
func (in lookup) corpus(dir string) (Source, error) {
	found, err := in.matches(dir, dir, "**")
	if err != nil {
		return Source{}, err
	}
	src := Source{Spec: dir, Dir: dir}
	for _, file := range found {
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

// glob finds the files that a pattern matches; ** stands for any number of folders.
func (in lookup) glob(spec string) (Source, error) {
	base, pattern := doublestar.SplitPattern(filepath.ToSlash(spec))
	files, err := in.matches(spec, base, pattern)
	if len(files) == 0 && err == nil {
		err = &schemas.FileError{File: spec, Err: errors.New("no file matches")}
	}
	return Source{Spec: spec, Files: files}, cmp.Or(err, in.finished(files), in.complete(spec, files))
}

// matches lists what a pattern matches in the folder base, sorted. It skips folders, manifests and hidden files, which are
// never files of a corpus. Every match is opened or is an error about spec, and so is an unreadable folder.
func (in lookup) matches(spec, base, pattern string) (files []string, err error) {
	at := tree{in.store, base}
	names, err := doublestar.Glob(at, pattern, doublestar.WithFailOnIOErrors(), doublestar.WithNoHidden())
	if errors.Is(err, doublestar.ErrBadPattern) {
		return nil, fault.Usagef("%s: %w", spec, err)
	}
	if err != nil {
		return nil, fault.Unreadable(spec, err)
	}
	for _, name := range names {
		file := at.path(name)
		if st, err := in.store.Stat(file); err == nil && st.IsDir() || output.IsManifest(store.Base(file)) {
			continue
		}
		files = append(files, file)
	}
	slices.Sort(files)
	return files, in.regular(files...)
}

// finished fails if one of the files is in an unfinished output.
func (in lookup) finished(files []string) error {
	seen := map[string]bool{}
	for _, f := range files {
		if dir := store.Dir(f); !seen[dir] {
			seen[dir] = true
			if err := output.Finished(in.store, dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// regular fails unless the paths are regular files that can be opened.
func (in lookup) regular(paths ...string) error {
	for _, path := range paths {
		st, err := in.store.Stat(path)
		if err == nil && !st.Mode().IsRegular() {
			err = errors.New("is not a regular file")
		}
		if err == nil && !store.Remote(path) { // where Stat has checked it
			var f *os.File
			if f, err = os.Open(path); err == nil {
				f.Close()
			}
		}
		if err != nil {
			return fault.Unreadable(path, err)
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
