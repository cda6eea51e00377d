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
)

// seedVariable in the environment is the seed of the first round, 1 without it; the others count on from there. So the
// round of a seed is repeated by, for example, SEED=71 TORTURE_KILLS=1 go test -run TestTorture/kills. What is drawn is
// the same then; when the kernel runs which thread is not, and a fault in that may need some attempts to show again.
const seedVariable = "SEED"

// TestTorture makes rounds of each kind, whose variable in the environment says how many.
func TestTorture(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds, and is the same without assembly or with the race detector in the test")
	}
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	p := newPipeline(t)
	for _, k := range []struct {
		name, variable string
		rounds         int // without the variable
		do             func(r *round) (outcome string, err error)
	}{
		{"kills", "TORTURE_KILLS", 12, p.disturbed},
		{"files", "TORTURE_FILES", 60, p.damaged},
	} {
		t.Run(k.name, func(t *testing.T) {
			rounds(ctx, t, number(t, k.variable, k.rounds), k.do)
			if t.Failed() {
				t.Logf("again: %s=SEED %s=1 go test -count=1 -run %s ./stages/stagetest/torture", seedVariable, k.variable, t.Name())
			}
		})
	}
}

// number is the value of a variable in the environment.
func number(t *testing.T, variable string, value int) int {
	t.Helper()
	if text := os.Getenv(variable); text != "" {
		var err error
		if value, err = strconv.Atoi(text); err != nil {
			t.Fatalf("%s: %v", variable, err)
		}
	}
	return value
}

// rounds does rounds, one for each core at a time, until all are done, twenty have failed or ctx ends, and logs what came of them.
func rounds(ctx context.Context, t *testing.T, n int, do func(r *round) (string, error)) {
	var mu sync.Mutex
	outcomes, failed := map[string]int{}, 0
	work, next := t.TempDir(), make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for seed := range next {
				r := newRound(ctx, seed, filepath.Join(work, strconv.Itoa(seed)))
				outcome, err := do(r)
				os.RemoveAll(r.dir)
				if ctx.Err() != nil {
					continue // what a stopped round says is not to be believed
				}
				mu.Lock()
				if outcomes[outcome]++; err != nil {
					failed++
					t.Errorf("seed %d: %v\n  %s", seed, err, strings.Join(r.steps, "\n  "))
				}
				mu.Unlock()
			}
		})
	}
	first := number(t, seedVariable, 1)
	for seed := first; seed < first+n && ctx.Err() == nil; seed++ {
		mu.Lock()
		enough := failed >= 20
		mu.Unlock()
		if enough {
			break
		}
		next <- seed
	}
	close(next)
	wg.Wait()
	for _, outcome := range slices.Sorted(maps.Keys(outcomes)) {
		t.Logf("%8d  %s", outcomes[outcome], outcome)
	}
}

// round is one round: its random numbers, a folder of its own in which all its processes work, and what they did.
type round struct {
	*rand.Rand
	ctx   context.Context
	dir   string
	steps []string // in words
}

func newRound(ctx context.Context, seed int, dir string) *round {
	return &round{Rand: rand.New(rand.NewPCG(uint64(seed), 0)), ctx: ctx, dir: dir}
}

func (r *round) note(format string, args ...any) {
	r.steps = append(r.steps, fmt.Sprintf(format, args...))
}

// one draws one of the choices.
func one[T any](r *round, choices ...T) T { return choices[r.IntN(len(choices))] }
