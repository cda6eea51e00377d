package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
)

// TestPercent: garbage is as much as is in use, then the same for any corpus, then a share again.
func TestPercent(t *testing.T) {
	for live, want := range map[uint64]int{0: 100, 1: 100, garbage: 100, 2 * garbage: 50, 4 * garbage: 25, 10 * garbage: 10, 1000 * garbage: 10} {
		if got := percent(live); got != want {
			t.Errorf("%d bytes in use: %d %%, want %d", live, got, want)
		}
	}
}

// TestHeap: the percentage follows what is in use, up and down, and is as before in the end.
func TestHeap(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(77))
	now := func() int {
		p := debug.SetGCPercent(100)
		debug.SetGCPercent(p)
		return p
	}
	var h heap
	tend := func(held []byte) int {
		runtime.GC()
		h.tend()
		runtime.KeepAlive(held)
		return now()
	}
	if p := tend(make([]byte, 4*garbage)); p < 15 || p > 25 {
		t.Errorf("%d %% beside %d bytes and those of the test", p, 4*garbage)
	}
	if p := tend(make([]byte, 11*garbage)); p != leastGarbage {
		t.Errorf("then %d %% beside %d bytes", p, 11*garbage)
	}
	if p := tend(nil); p < 50 {
		t.Errorf("then %d %% beside nothing", p)
	}
	h.restore()
	if p := now(); p != 77 {
		t.Errorf("%d %% in the end", p)
	}
}

// percentages notes at each write what the percentage is.
type percentages []uint64

func (p *percentages) Write(b []byte) (int, error) {
	now := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(now)
	*p = append(*p, now[0].Value.Uint64())
	return len(b), nil
}

// TestHeapOfRun: a run beside much that is in use lowers the percentage and leaves it as it was.
func TestHeapOfRun(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(77))
	held := make([]byte, 11*garbage)
	runtime.GC()
	var during percentages
	if code := stages.Execute(t.Context(), []stages.Mode{stage}, []string{"--out", t.TempDir() + "/out", "--sample", "100"}, &during, &during); code != 0 {
		t.Fatal("exit code ", code)
	}
	runtime.KeepAlive(held)
	if len(during) == 0 || slices.Min(during) != leastGarbage {
		t.Errorf("%d %% during a run", during)
	}
	if p := debug.SetGCPercent(100); p != 77 {
		t.Errorf("%d %% after a run", p)
	}
}
