package output

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// none is the key of a folder without a mark; one that binds nobody has the key "".
const none = "no mark"

// view is what a reader sees of the folder of TestMetamorphic at a moment.
type view struct {
	mark    string             // key
	found   map[string]finding // by name of the manifest: those that are believed
	files   []string           // of the output, in the folder itself, but for its manifests
	dropped []string           // temporary files
}

// finding is a manifest that is believed.
type finding struct {
	by     int    // the group of the attempt that wrote it
	broken string // what is wrong with its files, as the manifest knows
}

// look returns what a reader sees. It fails if a manifest is believed whose files are not those of its key, without a word of it.
func (w *world) look() (*view, error) {
	v := &view{mark: none, found: map[string]finding{}}
	mark, err := manifest.ReadMark(w.store, w.dir)
	if err == nil {
		v.mark = mark.Key
	} else if !errors.Is(err, fs.ErrNotExist) {
		return v, err
	}
	entries, err := w.store.ReadDir(w.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return v, err
	}
	for _, e := range entries {
		name := e.Name()
		switch {
		case disk.Temporary(name):
			v.dropped = append(v.dropped, name)
		case isService(name) || e.IsDir():
		case !IsManifest(name):
			v.files = append(v.files, name)
		default:
			m, err := manifest.Read(w.store, store.Join(w.dir, name))
			if err != nil {
				continue
			}
			broken, err := w.broken(m, name)
			switch {
			case m.Key == v.mark && err != nil:
				return v, fmt.Errorf("%s of %s: %w", name, m.Key, err)
			case m.Key == v.mark:
				v.found[name] = finding{m.Info.Threads, broken}
			case broken != "" && !w.dirty && !w.tampered:
				return v, fmt.Errorf("%s of %s stands under the mark of %q, and %s", name, m.Key, v.mark, broken)
			}
		}
	}
	return v, nil
}

// broken says what is wrong with the files of a manifest, if the manifest knows it.
func (w *world) broken(m *manifest.Manifest, name string) (broken string, err error) {
	damage, err := m.Damage(w.store, w.dir, false)
	if err != nil {
		return "", err
	}
	var want, listed []string
	for i := range w.parts {
		if part, cut := partOf(name); !cut || part.Index == i {
			want = append(want, filesOf(m.Key, Part{i, w.parts})...)
		}
	}
	for _, o := range m.Outputs {
		listed = append(listed, o.Path)
		data, err := w.store.ReadFile(store.Join(w.dir, o.Path))
		switch right := err == nil && string(data) == text(m.Key, o.Path); {
		case right && damage[o.Path] == "":
		case damage[o.Path] == "":
			return "", fmt.Errorf("%s holds %q, %v", o.Path, data, err)
		case !right:
			broken = o.Path + " " + damage[o.Path]
		default:
			return "", fmt.Errorf("%s is right, and %s", o.Path, damage[o.Path])
		}
	}
	slices.Sort(want)
	slices.Sort(listed)
	if !slices.Equal(want, listed) {
		return "", fmt.Errorf("it lists %q instead of %q", listed, want)
	}
	return broken, nil
}

// observe holds what stands against the contract, after a call that changed it: of a process, or of nobody who lives.
func (w *world) observe(by *mortal) {
	if w.err == nil && !w.blind {
		w.err = w.check(by)
	}
}

func (w *world) check(by *mortal) error {
	v, err := w.look()
	if err != nil {
		return err
	}
	was := w.seen
	w.seen = v
	w.moment++
	for name, f := range v.found {
		w.believed[name+" of "+v.mark] = last{w.moment, f.by}
		if f.broken == "" {
			w.whole[name+" of "+v.mark] = last{w.moment, f.by}
			continue
		}
		w.damaged = true
		power := by == nil && w.tampered // which undoes the removal of its manifest
		if !w.quarrel && was.found[name].broken == "" && !w.tampering && !power {
			return fmt.Errorf("%s is believed, and %s", name, f.broken)
		}
	}
	if v.mark == none && len(v.files)+len(v.found) > 0 {
		return fmt.Errorf("no mark, and %q", v.files)
	}
	if err := w.kept(was, by); err != nil {
		return err
	}
	for _, m := range w.atWork {
		m.marks[v.mark] = true
	}
	return w.readers()
}

// kept fails if something was lost that nobody may take: a finished output without force, or the key of others.
func (w *world) kept(was *view, by *mortal) error {
	forced := slices.ContainsFunc(w.atWork, func(m *mortal) bool { return m.force && !m.ended })
	for name, f := range was.found {
		now, there := w.seen.found[name]
		lost := !there && w.seen.mark == was.mark || !w.quarrel && (!there || now.broken != "")
		if by != nil && by.removes && (by.marks[""] || by.key == was.mark && w.damaged) {
			lost = false // it clears a folder that was nobody's, or removes the manifest of what was broken, which another has just mended
		}
		if f.broken == "" && lost && !forced && !w.tampering && (by != nil || w.promised[name] == was.mark) {
			return fmt.Errorf("%s was whole and is lost under %s: %+v", name, was.mark, now)
		}
	}
	if by == nil || w.seen.mark == was.mark || was.mark == none || by.marks[""] || by.force {
		return nil
	}
	if gaveUp := w.seen.mark == "" && by.key == was.mark; gaveUp || w.place && len(was.files) == 0 && w.seen.mark == "" {
		return nil
	}
	return fmt.Errorf("%s takes the folder of %q without force", by.key, was.mark)
}

