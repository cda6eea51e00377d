package output

import (
	"errors"
	"io/fs"
	"slices"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// complete writes the folder's manifest if all parts are finished. The caller holds the lock, so that if two
// processes finish the last two parts at once, the second sees both.
func (s *onePart) complete() error {
	if m, err := manifest.Read(s.Store, s.record()); err == nil && m.Key == s.Mark.Key {
		return nil
	}
	records, err := partRecords(s.Store, s.Dir)
	if err != nil {
		return err
	}
	// Look for all before reading any: each of n parts gets here once, and all but the last find one missing.
	for i := range s.Part.Of {
		part := Part{i, s.Part.Of}
		if records[part.String()] == "" && s.remote() {
			// A listing may be older than the last write.
			path := s.partManifest(part)
			if _, err := s.Store.Stat(path); err == nil {
				records[part.String()] = path
			} else if !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		if records[part.String()] == "" {
			return nil
		}
	}
	var parts []*manifest.Manifest
	look := s.look(s.Part.Of)
	for i := range s.Part.Of {
		m, err := manifest.Read(s.Store, records[Part{i, s.Part.Of}.String()])
		if fault.System(err) != nil {
			return err // if this process ended well, nobody would come back to write it
		}
		if err != nil || m.Key != s.Mark.Key {
			return nil
		}
		if damage, err := m.Damage(s.Store, s.Dir, false, look); err != nil || len(damage) > 0 {
			return err
		}
		parts = append(parts, m)
	}
	if s.remote() {
		return s.completeBucket(union(parts, s.Mark.Inputs))
	}
	err = union(parts, s.Mark.Inputs).Write(s.Store, s.record())
	s.at("folder recorded")
	return err
}

// completeBucket writes the folder's manifest in a bucket if the folder still has the key.
func (s *onePart) completeBucket(m *manifest.Manifest) error {
	mark, version, bad, err := s.mark()
	if err != nil {
		return err
	}
	if bad != nil || mark.Key != s.Mark.Key {
		return s.errTaken()
	}
	s.marked = version
	if err := s.writeManifest(m, s.record()); err != nil {
		return err
	}
	s.at("folder recorded")
	return s.owned()
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
