package output

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

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
