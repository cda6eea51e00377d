package output

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// What a reader may believe of the folder of TestMetamorphic at any moment.

// honest fails if anything that is believed is not whole, of one key and of the right bytes, or if a reader believes an unfinished
// folder.
func (w *world) honest() error {
	f := Folder{Store: w.store, Dir: w.dir}
	mark, err := manifest.ReadMark(w.store, w.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	entries, _ := w.store.ReadDir(w.dir)
	finished := false
	for _, e := range entries {
		if !IsManifest(e.Name()) {
			continue
		}
		m, readErr := manifest.Read(w.store, f.path(e.Name()))
		if readErr != nil {
			return readErr
		}
		if err == nil && m.Key != mark.Key {
			continue
		}
		files := 2
		if e.Name() == manifest.Name {
			finished, files = true, 2*w.parts
		}
		if len(m.Outputs) != files {
			return fmt.Errorf("%s lists %d files", e.Name(), len(m.Outputs))
		}
		if err := w.bytes(m); err != nil {
			return fmt.Errorf("%s: %w", e.Name(), err)
		}
	}
	if readErr := Finished(w.store, w.dir); (readErr == nil) != (finished || err != nil) {
		return fmt.Errorf("finished: %t, and a reader says %v", finished, readErr)
	}
	for i := range w.parts {
		name := "a-" + Part{i, w.parts}.String() + ".txt"
		if _, statErr := w.store.Stat(f.path(name)); statErr == nil && FinishedFile(w.store, f.path(name)) == nil {
			if data, err := w.store.ReadFile(f.path(name)); err != nil || string(data) != text(mark.Key, name) && mark.Key != "" {
				if !w.taken && !w.tampered {
					return fmt.Errorf("a reader believes %s: %q, %v", name, data, err)
				}
			}
		}
	}
	return nil
}

// bytes fails if the files of a manifest do not hold what its key says. Where a folder was taken over while others worked, or
// somebody changed a file, the manifest must know that a file is not the one that it lists.
func (w *world) bytes(m *manifest.Manifest) error {
	f := Folder{Store: w.store, Dir: w.dir}
	damage, err := m.Damage(w.store, w.dir, false)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, o := range m.Outputs {
		if seen[o.Path] {
			return fmt.Errorf("%s is listed twice", o.Path)
		}
		seen[o.Path] = true
		data, err := w.store.ReadFile(f.path(o.Path))
		if err == nil && string(data) == text(m.Key, o.Path) {
			continue
		}
		if !w.taken && !w.tampered || damage[o.Path] == "" {
			return fmt.Errorf("%s holds %q under %s (%v)", o.Path, data, m.Key, err)
		}
	}
	return nil
}

// whole fails unless the folder is finished under the key.
func (w *world) whole(key int) error {
	m, err := manifest.Read(w.store, store.Join(w.dir, manifest.Name))
	if err != nil {
		return err
	}
	if mark, err := manifest.ReadMark(w.store, w.dir); err != nil || m.Key != keyOf(key) || mark.Key != m.Key {
		return fmt.Errorf("%s stands under the mark of %s, %v", m.Key, mark.Key, err)
	}
	if len(m.Outputs) != 2*w.parts {
		return fmt.Errorf("the manifest lists %d files", len(m.Outputs))
	}
	taken, tampered := w.taken, w.tampered
	w.taken, w.tampered = false, false
	defer func() { w.taken, w.tampered = taken, tampered }()
	return w.bytes(m)
}

// leftovers fails if there is anything in the folder that the manifest does not list, or a temporary file.
func (w *world) leftovers() error {
	m, err := manifest.Read(w.store, store.Join(w.dir, manifest.Name))
	if err != nil {
		return err
	}
	entries, err := w.store.ReadDir(w.dir)
	for _, e := range entries {
		_, listed := m.Output(e.Name())
		if disk.Temporary(e.Name()) || !listed && !IsManifest(e.Name()) && !e.IsDir() && !isService(e.Name()) {
			return fmt.Errorf("left: %s", e.Name())
		}
	}
	return err
}
