package output

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// The environment sets how many rounds are made over each medium, and the seed of the first. OUTPUT_SERVER=real makes the server
// a versitygw.
const (
	roundsVariable = "OUTPUT_ROUNDS"
	seedVariable   = "SEED"
	serverVariable = "OUTPUT_SERVER"
)

// TestMetamorphic draws attempts at outputs from a seed, one after the other and at once, of two keys, by force or not, and kills
// them at any call of the medium, or lets them sleep; on a disk the power may fail too, and a request to a bucket may arrive late.
// Somebody may change files of the finished output.
//
// After every call that changes the folder, what is believed is whole, of one key and of the right bytes, or the manifest knows what
// is damaged; no finished output is lost and no key taken without force; and no file lies there without a mark. Who ends well has
// seen its output whole; who fails has a reason; and the next attempt ends well and leaves nothing beside its output.
func TestMetamorphic(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Run("disk", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		rounds(t, 150, func(seed int) (*store.Store, string) { return nil, filepath.Join(dir, strconv.Itoa(seed), "out") })
	})
	t.Run("memory", func(t *testing.T) {
		t.Parallel()
		rounds(t, 500, func(int) (*store.Store, string) { return store.Memory(), "s3://outputs/out" })
	})
	t.Run("server", func(t *testing.T) {
		t.Parallel()
		start := s3server.Start
		if os.Getenv(serverVariable) == "real" {
			start = s3server.Real
		}
		at := start(t, "outputs").Store(t.Context())
		t.Cleanup(at.Close)
		rounds(t, 3, func(seed int) (*store.Store, string) { return at, fmt.Sprintf("s3://outputs/%d/out", seed) })
	})
}

// number is the number that a variable of the environment sets.
func number(t *testing.T, variable string, value int) int {
	if text := os.Getenv(variable); text != "" {
		var err error
		if value, err = strconv.Atoi(text); err != nil {
			t.Fatalf("%s: %v", variable, err)
		}
	}
	return value
}

func rounds(t *testing.T, n int, place func(seed int) (*store.Store, string)) {
	n, first := number(t, roundsVariable, n), number(t, seedVariable, 1)
	kills, failed := 0, 0
	for seed := first; seed < first+n && failed < 3; seed++ {
		w := &world{Rand: rand.New(rand.NewPCG(uint64(seed), 0)), seen: &view{mark: none},
			believed: map[string]last{}, whole: map[string]last{}, promised: map[string]string{}}
		w.store, w.dir = place(seed)
		w.bucket = store.Remote(w.dir)
		w.blind = strings.HasSuffix(t.Name(), "server") // it would be asked too often
		if err := w.round(t.Context()); err != nil {
			failed++
			t.Errorf("%v\n  %s\nagain: %s=%d %s=1 go test -run '%s' ./stages/internal/output", err, strings.Join(w.steps, "\n  "), seedVariable, seed, roundsVariable, t.Name())
		}
		kills += w.kills
	}
	t.Logf("%d rounds, %d kills, %d failed", n, kills, failed)
}

// world is a folder and the attempts at it.
type world struct {
	*rand.Rand
	store  *store.Store
	dir    string
	bucket bool
	parts  int // 1: not cut
	place  bool

	processes []*mortal // of all attempts so far
	atWork    []*mortal // of the group
	waiting   []*mortal // at work, and not their turn
	changes   []change  // changes to folders that are not durable
	late      []func()  // requests of dead processes that have not arrived
	kills     int
	groups    int // so far
	steps     []string

	blind     bool  // look at the folder only when nobody is at work
	err       error // the first
	moment    int   // counts looks
	seen      *view // the last
	believed  map[string]last
	whole     map[string]last
	promised  map[string]string // by name of a manifest: the key of the output that an attempt reported
	quarrel   bool              // attempts at work disturb each other: by force, or of two keys; or a request came late
	dirty     bool              // there was one
	damaged   bool              // what was believed has been damaged
	tampering bool              // somebody changes a file
	tampered  bool              // somebody changed one
}

// last is the moment at which a manifest was seen last, and the group of the attempt that wrote it.
type last struct{ moment, by int }

// said notes a step for the report of a failure.
func (w *world) said(what, path string) {
	w.steps = append(w.steps, fmt.Sprintf("%4d %s %s", w.moment, what, filepath.Base(path)))
}

// attempt is one process.
type attempt struct {
	key   int
	force bool
	parts []int  // that it makes
	fails string // error: before the end; rejects: with a list of bad rows
	err   error
	death string
}

func (a *attempt) String() string {
	return fmt.Sprintf("key %d, force %t, parts %v, fails %q, dies %q: %v", a.key, a.force, a.parts, a.fails, a.death, a.err)
}

