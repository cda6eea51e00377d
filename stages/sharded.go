package stages

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wrone2set/stages/internal/disk"
	"wrone2set/stages/internal/fault"
	"wrone2set/stages/internal/manifest"
)

// sharded makes one shard of a folder that several processes fill. Looking and putting into place happen
// under the folder's lock, the work itself does not.
type sharded struct {
	*plan
	attempt *disk.Attempt
}

func (s *sharded) begin(ctx context.Context, log *slog.Logger) (*manifest.Manifest, error) {
	if err := claim(s.out); err != nil {
		return nil, err
	}
	lock, err := lock(ctx, s.out, nil)
	if err != nil {
		return nil, err
	}
	defer lock.Unlock()
	if err := removeLeftovers(s.out); err != nil {
		return nil, err
	}
	if err := disk.CleanAttempts(s.unit()); err != nil {
		return nil, err
	}
	if err := s.settle(); err != nil {
		return nil, err
	}
	if done, err := s.found(log); done != nil || err != nil {
		return done, err
	}
	s.attempt, err = disk.NewAttempt(s.unit())
	return nil, err
}

// unit is the name beside which attempts at single shards put their folders.
func (s *sharded) unit() string { return filepath.Join(s.out, "shard") }

// settle makes the folder one of this key and number of shards, or fails.
func (s *sharded) settle() error {
	want := s.mark()
	mark, err := manifest.ReadMark(s.out)
	if err == nil && len(mark.Differences(want)) == 0 {
		return nil
	}
	none := errors.Is(err, fs.ErrNotExist)
	entries, readErr := visible(s.out)
	if readErr != nil {
		return readErr
	}
	if err := s.mine(s.out); err != nil {
		return err
	}
	switch {
	case len(entries) == 0:
	case s.force:
		if err := s.clear(entries); err != nil {
			return err
		}
	case err == nil:
		return refuse(s.out, mark.Differences(want))
	case none:
		return refuse(s.out, []string{"it does not say for which"})
	default:
		return refuse(s.out, []string{err.Error()})
	}
	return want.Write(s.out)
}

func refuse(dir string, diffs []string) error {
	return fault.Usagef("%s: was begun with other settings or input (%s); it cannot be continued with these: give another --out, or start it over with --force",
		dir, strings.Join(diffs, "; "))
}

// clear removes shards of another key, manifests first, so that what is left is taken for unfinished.
func (s *sharded) clear(entries []string) error {
	slices.SortStableFunc(entries, func(a, b string) int {
		order := func(name string) int {
			switch {
			case name == manifestName:
				return 0
			case manifestLike(name):
				return 1
			}
			return 2
		}
		return order(a) - order(b)
	})
	for _, name := range entries {
		if err := os.RemoveAll(filepath.Join(s.out, name)); err != nil {
			return err
		}
	}
	return disk.SyncDir(s.out)
}

func visible(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// found returns this shard's manifest when it is finished, and otherwise makes sure that nothing says so.
func (s *sharded) found(log *slog.Logger) (*manifest.Manifest, error) {
	path := shardManifest(s.out, s.shard)
	if path == "" {
		return nil, nil
	}
	if !s.force {
		m, damage, err := s.intact(s.out, path)
		if err != nil {
			return nil, err
		}
		if m != nil {
			if err := s.complete(); err != nil {
				return nil, err
			}
			return m, s.accept(m, path)
		}
		for name, what := range damage {
			log.Warn("the shard is made again", "file", filepath.Join(s.out, name), "because", "it "+what)
		}
	}
	return nil, s.forget(path)
}

// forget removes the manifests that say that this shard is finished.
func (s *sharded) forget(path string) error {
	for _, p := range []string{filepath.Join(s.out, manifestName), path} {
		if err := os.Remove(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return disk.SyncDir(s.out)
}

func (s *sharded) dir() string { return s.attempt.Dir }

func (s *sharded) finish(ctx context.Context, m *manifest.Manifest) error {
	lock, err := lock(ctx, s.out, nil)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	mark, err := manifest.ReadMark(s.out)
	if err != nil || len(mark.Differences(s.mark())) > 0 {
		return fmt.Errorf("%s: another run took the folder over while this one worked", s.out)
	}
	if path := shardManifest(s.out, s.shard); path != "" {
		if m, _, err := s.intact(s.out, path); err != nil || (m != nil && !s.force) {
			return errors.Join(err, s.complete()) // another attempt was faster
		}
		if err := s.forget(path); err != nil {
			return err
		}
	}
	for _, f := range m.Outputs {
		name := filepath.FromSlash(f.Path)
		if err := os.Rename(filepath.Join(s.attempt.Dir, name), filepath.Join(s.out, name)); err != nil {
			return err
		}
	}
	if err := disk.SyncDir(s.out); err != nil {
		return err
	}
	m.Shard = s.shard.String()
	if err := m.Write(filepath.Join(s.out, s.recordName(m))); err != nil {
		return err
	}
	return s.complete()
}

// recordName is the manifest of a shard: named after its first file, in the order of the declared outputs.
func (s *sharded) recordName(m *manifest.Manifest) string {
	for _, o := range s.outputs {
		for _, f := range m.Outputs {
			if plain := shardPart.ReplaceAllString(f.Path, ""); o.matches(f.Path) || o.matches(plain) {
				stem, _, _ := strings.Cut(f.Path, "-"+s.shard.String())
				return stem + "-" + s.shard.String() + "." + manifestName
			}
		}
	}
	return "shard-" + s.shard.String() + "." + manifestName
}

// complete writes the folder's manifest when all shards are there. The caller holds the lock.
func (s *sharded) complete() error {
	path := filepath.Join(s.out, manifestName)
	if m, err := manifest.Read(path); err == nil && m.Key == s.key {
		return nil
	}
	var parts []*manifest.Manifest
	for i := range s.shard.Of {
		record := shardManifest(s.out, Shard{i, s.shard.Of})
		if record == "" {
			return nil
		}
		m, err := manifest.Read(record)
		if err != nil || m.Key != s.key {
			return nil
		}
		if damage, err := m.Damage(s.out, false); err != nil || len(damage) > 0 {
			return err
		}
		parts = append(parts, m)
	}
	return union(parts).Write(path)
}

// union is the manifest of the folder of all shards.
func union(parts []*manifest.Manifest) *manifest.Manifest {
	m := *parts[0]
	m.Shard, m.Shards, m.Outputs, m.Read, m.Rejects = "", len(parts), nil, 0, 0
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
	m.Notes = map[string]any{"shards": notes}
	return &m
}

func (s *sharded) close() {
	if s.attempt != nil {
		s.attempt.Close()
	}
}
