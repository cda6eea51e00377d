package input

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
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

// Path returns the path of a file in a folder.
func (s Source) Path(name string) string { return store.Join(s.Spec, name) }

// Open opens a file of a folder, or a built-in file, by its name there.
func (s Source) Open(name string) (schemas.File, error) {
	if s.FS == nil {
		return s.store.Open(s.Path(name))
	}
	f, err := s.FS.Open(name)
	if err != nil {
		return nil, err
	}
	file, ok := f.(schemas.File)
	if !ok {
		return nil, fmt.Errorf("built in: %s is a %T, in which one cannot seek", name, f)
	}
	return file, nil
}

// Provenance is ProvenanceIn for the folder of the first file.
func (s Source) Provenance() (m *manifest.Manifest, ok bool, err error) {
	return s.ProvenanceIn(store.Dir(s.Files[0]))
}

// ProvenanceIn reads the manifest of a folder. ok is false, and m empty, if there is no manifest or it is not ours. An error means
// that the system failed and a manifest may exist.
func (s Source) ProvenanceIn(dir string) (m *manifest.Manifest, ok bool, err error) {
	m, err = manifest.Read(s.store, store.Join(dir, manifest.Name))
	return m, err == nil && m.Stage != "", fault.System(err)
}

// Mark reads the mark of the folder, which says what its output is made from.
func (s Source) Mark() (*manifest.Mark, error) { return manifest.ReadMark(s.store, s.Dir) }

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
	for _, value := range values {
		name, spec, ok := strings.Cut(value, "=")
		switch {
		case !in.Named:
			name, spec = "", value
		case !ok || !sourceName.MatchString(name):
			return nil, fault.Usagef("--%s %s: want NAME=CORPUS, the name of letters, digits, _ and -", in.Name, value)
		case !in.Many && slices.ContainsFunc(sources, func(s Source) bool { return s.Name == name }):
			return nil, fault.Usagef("--%s: the name %s is given twice", in.Name, name)
		}
		src, err := lookup{in, at}.source(spec)
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

// BuiltIn replaces a folder's name for the files of an input's Default; Stdin stands for standard input.
const (
	BuiltIn = "built-in"
	Stdin   = "-"
)

// builtIn is the source of an input that is not given.
func (in Input) builtIn() (Source, error) {
	src := Source{Spec: BuiltIn, FS: in.Default}
	entries, err := fs.ReadDir(in.Default, ".")
	if err != nil {
		return src, fmt.Errorf("--%s: built in: %w", in.Name, err)
	}
	for _, e := range entries { // sorted by name
		if len(in.Files) == 0 || in.takes(e.Name()) {
			src.Files = append(src.Files, e.Name())
		}
	}
	return src, nil
}

// lookup resolves corpus arguments of an input.
type lookup struct {
	Input
	store *store.Store
}

// source resolves one corpus argument: as a file or folder of that name, else as a pair, else as a glob. Numbered sets in a folder
// or glob must be complete.
func (in lookup) source(given string) (Source, error) {
	spec, err := store.Path(given)
	switch {
	case err != nil:
		return Source{}, err
	case store.Remote(spec) && !in.Remote && !in.Copied:
		return Source{}, fault.Usagef("%s: this input must be a file of this machine; copy it there", given)
	case spec == "":
		return Source{}, fault.Usagef("empty; want a file, a folder, a glob or a source.txt:target.txt pair")
	}
	pipes := in.Recognises != nil || in.Piped
	if spec == "-" && pipes {
		return Source{Spec: spec, Files: []string{spec}, Pipe: true}, nil
	}
	st, err := in.store.Stat(spec)
	switch {
	case err == nil && st.IsDir():
		return in.folder(spec)
	case err == nil && !st.Mode().IsRegular() && pipes:
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

// pair splits source:target at the colon where both sides are files.
func (in lookup) pair(spec string) (Source, error) {
	missing := fault.Usagef("%s: want source.txt:target.txt", spec)
	for i := 1; i < len(spec)-1; i++ {
		if spec[i] != ':' || strings.HasPrefix(spec[i:], "://") {
			continue
		}
		files := []string{spec[:i], spec[i+1:]}
		err := in.regular(files...)
		if err == nil || fault.System(err) != nil {
			return Source{Spec: spec, Files: files, Pair: true}, err
		}
		var usage *fault.UsageError
		if errors.As(missing, &usage) { // of several colons the first one is told
			missing = err
		}
	}
	return Source{}, missing
}
