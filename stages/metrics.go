package stages

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/cli"
	"github.com/wrone2set/wrone2set/stages/internal/machine"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/metrics"
)

// metricsPause is the time between two writes of --metrics.
const metricsPause = 5 * time.Second

// tally is what a process has done of a job so far, for --metrics.
type tally struct {
	mu                sync.Mutex
	parts, done       int // of this process; 0 for an output that is not cut
	rejects           int64
	noted             map[manifest.Count]float64 // of finished parts
	started           time.Time
	running, finished bool
}

// update changes the tally.
func (y *tally) update(change func()) {
	y.mu.Lock()
	defer y.mu.Unlock()
	change()
}

// note adds the numbers among notes.
func (y *tally) note(notes map[string]any) {
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

// measure keeps the file of --metrics until its result is called with the error of the run.
func (j *job) measure(con *cli.Console, t *Task) (end func(error), err error) {
	if j.metrics == "" {
		return func(error) {}, nil
	}
	j.tally.started, j.tally.running = time.Now(), true
	file, err := metrics.Start(j.metrics, metricsPause, func() []metrics.Metric { return j.tally.metrics(t.stage, j.output.Mark.Version, con.Activities()) })
	if err != nil {
		return nil, &UsageError{Err: fmt.Errorf("--metrics %s: want a file in a folder of this machine: %w", j.metrics, err)}
	}
	return func(failed error) {
		if !t.job.cutUp() {
			t.mu.Lock()
			notes := maps.Clone(t.notes)
			t.mu.Unlock()
			j.tally.note(notes)
		}
		j.tally.update(func() { j.tally.running, j.tally.finished = false, failed == nil })
		if err := file.Close(); err != nil {
			con.Log().Warn("--metrics: the file is out of date", "error", err)
		}
	}, nil
}

// cutUp reports whether notes are those of parts, each with a Task of its own.
func (j *job) cutUp() bool { return j.layout == Parted && !j.stream }

// metrics returns the numbers of a run.
func (y *tally) metrics(stage, version string, activities []cli.Activity) []metrics.Metric {
	y.mu.Lock()
	defer y.mu.Unlock()
	of := func(value float64, labels ...string) metrics.Sample {
		return metrics.Sample{Labels: append([]string{"stage", stage}, labels...), Value: value}
	}
	one := func(name, help string, value float64) metrics.Metric {
		return metrics.Metric{Name: name, Help: help, Samples: []metrics.Sample{of(value)}}
	}
	done := metrics.Metric{Name: "wrone2set_done_total", Counter: true, Help: "What the run has done, by activity and unit."}
	expected := metrics.Metric{Name: "wrone2set_expected", Help: "What the run will have done at the end, where it is known."}
	rate := metrics.Metric{Name: "wrone2set_rate", Help: "Units per second since the activity began."}
	left := metrics.Metric{Name: "wrone2set_left_seconds", Help: "Time left at this rate, where it is known."}
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
	noted := metrics.Metric{Name: "wrone2set_noted", Help: "Numbers that the stage notes in manifest.json, such as documents_doubtful, of what is finished."}
	for _, c := range slices.SortedFunc(maps.Keys(y.noted), func(a, b manifest.Count) int {
		return cmp.Or(cmp.Compare(a.Note, b.Note), cmp.Compare(a.Cause, b.Cause))
	}) {
		noted.Samples = append(noted.Samples, of(y.noted[c], "note", c.Note, "cause", c.Cause))
	}
	rejected := one("wrone2set_rejected_total", "Rows that could not be read.", float64(y.rejects))
	rejected.Counter = true
	return []metrics.Metric{
		{Name: "wrone2set_info", Help: "The program: version of the stage, and commit.", Samples: []metrics.Sample{of(1, "version", version, "revision", machine.Revision())}},
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
