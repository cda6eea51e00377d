package output

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strconv"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

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
		s.Finished = true
		s.add(m)
	}
	folder := &Folder{Store: at, Dir: dir}
	if err := s.parts(ctx, folder); err != nil || s.Finished {
		return s, err
	}
	return s, s.atWork(ctx, folder)
}

func (s *Status) add(m *manifest.Manifest) {
	s.Expected = max(s.Expected, m.Expected)
	s.Read += m.Read
	s.Rejects += m.Rejects
	s.Seconds += m.Info.Seconds
}

// parts finds the finished parts.
func (s *Status) parts(ctx context.Context, f *Folder) error {
	records, err := f.partRecords()
	if err != nil {
		return err
	}
	for i := range s.Parts {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		name := records[Part{i, s.Parts}.String()]
		if name == "" && !s.Finished {
			continue
		}
		s.Done = append(s.Done, i)
		if s.Finished { // its manifest has the totals
			continue
		}
		m, err := manifest.Read(f.Store, f.path(name))
		if err != nil {
			return fault.Unreadable(f.path(name), err)
		}
		s.add(m)
	}
	return nil
}

// atWork finds the temporary files of parts, whether their processes live, and what failed.
func (s *Status) atWork(ctx context.Context, f *Folder) error {
	entries, err := f.Store.ReadDir(f.Dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if m := failedFile.FindStringSubmatch(e.Name()); m != nil {
			why, err := f.Store.ReadFile(f.path(e.Name()))
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			i, _ := strconv.Atoi(m[1])
			s.Failed[i] = string(why)
		}
		final, temporary := disk.Temporary(e.Name())
		number := partNumber.FindString(final)
		if !temporary || number == "" {
			continue
		}
		part, _ := strconv.Atoi(number[1:6])
		if disk.Held(f.path(e.Name())) {
			s.Working = append(s.Working, part)
		} else {
			s.Stopped = append(s.Stopped, part)
		}
	}
	for _, part := range s.Working {
		delete(s.Failed, part)
	}
	s.Stopped = slices.DeleteFunc(s.Stopped, func(i int) bool { return slices.Contains(s.Working, i) || slices.Contains(s.Done, i) })
	for _, list := range []*[]int{&s.Working, &s.Stopped} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return nil
}
