package input

import (
	"fmt"
	"io/fs"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// BuiltIn replaces a folder's name for the files of an input's Default.
const BuiltIn = "built-in"

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
