package result

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/score/internal/estimate"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
)

// sheet collects metrics under a prefix.
type sheet struct {
	prefix string
	all    map[string]any // int64 or float64
}

func (s sheet) in(name string) sheet { return sheet{s.prefix + name + "/", s.all} }

func (s sheet) put(name string, value any) { s.all[s.prefix+name] = value }

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
	r.intervals(s)
	if r.SlotScores != nil {
		diagram(s.in("slots").in("calibration"), r.SlotScores)
	}
	r.over(s.in("over_estimation"))
	if r.Review != nil {
		r.Review.metrics(s.in("review"), r.Samples > 0)
	}
	return s.all
}

// Write writes the metrics as one JSON object with one line per metric, keys sorted.
func (r *Result) Write(w io.Writer) error {
	b, err := json.MarshalIndent(r.Metrics(), "", "  ")
	if err != nil {
		return fmt.Errorf("metrics: %w", err)
	}
	_, err = w.Write(append(b, '\n'))
	return err
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
		r.convention(s.in(c.String()), kind, c)
	}
	r.calibration(s.in("calibration"), kind)
}

func (r *Result) convention(s sheet, kind metric.Kind, c metric.Convention) {
	t := r.Tally[kind]
	switch c {
	case metric.Micro:
	case metric.MacroWithTargets:
		s.put("documents", t.WithTargets)
	default:
		s.put("documents", t.Documents)
	}
	for i, k := range t.Cuts() {
		v, at := r.Values(c, kind, i), "@"+k.String()
		s.put("p"+at, v.P)
		s.put("r"+at, v.R)
		s.put("f1"+at, v.F1)
		if c == metric.Micro {
			pool := t.Pool(i, r.Unpadded)
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

func (r *Result) intervals(s sheet) {
	if r.Samples == 0 {
		return
	}
	s.put("bootstrap/samples", int64(r.Samples))
	for _, h := range r.Headlines {
		at := s.in(h.Kind.String()).in(metric.Macro.String()).in("f1@" + h.K.String())
		at.put("low", h.Interval.Low)
		at.put("high", h.Interval.High)
	}
}

// calibration puts the calibration of a kind, and the expected hits, precision, recall and F1.
func (r *Result) calibration(s sheet, kind metric.Kind) {
	if r.Uncalibrated != "" {
		return
	}
	diagram(s, r.Calibration[kind])
	s.put("expected/hits", r.Expected[kind].Hits)
	for i, k := range r.Tally[kind].Cuts() {
		v := r.Expected[kind].Macro(i, r.Unpadded)
		s.put("expected/p@"+k.String(), v.P)
		s.put("expected/r@"+k.String(), v.R)
		s.put("expected/f1@"+k.String(), v.F1)
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
			at.put("low", low)
			at.put("high", high)
		}
	}
	// Every tenth threshold only: 200 of them would bury the other metrics.
	for i, p := range d.Curve() {
		if i%coarse != 0 {
			continue
		}
		at := s.in(fmt.Sprintf("threshold/%.2f", p.Threshold))
		at.put("phrases", p.Phrases)
		at.put("precision", p.Precision())
	}
}

// coarse is the distance, in thresholds of a Curve, between those in metrics.json: 0.00, 0.05 … 0.95.
const coarse = calibration.Steps / 20

func (r *Result) over(s sheet) {
	if r.Over == nil {
		return
	}
	for _, h := range []struct {
		name string
		half estimate.Half
	}{{"present", r.Over.Present}, {"absent", r.Over.Absent}, {"all", r.Over.Both()}} {
		at := s.in(h.name)
		at.put("share", h.half.Share())
		at.put("over_estimated", h.half.Over)
		at.put("correct", h.half.Correct)
		at.put("null", h.half.Null)
		at.put("slots", h.half.Slots)
	}
	for i, n := range r.Over.Documents {
		name := fmt.Sprintf("documents/%d", i)
		if i == estimate.Most {
			name += "_or_more"
		}
		s.put(name, n)
	}
}
