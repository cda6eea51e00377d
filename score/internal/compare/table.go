package compare

import (
	"context"
	"fmt"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
)

// Table holds the measures of all systems.
type Table struct {
	Settings  result.Settings // of all systems
	Documents int64
	Targets   [len(metric.Kinds)]float64 // mean number per document
	Systems   []string                   // by name; differences are to the first
	About     []string                   // per system, see System
	Rows      []Row
}

// Row is one measure.
type Row struct {
	Name   string  // for readers, "present F1@5"
	Metric string  // in metrics.json, "kp20k/present/macro/f1@5"
	Better Better  // the direction in which a value improves
	Values []Value // one per system
}

// Value is a measure of one system.
type Value struct {
	Known      bool // false if the system has no scores, or they are not probabilities
	Value      float64
	Difference *Difference // to the first system; nil for the first, and unless both values are known
}

// Difference is a system's value minus that of the first system.
type Difference struct {
	By       float64
	Interval *metric.Interval // nil without samples
}

// Clear reports whether the interval excludes 0.
func (d *Difference) Clear() bool {
	return d != nil && d.Interval != nil && (d.Interval.Low > 0 || d.Interval.High < 0)
}

// New compares systems, at least one, after their last document, on the given number of goroutines. It fails if their
// numbers of documents differ, and with ctx.Err() when ctx ends.
func New(ctx context.Context, systems []*System, threads int) (*Table, error) {
	first := systems[0]
	t := &Table{Settings: first.Result.Settings, Documents: first.Result.Documents()}
	var known []map[string]any // metrics of each system
	for _, s := range systems {
		if n := s.Result.Documents(); n != t.Documents {
			return nil, fmt.Errorf("%s has %d documents, %s has %d: the files changed during the run", first.Name, t.Documents, s.Name, n)
		}
		t.Systems, t.About, known = append(t.Systems, s.Name), append(t.About, s.About), append(known, s.Result.Metrics())
	}
	for kind := range t.Targets {
		t.Targets[kind] = first.Result.Tally[kind].TargetsMean()
	}
	intervals, err := differences(ctx, systems, t.Settings.Sampling, threads)
	if err != nil {
		return nil, err
	}
	for i, m := range first.measures {
		row := Row{Name: m.name, Metric: t.Settings.TestSet + "/" + m.metric, Better: m.better}
		base, hasBase := known[0][row.Metric].(float64)
		for j := range systems {
			v := Value{}
			if v.Value, v.Known = known[j][row.Metric].(float64); v.Known && hasBase && j > 0 {
				v.Difference = &Difference{By: v.Value - base}
				if t.Settings.Bootstrap > 0 {
					v.Difference.Interval = &intervals[(j-1)*len(first.measures)+i]
				}
			}
			row.Values = append(row.Values, v)
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// differences returns the intervals of the differences to the first system: all measures of the second system, then of
// the third …
func differences(ctx context.Context, systems []*System, s metric.Sampling, threads int) ([]metric.Interval, error) {
	all := systems[0].measures
	w := width(all)
	boot := metric.NewBootstrap(w * len(systems))
	for i := range systems[0].rows {
		var row []float64
		for _, s := range systems {
			row = append(row, s.rows[i]...)
		}
		boot.Add(row...)
	}
	return boot.Intervals(ctx, s, threads, len(all)*(len(systems)-1), func(means, into []float64) {
		for j := range systems[1:] {
			other, at := means[(j+1)*w:], 0
			for i, m := range all {
				into[j*len(all)+i] = m.of(other[at:at+m.width]) - m.of(means[at:at+m.width])
				at += m.width
			}
		}
	})
}
