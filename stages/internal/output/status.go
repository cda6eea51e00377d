package output

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Finished fails if a stage began the folder and did not complete it.
func Finished(at *store.Store, dir string) error {
	return FinishedFile(at, store.Join(dir, manifest.Name))
}

// FinishedFile is Finished for one file. A file of a finished part may be used before the other parts exist.
func FinishedFile(at *store.Store, file string) error {
	dir := store.Dir(file)
	mark, err := manifest.ReadMark(at, dir)
	if err != nil {
		return fault.System(err) // nil: not a stage's folder
	}
	remedy := fmt.Sprintf("run %s again", mark.Stage)
	m, err := manifest.Read(at, store.Join(dir, manifest.Name))
	switch {
	case err == nil && m.Key == mark.Key:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return &schemas.FileError{Err: err, Remedy: remedy}
	}
	// There is no manifest, or that of an output that another run is replacing.
	records, err := (&Folder{Store: at, Dir: dir}).records()
	if err != nil {
		return fault.Unreadable(dir, err)
	}
	if part, cut := partOf(store.Base(file)); cut && records[part] != "" {
		m, err := manifest.Read(at, store.Join(dir, records[part]))
		if fault.System(err) != nil {
			return err
		}
		if _, listed := m.Output(store.Base(file)); listed && m.Key == mark.Key {
			return nil
		}
	}
	why := "unfinished"
	if mark.Parts > 1 {
		missing := slices.DeleteFunc(numbers(mark.Parts), func(i int) bool { return records[Part{i, mark.Parts}] != "" })
		first := 0
		if len(missing) > 0 {
			why, first = fmt.Sprintf("unfinished: %d of %d parts are missing", len(missing), mark.Parts), missing[0]
		}
		remedy = fmt.Sprintf("run %s --shard %d/%d again", mark.Stage, first, mark.Parts)
	}
	return &schemas.FileError{File: dir, Err: errors.New(why), Remedy: remedy}
}

// numbers returns the numbers of the parts of an output.
func numbers(parts int) (all []int) {
	for i := range parts {
		all = append(all, i)
	}
	return all
}

// Status describes the progress of an output.
type Status struct {
	Stage    string
	Parts    int
	Finished bool // the whole output is finished
	Done     []int
	Working  []int          // parts that a process is working on; unknown in a bucket, and for processes on machines that locks do not reach
	Stopped  []int          // parts that a killed process left and nobody has begun again
	Failed   map[int]string // per part: why its last attempt failed
	Expected int64          // rows of all parts, as a finished part knows them; 0: unknown
	Read     int64          // rows of the finished parts
	Rejects  int64          // rejected rows of those
	Seconds  float64        // sum of the seconds that the finished parts took

	Noted map[manifest.Count]float64 // numbers that the stage noted about the finished parts
}

// Look determines the progress of the output in a folder. It waits for nobody and stops when ctx is done.
func Look(ctx context.Context, at *store.Store, dir string) (*Status, error) {
	mark, err := manifest.ReadMark(at, dir)
	if fault.System(err) != nil {
		return nil, err
	}
	if err != nil || mark.Key == "" {
		return nil, &schemas.FileError{File: dir, Err: errors.New("is not an output that a stage has begun")}
	}
	s := &Status{Stage: mark.Stage, Parts: max(mark.Parts, 1), Failed: map[int]string{}}
	if m, err := manifest.Read(at, store.Join(dir, manifest.Name)); err == nil {
		s.Finished, s.Done = true, numbers(s.Parts)
		s.add(m)
		return s, nil
	}
	entries, err := at.ReadDir(dir)
	for _, e := range entries {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if part, ok := partOf(e.Name()); ok && part.Of == s.Parts {
			if err := s.see(at, store.Join(dir, e.Name()), part.Index); err != nil {
				return nil, err
			}
		}
	}
	s.Stopped = slices.DeleteFunc(s.Stopped, func(i int) bool { return slices.Contains(s.Working, i) || slices.Contains(s.Done, i) })
	for _, list := range []*[]int{&s.Done, &s.Working, &s.Stopped} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return s, err
}

// see adds what a file of a part says.
func (s *Status) see(at *store.Store, path string, part int) error {
	name := store.Base(path)
	temporary := disk.Temporary(name)
	switch {
	case temporary && disk.Held(path):
		s.Working = append(s.Working, part)
	case temporary:
		s.Stopped = append(s.Stopped, part)
	case isFailed(name):
		why, err := at.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // it has just been begun again
			return err
		}
		s.Failed[part] = string(why)
	case IsManifest(name):
		m, err := manifest.Read(at, path)
		if err != nil {
			return fault.Unreadable(path, err)
		}
		s.Done = append(s.Done, part)
		s.add(m)
	}
	return nil
}

func (s *Status) add(m *manifest.Manifest) {
	s.Expected = max(s.Expected, m.Expected)
	s.Read += m.Read
	s.Rejects += m.Rejects
	s.Seconds += m.Info.Seconds
	if s.Noted == nil {
		s.Noted = map[manifest.Count]float64{}
	}
	for count, n := range manifest.Counts(m.Notes) {
		s.Noted[count] += n
	}
}
