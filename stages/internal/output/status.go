package output

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Status describes the progress of an output.
type Status struct {
	Stage    string
	Parts    int
	List     []byte // the parts as Cut stores them; nil if there is only one
	Finished bool   // the whole output is finished
	Done     []int
	Working  []int          // parts that a process is working on; unknown in a bucket, and for processes on machines that locks do not reach
	Stopped  []int          // parts that a killed process left and nobody has begun again
	Failed   map[int]string // per part: why its last attempt failed
	Read     int64          // rows of the finished parts
	Rejects  int64          // rejected rows of those
	Seconds  float64        // sum of the seconds that the finished parts took
}

var failedFile = regexp.MustCompile(`^\.failed-(\d{5})-of-\d{5}$`)

func (o *Output) failedFile() string { return o.path(".failed-" + o.Part.String()) }

// Fail records why an attempt at a part failed, for status. It changes nothing else.
func (o *Output) Fail(why string) { o.write(o.failedFile(), []byte(why)) }

// Look determines the progress of the output in a folder. It waits for nobody and stops when ctx is done.
func Look(ctx context.Context, at *store.Store, dir string) (*Status, error) {
	mark, err := manifest.ReadMark(at, dir)
	if fault.System(err) != nil {
		return nil, err
	}
	if err != nil || mark.Key == "" {
		return nil, &fault.InputError{File: dir, Err: errors.New("is not an output that a stage has begun")}
	}
	s := &Status{Stage: mark.Stage, Parts: max(mark.Parts, 1), Failed: map[int]string{}}
	if m, err := manifest.Read(at, store.Join(dir, manifest.Name)); err == nil {
		s.Finished = true
		s.add(m)
	}
	if head, list, err := readList(at, dir); err != nil {
		return nil, err
	} else if head.Key == mark.Key {
		s.List = list
	}
	if err := s.parts(ctx, at, dir); err != nil || s.Finished {
		return s, err
	}
	return s, s.atWork(ctx, at, dir)
}

func (s *Status) add(m *manifest.Manifest) {
	s.Read += m.Read
	s.Rejects += m.Rejects
	s.Seconds += m.Info.Seconds
}

// parts finds the finished parts.
func (s *Status) parts(ctx context.Context, at *store.Store, dir string) error {
	records, err := partRecords(at, dir)
	if err != nil {
		return err
	}
	for i := range s.Parts {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		path := records[Part{i, s.Parts}.String()]
		if path == "" && !s.Finished {
			continue
		}
		s.Done = append(s.Done, i)
		if s.Finished { // its manifest has the totals
			continue
		}
		m, err := manifest.Read(at, path)
		if err != nil {
			return fault.Unreadable(path, err)
		}
		s.add(m)
	}
	return nil
}

// atWork finds the drafts of parts, whether their processes live, and what failed.
func (s *Status) atWork(ctx context.Context, at *store.Store, dir string) error {
	entries, err := at.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if m := failedFile.FindStringSubmatch(e.Name()); m != nil {
			why, err := at.ReadFile(store.Join(dir, e.Name()))
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			i, _ := strconv.Atoi(m[1])
			s.Failed[i] = string(why)
		}
		draft, isLock := strings.CutSuffix(filepath.Join(dir, e.Name()), ".lock")
		if !isLock || !strings.HasPrefix(draft, draftPrefix(filepath.Join(dir, "part"))) {
			continue
		}
		part, ok := partIn(draft)
		if !ok {
			continue
		}
		if l, err := tryLock(draft + ".lock"); err == nil {
			l.unlock()
			s.Stopped = append(s.Stopped, part)
		} else {
			s.Working = append(s.Working, part)
			delete(s.Failed, part)
		}
	}
	s.Stopped = slices.DeleteFunc(s.Stopped, func(i int) bool { return slices.Contains(s.Working, i) || slices.Contains(s.Done, i) })
	for _, list := range []*[]int{&s.Working, &s.Stopped} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return nil
}

// partIn returns the part whose files lie in a draft.
func partIn(draft string) (part int, ok bool) {
	entries, _ := os.ReadDir(draft) // a draft that has vanished has none
	for _, e := range entries {
		if number := partNumber.FindString(e.Name()); number != "" {
			part, err := strconv.Atoi(number[1:6])
			return part, err == nil
		}
	}
	return 0, false
}
