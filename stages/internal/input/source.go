package input

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Source is one corpus argument, resolved to files that exist. Paths of objects in a bucket are URLs: open them by the Task, or by
// their names in a folder by the Source.
type Source struct {
	Name  string   // of a named input (kp20k in --test kp20k=…), else empty
	Spec  string   // as given, without the name
	Dir   string   // the folder, when Spec is one
	Files []string // sorted for a folder or a glob; source and target for a pair. Never empty
	Pair  bool     // Spec is source.txt:target.txt
	Pipe  bool     // the one file is - (standard input), a pipe or a device: it can be read once
	FS    fs.FS    // of an input's Default, whose files are not on the disk: Files are names in it
	Other []string // files of a folder that are in no corpus format; skipped
	Keys  []string // files of a folder with the keyphrases of a text beside them: a.key beside a.txt

	store *store.Store
}

// Paths returns Files, and whether they are a pair.
func (s Source) Paths() (files []string, pair bool) { return s.Files, s.Pair }

// Folder returns Dir.
func (s Source) Folder() string { return s.Dir }

// Resolve turns the values of one input's flag into sources.
func (in Input) Resolve(at *store.Store, values []string) ([]Source, error) {
	if len(values) == 0 && in.Default != nil {
		src, err := in.builtIn()
		return []Source{src}, err
	}
	if len(values) == 0 && in.Required {
		return nil, fault.Usagef("--%s is required: %s", in.Name, in.Doc)
	}
	if len(values) > 1 && !in.Many && !in.Named {
		return nil, fault.Usagef("--%s is given %d times, takes one", in.Name, len(values))
	}
	var sources []Source
	var names []string
	for _, spec := range values {
		var name string
		if in.Named {
			var ok bool
			name, spec, ok = strings.Cut(spec, "=")
			if !ok || !sourceName.MatchString(name) {
				return nil, fault.Usagef("--%s %s: want NAME=CORPUS, the name of letters, digits, _ and -", in.Name, values[len(sources)])
			}
			if slices.Contains(names, name) && !in.Many {
				return nil, fault.Usagef("--%s: the name %s is given twice", in.Name, name)
			}
			names = append(names, name)
		}
		path, err := store.Path(spec)
		if err == nil && store.Remote(path) && !in.Remote && !in.Copied {
			err = fault.Usagef("%s: this input must be a file of this machine; copy it there", spec)
		}
		var src Source
		if err == nil {
			src, err = lookup{in, at}.source(path)
		}
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", in.Name, err)
		}
		src.Name, src.store = name, at
		sources = append(sources, src)
	}
	return sources, nil
}

// sourceName matches the name of a named input.
var sourceName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// lookup resolves corpus arguments of an input.
type lookup struct {
	Input
	store *store.Store
}

// source resolves one corpus argument: as a file or folder of that name, else as a pair, else as a glob. Numbered sets in a folder
// or glob must be complete.
func (in lookup) source(spec string) (Source, error) {
	if spec == "" {
		return Source{}, fault.Usagef("empty; want a file, a folder, a glob or a source.txt:target.txt pair")
	}
	if spec == "-" && (in.Recognises != nil || in.Piped) {
		return Source{Spec: spec, Files: []string{spec}, Pipe: true}, nil
	}
	st, err := in.store.Stat(spec)
	switch {
	case err == nil && st.IsDir() && in.Recognises != nil:
		return in.below(spec)
	case err == nil && st.IsDir():
		return in.folder(spec)
	case err == nil && !st.Mode().IsRegular() && (in.Recognises != nil || in.Piped):
		return Source{Spec: spec, Files: []string{spec}, Pipe: true}, nil
	case err == nil:
		return in.one(spec)
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid):
		return Source{}, fault.Unreadable(spec, err)
	case strings.Contains(strings.ReplaceAll(spec, "://", ""), ":"):
		return in.pair(spec)
	case strings.ContainsAny(spec, "*?[{"):
		return in.glob(spec)
	}
	return Source{}, &schemas.FileError{File: spec, Err: errors.New("no such file or folder")}
}

func (in lookup) one(spec string) (Source, error) {
	if err := in.regular(spec); err != nil {
		return Source{}, err
	}
	if err := output.FinishedFile(in.store, spec); err != nil {
		return Source{}, err
	}
	return Source{Spec: spec, Files: []string{spec}}, nil
}

// pair splits source:target at the colon where both sides are files.
func (in lookup) pair(spec string) (Source, error) {
	missing := fault.Usagef("%s: want source.txt:target.txt", spec)
	for i := 1; i < len(spec)-1; i++ {
		if spec[i] != ':' || strings.HasPrefix(spec[i:], "://") {
			continue
		}
		err := in.regular(spec[:i])
		if err == nil {
			err = in.regular(spec[i+1:])
		}
		if err == nil {
			return Source{Spec: spec, Files: []string{spec[:i], spec[i+1:]}, Pair: true}, nil
		}
		var usage *fault.UsageError
		if errors.As(missing, &usage) { // of several colons the first one is told
			missing = err
		}
		if fault.System(err) != nil {
			return Source{}, err
		}
	}
	return Source{}, missing
}

func (in lookup) folder(dir string) (Source, error) {
	if err := output.Finished(in.store, dir); err != nil {
		return Source{}, err
	}
	names, err := in.listing(dir)
	if err != nil {
		return Source{}, err
	}
	var files []string
	for _, n := range names {
		if len(in.Files) > 0 && !in.takes(n) {
			continue
		}
		file := store.Join(dir, n)
		if err := in.regular(file); err != nil {
			return Source{}, in.remake(err, dir)
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		want := "no files"
		if len(in.Files) > 0 {
			want = "no " + strings.Join(in.Files, ", no ")
		}
		return Source{}, &schemas.FileError{File: dir, Err: fmt.Errorf("the folder has %s", want)}
	}
	return Source{Spec: dir, Dir: dir, Files: files}, in.complete(dir, files)
}

// takes reports whether the patterns of the input name a file.
func (in Input) takes(name string) bool {
	return slices.ContainsFunc(in.Files, func(p string) bool { ok, _ := path.Match(p, name); return ok })
}

// listing names the files at the top of a folder, sorted: those that its manifest lists, or all that are not hidden.
func (in lookup) listing(dir string) ([]string, error) {
	var names []string
	m, err := manifest.Read(in.store, store.Join(dir, manifest.Name))
	if fault.System(err) != nil {
		return nil, err
	}
	if err == nil && m.Stage != "" {
		for _, f := range m.Outputs {
			if !strings.Contains(f.Path, "/") && !output.IsRejects(f.Path) {
				names = append(names, f.Path)
			}
		}
		slices.Sort(names)
		return names, nil
	}
	entries, err := in.store.ReadDir(dir)
	if err != nil {
		return nil, fault.Unreadable(dir, err)
	}
	for _, e := range entries {
		if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !output.IsManifest(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// regular fails unless the path is a regular file that can be opened.
func (in lookup) regular(path string) error {
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
	return nil
}

// remake adds to a FileError about a file in dir which stage has to make it again, where a stage made it.
func (in lookup) remake(err error, dir string) error {
	var input *schemas.FileError
	m, readErr := manifest.Read(in.store, store.Join(dir, manifest.Name))
	if errors.As(err, &input) && readErr == nil && m.Stage != "" {
		input.Remedy = fmt.Sprintf("run %s again", m.Stage)
	}
	return err
}