// round runs groups of attempts.
func (w *world) round(ctx context.Context) error {
	switch w.IntN(3) {
	case 0:
		w.parts = 1
	case 1:
		w.parts = 2 + w.IntN(2)
	case 2:
		w.parts, w.place = 1, !w.bucket
	}
	for range 2 + w.IntN(5) {
		if err := w.group(ctx); err != nil {
			return err
		}
		if w.IntN(3) == 0 {
			if err := w.tamper(); err != nil {
				return err
			}
		}
	}
	for len(w.late) > 0 {
		w.arrive()
	}
	// The last one is not disturbed. It clears a folder in which a late attempt may have left a file that no manifest knows.
	end := &attempt{key: 1 + w.IntN(2), parts: w.all()}
	if w.dirty && w.seen.mark == keyOf(end.key) {
		end.key = 3 - end.key
	}
	end.force = w.seen.mark != keyOf(end.key)
	if err := w.run(ctx, []*attempt{end}, -1); err != nil {
		return err
	}
	if end.err != nil {
		return fmt.Errorf("at the end: %w", end.err)
	}
	return w.leftovers()
}

func (w *world) all() (parts []int) {
	for i := range w.parts {
		parts = append(parts, i)
	}
	return parts
}

// group runs one to three attempts at once and holds what stands against the contract.
func (w *world) group(ctx context.Context) error {
	n := 1
	if w.IntN(2) == 0 {
		n = 2 + w.IntN(2)
	}
	var group []*attempt
	same := w.IntN(2) == 0
	for i := range n {
		a := &attempt{key: 1 + w.IntN(3)/2, force: w.IntN(3) == 0, parts: w.all()}
		if i > 0 && same {
			a.key = group[0].key
		}
		if w.parts > 1 && w.IntN(2) == 0 {
			i := w.IntN(w.parts)
			a.parts = a.parts[i : i+1+w.IntN(w.parts-i)]
		}
		switch w.IntN(12) {
		case 0:
			a.fails = "error"
		case 1:
			a.fails = "rejects"
		}
		group = append(group, a)
	}
	most := []int{-1, 10, 25, 60 * w.parts} // kills come early too, when a folder is cleared
	return w.run(ctx, group, most[w.IntN(len(most))])
}

// run runs attempts at once, of which each dies within the next calls, or lives where calls is below 0.
func (w *world) run(ctx context.Context, group []*attempt, calls int) error {
	w.groups++
	w.atWork = nil
	var runs []func()
	alone, bare := len(group) == 1, w.seen.mark == ""
	w.quarrel = len(w.late) > 0
	for _, a := range group {
		m := &mortal{medium: w.medium(), world: w, left: -1, turn: make(chan struct{}), key: keyOf(a.key), force: a.force,
			began: w.moment, marks: map[string]bool{w.seen.mark: true}}
		if calls >= 0 && w.IntN(4) > 0 {
			m.left, m.way = w.IntN(calls+1), ways[w.IntN(len(ways))]
		}
		if !alone && w.IntN(2) == 0 {
			m.sleep = w.IntN(60) // and comes when others are at work
		}
		w.processes, w.atWork = append(w.processes, m), append(w.atWork, m)
		w.quarrel = w.quarrel || !alone && (a.force || a.fails != "" || a.key != group[0].key || bare)
		w.dirty = w.dirty || w.quarrel
		if a.force {
			clear(w.promised)
		}
		runs = append(runs, func() {
			a.err = w.make(ctx, m, a, alone)
			if m.dead {
				a.death = m.way
			} else if err := w.ended(a, m, alone); w.err == nil {
				w.err = err
			}
			m.ended = true
			w.said(m.String(), a.String())
		})
	}
	w.atOnce(runs)
	w.atWork = nil
	w.quarrel = w.quarrel || len(w.late) > 0
	w.dirty = w.dirty || w.quarrel
	if w.err == nil {
		w.err = w.check(nil)
	}
	return w.err
}

// medium returns that of the folder, for a process.
func (w *world) medium() medium { return (&Folder{Dir: w.dir, Store: w.store}).medium() }

// folder returns the folder that an attempt wants.
func (w *world) folder(m *mortal, a *attempt) Folder {
	return Folder{Store: w.store, Dir: w.dir, Log: slog.New(slog.DiscardHandler), InPlace: w.place, Force: a.force, on: m, Files: outputs,
		Mark:   manifest.Mark{Stage: "copy", Version: "1", Key: keyOf(a.key), Config: json.RawMessage(fmt.Sprintf(`{"seed":%d}`, a.key))},
		Accept: func(*manifest.Manifest, string) error { return nil }}
}

var outputs = []Output{{Name: "a-*.txt"}, {Name: "b-*.txt"}, {Name: "c-*.txt", Optional: true}, {Name: "state/*", Optional: true, Working: true}, {Name: RejectsName, Optional: true}}

// written lists the files that an attempt at a key writes.
func written(key string) []string {
	if key == keyOf(1) {
		return []string{"a-*.txt", "b-*.txt", "c-*.txt"}
	}
	return []string{"a-*.txt", "b-*.txt", RejectsName}
}

