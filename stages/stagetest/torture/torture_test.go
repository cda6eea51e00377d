//go:build linux

package torture

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// kind is a sort of rounds. Its variable in the environment says how many rounds are made.
type kind struct {
	name, variable string
	short          int // rounds without the variable
	round          func(r *round) (outcome string, err error)
}

// seedVariable in the environment is the seed of the first round, 1 without it; the others count on from there. So the
// round of a seed is repeated by, for example, SEED=71 TORTURE_KILLS=1 go test -run TestTorture/kills. What is drawn is
// the same then; when the kernel runs which thread is not, and a fault in that may need some attempts to show again.
const seedVariable = "SEED"

func TestTorture(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds, and is the same without assembly or with the race detector in the test")
	}
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	p := newPipeline(t)
	for _, k := range []kind{
		{"kills", "TORTURE_KILLS", 8, p.killed},
		{"errors", "TORTURE_ERRORS", 16, p.failing},
		{"files", "TORTURE_FILES", 60, p.damaged},
		{"pipes", "TORTURE_PIPES", 4, p.piped},
		{"bytes", "TORTURE_BYTES", 1, p.varied},
	} {
		t.Run(k.name, func(t *testing.T) { k.run(ctx, t) })
	}
}

// run makes the rounds of a kind, one for each core at a time, until all are made or ctx ends, and logs figures.
func (k kind) run(ctx context.Context, t *testing.T) {
	if k.name == "errors" && !straced() {
		t.Skip("no strace here, or it may not trace: no system call can be made to fail")
	}
	number := func(variable string, value int) int {
		if text := os.Getenv(variable); text != "" {
			var err error
			if value, err = strconv.Atoi(text); err != nil {
				t.Fatalf("%s: %v", variable, err)
			}
		}
		return value
	}
	rounds, first := number(k.variable, k.short), number(seedVariable, 1)
	most := number("TORTURE_FAILURES", 20) // no more than these
	figures := &figures{outcomes: map[string]int{}, start: time.Now(), rounds: rounds}
	work := t.TempDir()
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for seed := range next {
				r := &round{ctx: ctx, Rand: rand.New(rand.NewPCG(uint64(seed), 0)), dir: filepath.Join(work, strconv.Itoa(seed))}
				outcome, err := r.do(k)
				if ctx.Err() != nil {
					return // what a stopped round says is not to be believed
				}
				if err != nil {
					t.Errorf("%v\n%sagain: %s=%d %s=1 go test -count=1 -run TestTorture/%s ./stages/stagetest/torture",
						err, r.trail(), seedVariable, seed, k.variable, k.name)
				}
				figures.add(r, outcome, err)
			}
		})
	}
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for seed := first; seed < first+rounds && ctx.Err() == nil && figures.failed() < most; {
		select {
		case next <- seed:
			seed++
		case <-ticker.C:
			line, _, _ := strings.Cut(figures.String(), "\n")
			t.Log(line)
		case <-ctx.Done():
		}
	}
	close(next)
	wg.Wait()
	t.Log(figures)
}

// figures count what came of rounds.
type figures struct {
	sync.Mutex
	outcomes      map[string]int
	start         time.Time
	rounds        int
	made, failing int
	kills         int
}

func (f *figures) add(r *round, outcome string, err error) {
	f.Lock()
	defer f.Unlock()
	f.made++
	f.kills += r.kills
	if err != nil {
		f.failing++
		outcome = "FAILED"
	}
	f.outcomes[outcome]++
}

func (f *figures) failed() int {
	f.Lock()
	defer f.Unlock()
	return f.failing
}

func (f *figures) String() string {
	f.Lock()
	defer f.Unlock()
	took := time.Since(f.start)
	s := fmt.Sprintf("%d of %d rounds, %d failed, %d kills, in %s, %s a round", f.made, f.rounds, f.failing, f.kills,
		took.Round(time.Second), (took / time.Duration(max(f.made, 1))).Round(time.Millisecond))
	for _, outcome := range slices.Sorted(maps.Keys(f.outcomes)) {
		s += fmt.Sprintf("\n%8d  %s", f.outcomes[outcome], outcome)
	}
	return s
}

// round is one round: its random numbers, a folder of its own in which all its processes work, and what they did.
type round struct {
	*rand.Rand
	ctx   context.Context
	dir   string
	steps []string // in words
	kills int      // that met a living process
}

// do makes the folder, does the round and removes the folder.
func (r *round) do(k kind) (outcome string, err error) {
	if err := os.MkdirAll(filepath.Join(r.dir, temporary), 0o777); err != nil {
		return "", err
	}
	defer os.RemoveAll(r.dir)
	return k.round(r)
}

// trail is what the processes of the round did, for the message of a round that failed.
func (r *round) trail() string { return "  " + strings.Join(r.steps, "\n  ") + "\n" }

// one draws one of the choices.
func one[T any](r *round, choices ...T) T { return choices[r.IntN(len(choices))] }
