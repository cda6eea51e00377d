package result

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/estimate"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
)

// sheet collects metrics under a prefix.
type sheet struct {
	prefix string
	all    map[string]any // int64 or float64
}

func (s sheet) in(names ...string) sheet {
	return sheet{s.prefix + strings.Join(names, "/") + "/", s.all}
}

func (s sheet) put(name string, value any) { s.all[s.prefix+name] = value }

func (s sheet) interval(i metric.Interval) {
	s.put("low", i.Low)
	s.put("high", i.High)
}

// Metrics returns every number of the result by its name; values are int64 or float64.
func (r *Result) Metrics() map[string]any {
	s := sheet{r.TestSet + "/", map[string]any{}}
	s.put("documents", r.Documents())
	s.put("predictions", r.Predicted)
	s.put("predictions_distinct", r.Distinct)
	s.put("duplication", r.Duplication())
	c := &r.Caveats
	s.put("caveats/targets", c.Gold)
	s.put("caveats/targets_unmatchable", c.Unmatchable)
	s.put("caveats/hits", c.Hits)
	s.put("caveats/hits_differing", c.Differing)
	for _, kind := range metric.Kinds {
		r.kind(s.in(kind.String()), kind)
	}
	if r.Bootstrap > 0 {
		s.put("bootstrap/samples", int64(r.Bootstrap))
		for _, h := range r.Headlines {
			s.in(h.Kind.String(), metric.Macro.String(), "f1@"+h.K.String()).interval(h.Interval)
		}
	}
	if r.SlotScores != nil {
		diagram(s.in("slots", "calibration"), r.SlotScores)
		over(s.in("over_estimation"), r.Over)
	}
	if v := r.Review; v != nil {
		s = s.in("review")
		s.put("precision", v.Share())
		s.put("right", v.Right)
		s.put("struck", v.Struck)
		s.put("unmarked", v.Unmarked)
		s.put("unseen", v.Unseen)
		if r.Bootstrap > 0 {
			s.in("precision").interval(v.Precision)
		}
	}
	return s.all
}

// Write writes the metrics as one JSON object with one line per metric, keys sorted.
func (r *Result) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r.Metrics())
}

func (r *Result) kind(s sheet, kind metric.Kind) {
	t := r.Tally[kind]
	s.put("documents", t.Documents)
	s.put("documents_with_targets", t.WithTargets)
	s.put("predictions", t.Predictions)
	s.put("targets", t.Targets)
	s.put("predicted_mean", t.PredictedMean())
	s.put("targets_mean", t.TargetsMean())
	s.put("mae", t.MAE())
	for _, c := range r.Conventions() {
		convention(s.in(c.String()), t, c)
	}
	if r.Uncalibrated != "" {
		return
	}
	s = s.in("calibration")
	diagram(s, r.Calibration[kind])
	s.put("expected/hits", r.Expected[kind].Hits)
	for i, k := range t.Cuts {
		v := r.Expected[kind].Values(metric.Macro, i)
		s.put("expected/p@"+k.String(), v.P)
		s.put("expected/r@"+k.String(), v.R)
		s.put("expected/f1@"+k.String(), v.F1)
	}
}

func convention(s sheet, t *metric.Tally, c metric.Convention) {
	switch c {
	case metric.Micro:
	case metric.MacroWithTargets:
		s.put("documents", t.WithTargets)
	default:
		s.put("documents", t.Documents)
	}
	for i, k := range t.Cuts {
		v, at := t.Values(c, i), "@"+k.String()
		s.put("p"+at, v.P)
		s.put("r"+at, v.R)
		s.put("f1"+at, v.F1)
		if c == metric.Micro {
			pool := t.Pool(i)
			s.put("hits"+at, pool.Hits)
			s.put("predictions"+at, pool.Predictions)
			s.put("targets"+at, pool.Targets)
			continue
		}
		s.put("map"+at, v.MAP)
		s.put("ndcg"+at, v.NDCG)
		s.put("alpha_ndcg"+at, v.AlphaNDCG)
	}
}

func diagram(s sheet, d *calibration.Diagram) {
	s.put("ece", d.ECE())
	s.put("brier", d.Brier())
	s.put("bins", int64(len(d.Bins)))
	s.put("phrases", d.Total.Phrases)
	s.put("hits", d.Total.Hits)
	s.put("score", d.Total.Score())
	s.put("precision", d.Total.Precision())
	for i, b := range d.Bins {
		at := s.in(fmt.Sprintf("bin/%02d", i))
		at.put("phrases", b.Phrases)
		at.put("score", b.Score())
		at.put("precision", b.Precision())
		if low, high := b.Band(); b.Phrases > 0 {
			at.interval(metric.Interval{Low: low, High: high})
		}
	}
	// Every tenth threshold only, 0.00, 0.05 … 0.95: 200 of them would bury the other metrics.
	for i, p := range d.Curve() {
		if i%(calibration.Steps/20) == 0 {
			at := s.in(fmt.Sprintf("threshold/%.2f", p.Threshold))
			at.put("phrases", p.Phrases)
			at.put("precision", p.Precision())
		}
	}
}

func over(s sheet, o *estimate.Over) {
	for name, half := range o.Halves() {
		at := s.in(name)
		at.put("share", half.Share())
		at.put("over_estimated", half.Over)
		at.put("correct", half.Correct)
		at.put("null", half.Null)
		at.put("slots", half.Slots)
	}
	for i, n := range o.Documents {
		name := fmt.Sprintf("documents/%d", i)
		if i == estimate.Most {
			name += "_or_more"
		}
		s.put(name, n)
	}
}