func keyOf(key int) string { return fmt.Sprint("key ", key) }

// text is the content of a file, as long for each key.
func text(key, name string) string { return key + " of " + name + strings.Repeat(".", 20) }

// make does what a stage does.
func (w *world) make(ctx context.Context, m *mortal, a *attempt, alone bool) error {
	f := w.folder(m, a)
	if w.parts == 1 {
		return w.one(ctx, f, a, alone)
	}
	if done, err := f.Made(); done != nil || err != nil {
		return err
	}
	if err := f.Refused(); err != nil {
		return err
	}
	left, err := f.Left(w.parts, func(part int) bool { return slices.Contains(a.parts, part) })
	if err != nil {
		return err
	}
	for _, i := range left {
		f.Part = Part{i, w.parts}
		if err := w.one(ctx, f, a, alone); err != nil {
			return err
		}
	}
	f.Part = Part{}
	if err := f.Complete(w.parts); err != nil {
		return err
	}
	f.Force = false
	if done, err := f.Made(); done != nil || err != nil || len(a.parts) < w.parts {
		return err
	}
	return errAnew
}

// Errors of attempts: one that fails by itself, one whose parts another attempt makes anew, one that would wait for another, and one
// that would go on from the files of another key.
var (
	errAnew  = errors.New("not all parts are there")
	errWaits = errors.New("another attempt has the lock")
	errMixed = errors.New("goes on from the state of another key")
)

type failure struct{ error }

// one makes the folder, or one part of it.
func (w *world) one(ctx context.Context, f Folder, a *attempt, alone bool) error {
	out := New(f)
	defer out.Close()
	patience, stop := context.WithCancel(ctx)
	defer stop()
	if w.place && !alone {
		stop()
	}
	done, err := out.Begin(patience)
	if errors.Is(err, context.Canceled) {
		return errWaits
	}
	if done != nil || err != nil {
		return err
	}
	names := written(f.Mark.Key)
	if w.place {
		if err := w.resumed(f.Mark.Key); err != nil {
			return err
		}
		// It goes on from the files that are there.
		names = slices.DeleteFunc(names, func(name string) bool {
			_, err := os.Stat(filepath.Join(w.dir, f.FileName(name)))
			return err == nil && a.fails == "" && name != RejectsName
		})
		names = append([]string{"state/1"}, names...)
	}
	if a.fails == "rejects" {
		names = append(names[:len(names)-1:len(names)-1], RejectsName)
	}
	var file *File
	for _, name := range names {
		if file, err = out.Create(name); err != nil {
			return err
		}
		if _, err := fmt.Fprint(file, text(f.Mark.Key, file.Name())); err != nil {
			return err
		}
		if name == RejectsName && a.fails == "rejects" {
			break
		}
		if err := file.Close(); err != nil {
			return err
		}
	}
	switch a.fails {
	case "error":
		return failure{errors.New("a failure")}
	case "rejects":
		if _, err := out.Keep(file); err != nil {
			return err
		}
		return failure{errors.New("too many")}
	}
	if err := out.Filled(); err != nil {
		return err
	}
	m := f.on.(*mortal)
	m.sure = true
	err = out.Commit(ctx, &manifest.Manifest{Stage: "copy", Version: "1", Key: f.Mark.Key, Config: f.Mark.Config, Info: manifest.Info{Threads: w.groups}})
	m.sure = false
	return err
}

func (w *world) resumed(key string) error {
	data, err := os.ReadFile(filepath.Join(w.dir, "state", "1"))
	if err == nil && string(data) != text(key, "state/1") {
		return errMixed
	}
	return nil
}

// tamper changes or removes a file of the output, or spoils a manifest.
func (w *world) tamper() error {
	record := manifest.Name
	if w.parts > 1 && w.IntN(2) == 0 {
		record = (&Folder{Files: outputs}).recordOf(Part{w.IntN(w.parts), w.parts})
	}
	m, err := manifest.Read(w.store, store.Join(w.dir, record))
	if err != nil || len(m.Outputs) == 0 {
		return nil
	}
	clear(w.promised)
	w.tampering, w.tampered, w.damaged = true, true, true
	defer func() { w.tampering = false }()
	name := m.Outputs[w.IntN(len(m.Outputs))].Path
	content := strings.ToUpper(text(m.Key, name)) // of as many bytes
	if w.IntN(2) == 0 && !w.place {               // in place, an attempt would go on from what was changed before
		name, content = record, "{"
	}
	on, path := w.medium(), store.Join(w.dir, name)
	w.said("tampered with", path)
	if w.IntN(3) == 0 {
		err = on.Remove(path)
	} else {
		err = w.put(on, path, content)
	}
	if err == nil {
		err = w.check(nil)
	}
	return err
}

func (w *world) put(on medium, path, content string) error {
	f, err := on.Create(path)
	if err == nil {
		_, err = fmt.Fprint(f, content)
	}
	if err == nil {
		err = on.Name(f, path, false)
	}
	return err
}
