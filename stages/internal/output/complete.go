package output

import (
	"errors"
	"io/fs"
	"slices"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// Complete writes the folder's manifest if all parts are finished. Every process calls it after its parts: the one that finished
// the last part may have been killed before. Of two that finish the last two parts at once, the later one finds both.
func (f *Folder) Complete(parts int) error {
	f.Mark.Parts = parts
	if m, damage, err := f.finished(manifest.Name); err != nil || m != nil && len(damage) == 0 {
		return err
	}
	records, err := f.partRecords()
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nobody has made any
	}
	if err != nil {
		return err
	}
	// Look for all before reading any: each of n parts gets here once, and all but the last find one missing.
	for i := range parts {
		part := Part{i, parts}
		if records[part.String()] == "" && f.remote() {
			// A listing may be older than the last write.
			if _, err := f.Store.Stat(f.path(f.partRecord(part))); err == nil {
				records[part.String()] = f.partRecord(part)
			} else if !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		if records[part.String()] == "" {
			return nil
		}
	}
	var all []*manifest.Manifest
	look := f.look(parts)
	for i := range parts {
		m, err := manifest.Read(f.Store, f.path(records[Part{i, parts}.String()]))
		if fault.System(err) != nil {
			return err // if this process ended well, nobody would come back to write it
		}
		if err != nil || m.Key != f.Mark.Key {
			return nil
		}
		if damage, err := m.Damage(f.Store, f.Dir, false, look); err != nil || len(damage) > 0 {
			return err
		}
		all = append(all, m)
	}
	if err := f.hold(); err != nil {
		return err
	}
	if err := f.writeManifest(union(all, f.Mark.Inputs), manifest.Name); err != nil {
		return err
	}
	return f.hold()
}

// union returns the manifest of the folder of all parts, which were made from the inputs.
func union(parts []*manifest.Manifest, inputs []manifest.Input) *manifest.Manifest {
	m := *parts[0]
	m.Inputs = withRows(inputs, parts)
	m.Part, m.Parts, m.Outputs, m.Read, m.Rejects = "", len(parts), nil, 0, 0
	m.Info.Seconds = 0
	var notes []any
	for _, p := range parts {
		m.Outputs = append(m.Outputs, p.Outputs...)
		m.Read += p.Read
		m.Rejects += p.Rejects
		m.Info.Seconds += p.Info.Seconds
		m.Info.PeakMemory = max(m.Info.PeakMemory, p.Info.PeakMemory)
		notes = append(notes, p.Notes)
	}
	m.Notes = map[string]any{manifest.PartNotes: notes}
	return &m
}

// withRows returns the inputs with the row counts that some parts know.
func withRows(inputs []manifest.Input, parts []*manifest.Manifest) (all []manifest.Input) {
	rows := map[string]*int64{}
	for _, p := range parts {
		for _, in := range p.Inputs {
			for _, f := range in.Files {
				if f.Rows != nil {
					rows[f.Path] = f.Rows
				}
			}
		}
	}
	for _, in := range inputs {
		in.Files = slices.Clone(in.Files)
		for i, f := range in.Files {
			if n, known := rows[f.Path]; known {
				in.Files[i].Rows = n
			}
		}
		all = append(all, in)
	}
	return all
}
