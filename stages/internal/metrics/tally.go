package metrics

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/cli"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// Tally is what a process has done of a job so far. The zero value is ready; several goroutines may use it.
type Tally struct {
	mu                sync.Mutex
	parts, done       int // of this process; 0 for an output that is not cut
	rejects           int64
	noted             map[manifest.Count]float64 // of finished parts
	started           time.Time
	running, finished bool
}

// Begin notes the start of the run.
func (y *Tally) Begin() {
	y.update(func() { y.started, y.running = time.Now(), true })
}

// End notes the end of the run, with its error.
func (y *Tally) End(failed error) {
	y.update(func() { y.running, y.finished = false, failed == nil })
}

// Cut notes the parts that this process makes, and how many of them are finished already.
func (y *Tally) Cut(parts, done int) {
	y.update(func() { y.parts, y.done = parts, done })
}

// Part notes a further finished part.
func (y *Tally) Part() {
	y.update(func() { y.done++ })
}

// Reject notes a bad row.
func (y *Tally) Reject() {
	y.update(func() { y.rejects++ })
}

// Note adds the numbers among notes.
func (y *Tally) Note(notes map[string]any) {
	counts := manifest.Counts(notes)
	y.update(func() {
		if y.noted == nil {
			y.noted = map[manifest.Count]float64{}
		}
		for c, n := range counts {
			y.noted[c] += n
		}
	})
}

func (y *Tally) update(change func()) {
	y.mu.Lock()
	defer y.mu.Unlock()
	change()
}

// Metrics returns the numbers of a run of a stage.
func (y *Tally) Metrics(stage, version, revision string, activities []cli.Activity) []Metric {
	y.mu.Lock()
	defer y.mu.Unlock()
	of := func(value float64, labels ...string) Sample {
		return Sample{Labels: append([]string{"stage", stage}, labels...), Value: value}
	}
	one := func(name, help string, value float64) Metric {
		return Metric{Name: name, Help: help, Samples: []Sample{of(value)}}
	}
	done := Metric{Name: "wrone2set_done_total", Counter: true, Help: "What the run has done, by activity and unit."}
	expected := Metric{Name: "wrone2set_expected", Help: "What the run will have done at the end, where it is known."}
	rate := Metric{Name: "wrone2set_rate", Help: "Units per second since the activity began."}
	left := Metric{Name: "wrone2set_left_seconds", Help: "Time left at this rate, where it is known."}
	for _, a := range activities {
		labels := []string{"activity", a.What, "unit", a.Unit}
		done.Samples = append(done.Samples, of(float64(a.Done), labels...))
		rate.Samples = append(rate.Samples, of(a.Rate, labels...))
		if a.Total > 0 {
			expected.Samples = append(expected.Samples, of(float64(a.Total), labels...))
			if a.Rate > 0 {
				left.Samples = append(left.Samples, of(float64(max(a.Total-a.Done, 0))/a.Rate, labels...))
			}
		}
	}
	noted := Metric{Name: "wrone2set_noted", Help: "Numbers that the stage notes in manifest.json, such as documents_doubtful, of what is finished."}
	for _, c := range slices.SortedFunc(maps.Keys(y.noted), func(a, b manifest.Count) int {
		return cmp.Or(cmp.Compare(a.Note, b.Note), cmp.Compare(a.Cause, b.Cause))
	}) {
		noted.Samples = append(noted.Samples, of(y.noted[c], "note", c.Note, "cause", c.Cause))
	}
	rejected := one("wrone2set_rejected_total", "Rows that could not be read.", float64(y.rejects))
	rejected.Counter = true
	return []Metric{
		{Name: "wrone2set_info", Help: "The program: version of the stage, and commit.", Samples: []Sample{of(1, "version", version, "revision", revision)}},
		one("wrone2set_start_time_seconds", "When the run began, in seconds since 1970.", float64(y.started.UnixMilli())/1000),
		one("wrone2set_running", "1 until the run ends.", bit(y.running)),
		one("wrone2set_finished", "1 once the run has ended with exit code 0.", bit(y.finished)),
		done, expected, rate, left, rejected,
		one("wrone2set_parts", "Parts of the output that this process makes, finished ones included; 0 before they are known, and for an output that is not cut.", float64(y.parts)),
		one("wrone2set_parts_done", "Those of wrone2set_parts that are finished.", float64(y.done)),
		noted,
	}
}

func bit(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
