package output

import (
	"errors"
	"io/fs"
	"maps"
	"slices"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// records returns the names of the manifests of parts in the folder. A missing folder has none.
func (f *Folder) records() (map[Part]string, error) {
	entries, err := f.Store.ReadDir(f.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	records := map[Part]string{}
	for _, e := range entries {
		if part, ok := partOf(e.Name()); ok && IsManifest(e.Name()) && !isService(e.Name()) {
			records[part] = e.Name()
		}
	}
	return records, err
}

// Vouchers lists the files of a folder that record what the whole of it is made from: the mark and the manifest.
func Vouchers(dir string) []string {
	return []string{store.Join(dir, manifest.MarkName), store.Join(dir, manifest.Name)}
}

// Made returns the manifest of the whole output if it is finished under the wanted key, and updates its mtime; else nil. It sweeps
// what killed attempts left of a finished output.
func (f *Folder) Made() (*manifest.Manifest, error) {
	if f.Force {
		return nil, nil
	}
	m, _, err := f.found(manifest.Name)
	if m == nil || err != nil {
		return nil, err
	}
	return m, f.sweep()
}

// Refused fails if the folder is of another key and has to stay, before the input is read to cut it into parts.
func (f *Folder) Refused() error {
	mark, err := f.mark()
	if err != nil || mark == nil || f.Force || mark.Key == "" || mark.Key == f.Mark.Key {
		return err
	}
	want := *f
	want.Mark.Parts = mark.Parts // this run does not know its number yet
	return want.refuse(mark)
}

// Left lists the wanted parts that are not finished.
func (f *Folder) Left(parts int, wanted func(part int) bool) (left []int, err error) {
	records, err := f.records()
	if err != nil {
		return nil, err
	}
	for i := range parts {
		if !wanted(i) {
			continue
		}
		whole := false
		if name := records[Part{i, parts}]; name != "" && !f.Force {
			if whole, err = f.whole(name); err != nil {
				return nil, err
			}
		}
		if !whole {
			left = append(left, i)
		}
	}
	return left, nil
}

// Complete writes the folder's manifest if all parts are finished. Every process calls it after its parts: the one that finished
// the last part may have been killed before. Of two that finish the last two parts at once, the later one finds both.
func (f *Folder) Complete(parts int) error {
	f.Mark.Parts = parts
	if whole, err := f.whole(manifest.Name); whole || err != nil {
		return err
	}
	records, err := f.records()
	if err != nil {
		return err
	}
	// Look for all before reading any: each of n parts gets here once, and all but the last find one missing.
	if maps.DeleteFunc(records, func(p Part, _ string) bool { return p.Of != parts }); len(records) < parts {
		return nil
	}
	var all []*manifest.Manifest
	for i := range parts {
		m, err := manifest.Read(f.Store, f.path(records[Part{i, parts}]))
		if fault.System(err) != nil {
			return err // if this process ended well, nobody would come back to write it
		}
		if err != nil || m.Key != f.Mark.Key {
			return nil
		}
		all = append(all, m)
	}
	m := union(all, f.Mark.Inputs)
	if damage, err := m.Damage(f.Store, f.Dir, false); err != nil || len(damage) > 0 {
		return err
	}
	if err := f.hold(); err != nil {
		return err
	}
	return f.finish(m, manifest.Name)
}

// union returns the manifest of the folder of all parts, which were made from the inputs. It has the row counts of input files that
// some parts know.
func union(parts []*manifest.Manifest, inputs []manifest.Input) *manifest.Manifest {
	m := *parts[0]
	m.Part, m.Parts, m.Inputs, m.Outputs, m.Read, m.Rejects = "", len(parts), nil, nil, 0, 0
	m.Info.Seconds = 0
	var notes []any
	rows := map[string]*int64{}
	for _, p := range parts {
		m.Outputs = append(m.Outputs, p.Outputs...)
		m.Read += p.Read
		m.Rejects += p.Rejects
		m.Info.Seconds += p.Info.Seconds
		m.Info.PeakMemory = max(m.Info.PeakMemory, p.Info.PeakMemory)
		notes = append(notes, p.Notes)
		for _, in := range p.Inputs {
			for _, file := range in.Files {
				if file.Rows != nil {
					rows[file.Path] = file.Rows
				}
			}
		}
	}
	for _, in := range inputs {
		in.Files = slices.Clone(in.Files)
		for i, file := range in.Files {
			if n := rows[file.Path]; n != nil {
				in.Files[i].Rows = n
			}
		}
		m.Inputs = append(m.Inputs, in)
	}
	m.Notes = map[string]any{manifest.PartNotes: notes}
	return &m
}
