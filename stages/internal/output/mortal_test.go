package output

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

var errDead = errors.New("the process is dead")

// mortal is a medium whose process dies at a call. From then on no call has any effect, and its locks are free.
type mortal struct {
	medium
	world *world
	left  int    // calls until it dies; below 0: it lives
	way   string // of dying
	turn  chan struct{}
	dead  bool
	open  []*mortalFile

	key     string
	force   bool
	ended   bool
	sure    bool // its next call follows a look at the mark
	removes bool
	sleep   int             // calls of others for which it sleeps
	began   int             // moment
	marks   map[string]bool // keys of the folder that it has seen
}

// Ways of dying: before the call, behind it with the answer lost, with a request that arrives later, or of the power with everybody.
var ways = []string{"before", "behind", "late or power", "late or power"}

// call lets others work, and dies or does it.
func (m *mortal) call(do func() error, late func()) error {
	if m.sure {
		m.sure = false
		m.holds("commits", m.key, "")
	}
	if m.world.IntN(15) == 0 {
		m.sleep = m.world.IntN(80) // then it looked at the folder long ago
	}
	m.world.yield(m)
	if m.dead {
		return errDead
	}
	if m.left != 0 {
		m.left--
		return do()
	}
	switch {
	case m.way == "behind":
		do()
	case m.way == "late or power" && m.world.bucket && late != nil:
		late()
	case m.way == "late or power" && !m.world.bucket:
		m.world.power()
		return errDead
	}
	m.die()
	return errDead
}

func (m *mortal) String() string { return fmt.Sprintf("%d (%s)", m.began, m.key) }

func (m *mortal) die() {
	m.world.said(m.String()+" dies", m.way)
	m.dead = true
	m.world.kills++
	for _, f := range m.open {
		f.File.Close()
	}
}

// holds fails if a process goes on without a look at the mark, whose key is to be one of some.
func (m *mortal) holds(what string, keys ...string) {
	mark, err := manifest.ReadMark(m.world.store, m.world.dir)
	if err == nil && !slices.Contains(keys, mark.Key) && m.world.err == nil {
		m.world.err = fmt.Errorf("%s %s under the mark of %q", m, what, mark.Key)
	}
}

type mortalFile struct {
	disk.File
	of     *mortal
	synced bool
}

func (f *mortalFile) Write(p []byte) (n int, err error) {
	err = f.of.call(func() error { f.synced = false; n, err = f.File.Write(p); return err }, nil)
	return n, err
}

func (f *mortalFile) Sync() error {
	return f.of.call(func() error { f.synced = true; return nil }, nil) // which takes long on a disk, and nothing is lost here
}

func (f *mortalFile) Close() error { return f.of.call(f.File.Close, nil) }

func (m *mortal) Create(path string) (file disk.File, err error) {
	err = m.call(func() error {
		f, err := m.medium.Create(path)
		if err == nil {
			mf := &mortalFile{f, m, true}
			m.open, file = append(m.open, mf), mf
		}
		return err
	}, nil)
	return file, err
}

func (m *mortal) Name(f disk.File, path string, fresh bool) error {
	mf := f.(*mortalFile)
	if name := store.Base(path); !fresh && name != manifest.MarkName {
		m.holds("replaces "+name, m.key)
	}
	var late func()
	if m.world.bucket {
		data, _ := io.ReadAll(io.NewSectionReader(f, 0, 1<<20))
		late = func() {
			m.world.late = append(m.world.late, func() {
				if tmp, err := m.medium.Create(path); err == nil {
					tmp.Write(data)
					m.medium.Name(tmp, path, fresh)
					m.medium.Discard(tmp)
					m.world.said("late name", path)
					m.world.observe(nil)
				}
			})
		}
	}
	return m.call(func() error {
		if !m.world.bucket && filepath.Dir(f.Name()) != filepath.Dir(path) {
			return errors.New("a rename from one folder to another may be one from a disk to another")
		}
		undo := m.world.remember(path)
		err := m.medium.Name(mf.File, path, fresh)
		if err == nil {
			m.world.changes = append(m.world.changes, change{filepath.Dir(path), undo, mf, path})
		}
		m.world.said(fmt.Sprintf("%s names (fresh: %t, %v)", m, fresh, err), path)
		m.world.observe(m)
		return err
	}, late)
}

