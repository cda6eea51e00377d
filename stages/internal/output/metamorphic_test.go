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
	"strconv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
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
// them at any call of the medium; on a disk the power may fail too, and a request to a bucket may arrive late. Whatever stands at
// any moment and is believed is whole, of one key and of the right bytes; who ends well has made what stands; and the next attempt
// ends well and leaves nothing beside it.
func TestMetamorphic(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Run("disk", func(t *testing.T) {
		t.Parallel()
		rounds(t, 150, func(seed int) (*store.Store, string) { return nil, filepath.Join(t.TempDir(), "above", "out") })
	})
	t.Run("server", func(t *testing.T) {
		t.Parallel()
		start := s3server.Start
		if os.Getenv(serverVariable) == "real" {
			start = s3server.Real
		}
		at := start(t, "outputs").Store(t.Context())
		t.Cleanup(at.Close)
		rounds(t, 80, func(seed int) (*store.Store, string) { return at, fmt.Sprintf("s3://outputs/%d/out", seed) })
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
	for seed := first; seed < first+n && failed < 10; seed++ {
		w := &world{Rand: rand.New(rand.NewPCG(uint64(seed), 0))}
		w.store, w.dir = place(seed)
		w.bucket = store.Remote(w.dir)
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
	waiting   []*mortal // at work, and not their turn
	changes   []change  // changes to folders that are not durable
	late      []func()  // requests of dead processes that have not arrived
	kills     int
	taken     bool // attempts were at work when another one took their folder over, or a request came late
	tampered  bool // somebody changed a file
	steps     []string
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
		if w.IntN(4) == 0 {
			if err := w.tamper(); err != nil {
				return err
			}
		}
	}
	for len(w.late) > 0 {
		w.arrive()
	}
	// The last one is not disturbed.
	last := &attempt{key: 1 + w.IntN(2), parts: w.all(), force: true}
	if err := w.run(ctx, []*attempt{last}, -1); err != nil {
		return err
	}
	if last.err != nil {
		return fmt.Errorf("undisturbed: %w", last.err)
	}
	if err := w.whole(last.key); err != nil {
		return fmt.Errorf("undisturbed: %w", err)
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
	if !w.place && w.IntN(2) == 0 {
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
			a.parts = a.parts[w.IntN(w.parts):]
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
	mark, _ := manifest.ReadMark(w.store, w.dir)
	bare := mark.Stage != "" && mark.Key == ""
	var runs []func(*mortal)
	calm, forced := true, false
	for _, a := range group {
		m := &mortal{medium: w.medium(), world: w, left: -1, turn: make(chan struct{})}
		if calls >= 0 && w.IntN(4) > 0 {
			m.left, m.way = w.IntN(calls+1), ways[w.IntN(len(ways))]
		}
		w.processes = append(w.processes, m)
		forced = forced || a.force
		calm = calm && m.left < 0 && a.fails == "" && !a.force
		runs = append(runs, func(m *mortal) {
			a.err = w.make(ctx, m, a)
			if m.dead {
				a.death = m.way + " "
			}
		})
	}
	w.taken = w.taken || (forced || bare) && len(group) > 1 || len(w.late) > 0
	w.atOnce(runs)
	w.taken = w.taken || len(w.late) > 0
	for _, a := range group {
		w.steps = append(w.steps, a.String())
	}
	if err := w.honest(); err != nil {
		return err
	}
	for _, a := range group {
		var usage *fault.UsageError
		switch {
		case a.err == nil && len(group) == 1 && len(a.parts) == w.parts:
			if err := w.whole(a.key); err != nil {
				return fmt.Errorf("ended well, and %w", err)
			}
		case a.err == nil || a.death != "" || a.fails != "" || a.force || errors.As(a.err, &usage):
		case calm && !bare && len(w.late) == 0:
			return fmt.Errorf("undisturbed, and %w", a.err)
		}
	}
	return nil
}

// medium returns that of the folder, for a process.
func (w *world) medium() medium { return (&Folder{Dir: w.dir, Store: w.store}).medium() }

// folder returns the folder that an attempt wants.
func (w *world) folder(m *mortal, a *attempt) Folder {
	return Folder{Store: w.store, Dir: w.dir, Log: slog.New(slog.DiscardHandler), InPlace: w.place, Force: a.force, on: m,
		Files:  []Output{{Name: "a-*.txt"}, {Name: "b-*.txt"}, {Name: "state/*", Optional: true, Working: true}, {Name: RejectsName, Optional: true}},
		Mark:   manifest.Mark{Stage: "copy", Version: "1", Key: keyOf(a.key), Config: json.RawMessage(fmt.Sprintf(`{"seed":%d}`, a.key))},
		Accept: func(*manifest.Manifest, string) error { return nil }}
}

func keyOf(key int) string { return fmt.Sprint("key ", key) }

// text is the content of a file, as long for each key.
func text(key, name string) string { return key + " of " + name + strings.Repeat(".", 20) }

// make does what a stage does.
func (w *world) make(ctx context.Context, m *mortal, a *attempt) error {
	f := w.folder(m, a)
	if w.parts == 1 {
		return w.one(ctx, f, a)
	}
	if done, err := f.Made(); done != nil || err != nil {
		return err
	}
	if err := f.Refused(); err != nil {
		return err
	}
	left, err := f.Left(w.parts, func(part int) bool { return part >= a.parts[0] })
	if err != nil {
		return err
	}
	for _, i := range left {
		f.Part = Part{i, w.parts}
		if err := w.one(ctx, f, a); err != nil {
			return err
		}
	}
	f.Part = Part{}
	return f.Complete(w.parts)
}

// one makes the folder, or one part of it.
func (w *world) one(ctx context.Context, f Folder, a *attempt) error {
	out := New(f)
	defer out.Close()
	done, err := out.Begin(ctx)
	if done != nil || err != nil {
		return err
	}
	names := []string{"a-*.txt", "b-*.txt"}
	if w.place {
		if err := w.resumed(a.key); err != nil {
			return err
		}
		names = append([]string{"state/1"}, names...)
	}
	for _, name := range names {
		file, err := out.Create(name)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprint(file, text(f.Mark.Key, file.Name())); err != nil {
			return err
		}
		if err := file.Close(); err != nil {
			return err
		}
	}
	switch a.fails {
	case "error":
		return errors.New("a failure")
	case "rejects":
		file, err := out.Create(RejectsName)
		if err != nil {
			return err
		}
		if _, err := out.Keep(file); err != nil {
			return err
		}
		return errors.New("too many")
	}
	if err := out.Filled(); err != nil {
		return err
	}
	return out.Commit(ctx, &manifest.Manifest{Stage: "copy", Version: "1", Key: f.Mark.Key, Config: f.Mark.Config})
}

// errMixed is the error of an attempt that would go on from the files of another key.
var errMixed = errors.New("goes on from the state of another key")

func (w *world) resumed(key int) error {
	data, err := os.ReadFile(filepath.Join(w.dir, "state", "1"))
	if err == nil && string(data) != text(keyOf(key), "state/1") {
		return errMixed
	}
	return nil
}

// tamper changes a file of the output, to as many other bytes.
func (w *world) tamper() error {
	m, err := manifest.Read(w.store, store.Join(w.dir, manifest.Name))
	if err != nil || len(m.Outputs) == 0 {
		return nil
	}
	w.tampered = true
	on, path := w.medium(), store.Join(w.dir, m.Outputs[w.IntN(len(m.Outputs))].Path)
	w.steps = append(w.steps, "tampered with "+path)
	f, err := on.Create(path)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprint(f, strings.ToUpper(text(m.Key, store.Base(path)))); err != nil {
		return err
	}
	return on.Name(f, path, false)
}