// readers fails if a reader believes an unfinished folder or file, or does not believe a finished one.
func (w *world) readers() error {
	if w.seen.mark == none {
		return nil
	}
	if _, err := manifest.Read(w.store, store.Join(w.dir, manifest.Name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil // somebody spoiled it
	}
	_, finished := w.seen.found[manifest.Name]
	if err := Finished(w.store, w.dir); (err == nil) != finished {
		return fmt.Errorf("finished: %t, and a reader says %v", finished, err)
	}
	if len(w.seen.files) == 0 {
		return nil
	}
	name := w.seen.files[w.IntN(len(w.seen.files))]
	part, _ := partOf(name)
	m, err := manifest.Read(w.store, store.Join(w.dir, (&Folder{Files: outputs}).recordOf(part)))
	_, listed := m.Output(name)
	believed := finished || err == nil && m.Key == w.seen.mark && listed && w.parts > 1
	if err := FinishedFile(w.store, store.Join(w.dir, name)); (err == nil) != believed {
		return fmt.Errorf("%s is finished: %t, and a reader says %v", name, believed, err)
	}
	return nil
}

// ended holds the end of an attempt, which was at work from a moment on, against the contract.
func (w *world) ended(a *attempt, m *mortal, alone bool) error {
	var usage *fault.UsageError
	var own failure
	if v, err := w.look(); err == nil && alone && !m.dead && len(v.dropped) > 0 && len(a.parts) == w.parts && !errors.As(a.err, &usage) {
		return fmt.Errorf("left: %q", v.dropped)
	}
	switch {
	case m.dead || w.blind && !alone:
		return nil
	case a.err == nil:
		return w.succeeded(a, m)
	case errors.As(a.err, &own):
		_, none := w.store.Stat(store.Join(w.dir, manifest.Name))
		if v, err := w.look(); err == nil && none != nil && alone && w.parts == 1 && !w.place && !w.quarrel && v.mark != "" {
			return fmt.Errorf("failed, and the folder stays that of %q", v.mark)
		}
		return nil
	case errors.As(a.err, &usage):
		delete(m.marks, m.key)
		delete(m.marks, "")
		delete(m.marks, none)
		if m.force || len(m.marks) == 0 && !w.blind {
			return fmt.Errorf("refused without a reason: %w", a.err)
		}
		return nil
	case w.quarrel && (errors.Is(a.err, errTaken) || errors.Is(a.err, errAnew)), w.place && !alone && errors.Is(a.err, errWaits):
		return nil
	}
	return fmt.Errorf("undisturbed: %w", a.err)
}

// succeeded fails unless all that an attempt reports as made stood at a moment while it was at work, made by one at work then where it
// has force.
func (w *world) succeeded(a *attempt, m *mortal) error {
	if w.blind {
		w.blind = false
		defer func() { w.blind = true }()
		if err := w.check(nil); err != nil {
			return err
		}
	}
	seen := w.whole
	if w.quarrel {
		seen = w.believed
	}
	unseen := func(name string) bool {
		at := seen[name+" of "+m.key]
		return at.moment < m.began || m.force && !w.quarrel && at.by < w.groups
	}
	names := []string{manifest.Name}
	if len(a.parts) < w.parts && unseen(manifest.Name) {
		names = nil
		for _, i := range a.parts {
			names = append(names, (&Folder{Files: outputs}).recordOf(Part{i, w.parts}))
		}
	}
	if i := slices.IndexFunc(names, unseen); i >= 0 {
		return fmt.Errorf("ended well, and %s of %s was last seen at %+v, and not from %d to %d", names[i], m.key, seen[names[i]+" of "+m.key], m.began, w.moment)
	}
	if !w.quarrel {
		for _, name := range names {
			w.promised[name] = m.key
		}
	}
	return nil
}

// leftovers fails if there is anything in the folder that the manifest does not list, or a temporary file.
func (w *world) leftovers() error {
	m, err := manifest.Read(w.store, store.Join(w.dir, manifest.Name))
	if err != nil {
		return err
	}
	v, err := w.look()
	left := slices.DeleteFunc(v.files, func(name string) bool { _, listed := m.Output(name); return listed })
	if left = append(left, v.dropped...); len(left) > 0 {
		return fmt.Errorf("left: %q", left)
	}
	return err
}

// filesOf lists the files of a part under a key.
func filesOf(key string, part Part) []string {
	f := Folder{Files: outputs, Part: part}
	var names []string
	for _, name := range written(key) {
		names = append(names, filepath.ToSlash(f.FileName(name)))
	}
	return names
}
