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
	Share  bool    // it lies in [0, 1]; else it is a number of phrases
	F1     bool    // it is a macro F1
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
	t := &Table{Settings: first.settings, Documents: first.Result.Documents()}
	for _, s := range systems {
		if n := s.Result.Documents(); n != t.Documents {
			return nil, fmt.Errorf("%s has %d documents, %s has %d: the files changed during the run", first.Name, t.Documents, s.Name, n)
		}
		t.Systems, t.About = append(t.Systems, s.Name), append(t.About, s.About)
	}
	for kind := range t.Targets {
		t.Targets[kind] = first.Result.Tally[kind].TargetsMean()
	}
	intervals, err := differences(ctx, systems, t.Settings.Samples, t.Settings.Seed, threads)
	if err != nil {
		return nil, err
	}
	for i, m := range first.measures {
		row := Row{Name: m.name, Metric: t.Settings.TestSet + "/" + m.metric, Share: m.share, F1: m.f1, Better: m.better}
		for j, s := range systems {
			row.Values = append(row.Values, value(m, first, s))
			if d := row.Values[j].Difference; d != nil && t.Settings.Samples > 0 {
				d.Interval = &intervals[(j-1)*len(first.measures)+i]
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

func value(m measure, first, s *System) Value {
	if !s.knows(m) {
		return Value{}
	}
	v := Value{Known: true, Value: m.value(s.Result)}
	if s != first && first.knows(m) {
		v.Difference = &Difference{By: v.Value - m.value(first.Result)}
	}
	return v
}

// differences returns the intervals of the differences to the first system: all measures of the second system, then of
// the third …
func differences(ctx context.Context, systems []*System, samples int, seed uint64, threads int) ([]metric.Interval, error) {
	all := systems[0].measures
	w := width(all)
	boot := metric.NewBootstrap(w * len(systems))
	row := make([]float64, 0, w*len(systems))
	for i := range systems[0].rows {
		row = row[:0]
		for _, s := range systems {
			row = append(row, s.rows[i]...)
		}
		boot.Add(row...)
	}
	return boot.Intervals(ctx, samples, seed, threads, len(all)*(len(systems)-1), func(means, into []float64) {
		for j := range systems[1:] {
			other, at := means[(j+1)*w:], 0
			for i, m := range all {
				into[j*len(all)+i] = m.of(other[at:at+m.width]) - m.of(means[at:at+m.width])
				at += m.width
			}
		}
	})
}
