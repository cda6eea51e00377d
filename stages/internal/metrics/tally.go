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

// Tally is what a process has done of a job so far. The zero value is ready.
type Tally struct {
	Started           time.Time
	Running, Finished bool
	Parts, Done       int // of this process; 0 for an output that is not cut
	Rejects           int64

	mu    sync.Mutex
	noted map[manifest.Count]float64 // of finished parts
}

// Update changes the tally; several goroutines may do so.
func (y *Tally) Update(change func(y *Tally)) {
	y.mu.Lock()
	defer y.mu.Unlock()
	change(y)
}

// Note adds the numbers among notes, within Update.
func (y *Tally) Note(notes map[string]any) {
	if y.noted == nil {
		y.noted = map[manifest.Count]float64{}
	}
	for c, n := range manifest.Counts(notes) {
		y.noted[c] += n
	}
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
	rejected := one("wrone2set_rejected_total", "Rows that could not be read.", float64(y.Rejects))
	rejected.Counter = true
	return []Metric{
		{Name: "wrone2set_info", Help: "The program: version of the stage, and commit.", Samples: []Sample{of(1, "version", version, "revision", revision)}},
		one("wrone2set_start_time_seconds", "When the run began, in seconds since 1970.", float64(y.Started.UnixMilli())/1000),
		one("wrone2set_running", "1 until the run ends.", bit(y.Running)),
		one("wrone2set_finished", "1 once the run has ended with exit code 0.", bit(y.Finished)),
		done, expected, rate, left, rejected,
		one("wrone2set_parts", "Parts of the output that this process makes, finished ones included; 0 before they are known, and for an output that is not cut.", float64(y.Parts)),
		one("wrone2set_parts_done", "Those of wrone2set_parts that are finished.", float64(y.Done)),
		noted,
	}
}

func bit(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