func (m *mortal) Discard(f disk.File) error {
	return m.call(func() error { return m.medium.Discard(f.(*mortalFile).File) }, nil)
}

func (m *mortal) Remove(path string) error {
	return m.call(func() error {
		undo := m.world.remember(path)
		err := m.medium.Remove(path)
		m.world.changes = append(m.world.changes, change{filepath.Dir(path), undo, nil, path})
		m.world.said(m.String()+" removes", path)
		m.removes = true
		m.world.observe(m)
		m.removes = false
		return err
	}, func() {
		m.world.late = append(m.world.late, func() {
			m.medium.Remove(path)
			m.world.said("late removal", path)
			m.world.observe(nil)
		})
	})
}

func (m *mortal) SyncDir(dir string) error {
	return m.call(func() error {
		m.world.changes = slices.DeleteFunc(m.world.changes, func(e change) bool { return e.dir == dir && (e.file == nil || e.file.synced) })
		return nil
	}, nil)
}

// change is a change to a folder that a power failure may undo, or of a file that it may tear.
type change struct {
	dir  string
	undo func()
	file *mortalFile
	path string
}

// remember returns what brings the file of a disk back.
func (w *world) remember(path string) (undo func()) {
	if w.bucket {
		return func() {}
	}
	data, err := os.ReadFile(path)
	st, _ := os.Stat(path)
	return func() {
		os.Remove(path)
		if err == nil {
			os.WriteFile(path, data, 0o666)
			os.Chtimes(path, st.ModTime(), st.ModTime())
		}
	}
}

// power ends every process. Of each name the changes since its folder was synced are undone from a random one on, and files that
// were not synced are torn.
func (w *world) power() {
	for _, m := range w.processes {
		if !m.dead {
			m.die()
		}
	}
	for _, e := range w.changes {
		if e.file != nil && !e.file.synced {
			if data, err := os.ReadFile(e.path); err == nil {
				os.WriteFile(e.path, data[:len(data)/2], 0o666)
			}
		}
	}
	for len(w.changes) > 0 {
		path := w.changes[0].path
		var here []change
		w.changes = slices.DeleteFunc(w.changes, func(e change) bool {
			if e.path == path {
				here = append(here, e)
			}
			return e.path == path
		})
		for _, e := range slices.Backward(here[w.IntN(len(here)+1):]) {
			w.said("the power undoes", path)
			e.undo()
		}
	}
	w.observe(nil)
}

// yield lets one of the attempts at work go on, whichever is drawn of those that do not sleep.
func (w *world) yield(m *mortal) {
	if len(w.late) > 0 && w.IntN(8) == 0 {
		w.arrive()
	}
	w.waiting = append(w.waiting, m)
	if other := w.next(); other != m {
		other.turn <- struct{}{}
		<-m.turn
	}
}

// next draws the attempt that goes on.
func (w *world) next() *mortal {
	var awake []int
	for i, m := range w.waiting {
		if m.sleep--; m.sleep <= 0 {
			awake = append(awake, i)
		}
	}
	i := w.IntN(len(w.waiting))
	if len(awake) > 0 {
		i = awake[w.IntN(len(awake))]
	}
	m := w.waiting[i]
	m.sleep = 0
	w.waiting = slices.Delete(w.waiting, i, i+1)
	return m
}

// arrive lets a request of a dead process arrive.
func (w *world) arrive() {
	late := w.late[0]
	w.late = w.late[1:]
	w.quarrel = true
	clear(w.promised)
	late()
}

// atOnce runs attempts, one at a time between two calls of the medium.
func (w *world) atOnce(attempts []func()) {
	ended := make(chan struct{})
	for i, run := range attempts {
		go func() {
			<-w.atWork[i].turn
			run()
			if len(w.waiting) > 0 {
				w.next().turn <- struct{}{}
				return
			}
			close(ended)
		}()
	}
	w.waiting = slices.Clone(w.atWork)
	w.next().turn <- struct{}{}
	<-ended
}
