package compare

import (
	"fmt"
	"math"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
)

// measure is a row of the table. Its value is a function of means over documents, as the bootstrap requires.
type measure struct {
	name   string // for readers
	metric string // in metrics.json, after the test set
	better Better
	share  bool // it lies in [0, 1]; else it is a number of phrases
	f1     bool // it is a macro F1
	scored bool // it needs scores that are probabilities

	value func(r *result.Result) float64
	width int // numbers per document
	// add writes the numbers of a document into to, which holds zeros. of computes the value from their means over
	// documents.
	add func(d *result.Judged, to []float64)
	of  func(means []float64) float64
}

// measures returns the rows of the table for these settings: F1 at each cut of each kind, calibration, phrases per
// document and repetitions.
func measures(s *result.Settings) (all []measure) {
	for _, kind := range metric.Kinds {
		for i, k := range s.Cuts[kind] {
			all = append(all, f1(s, kind, i, k))
		}
	}
	all = append(all, ece(s.Bins), brier())
	for _, kind := range metric.Kinds {
		all = append(all, phrases(kind))
	}
	return append(all, duplication())
}

// f1 is the macro F1 of a kind at its i-th cut, k.
func f1(s *result.Settings, kind metric.Kind, i int, k metric.K) measure {
	return measure{
		name: fmt.Sprintf("%s F1@%s", kind, k), metric: fmt.Sprintf("%s/%s/f1@%s", kind, metric.Macro, k), better: More, share: true, f1: true,
		value: func(r *result.Result) float64 { return r.Macro(kind, i).F1 },
		width: 2,
		add: func(d *result.Judged, to []float64) {
			to[0], to[1] = s.PR(d, kind, k)
		},
		of: func(means []float64) float64 { return metric.F1(means[0], means[1]) },
	}
}

// ece is the calibration error of all phrases. A document adds score − hit to the bin of each phrase, and its number
// of phrases.
func ece(bins int) measure {
	return measure{
		name: "ECE", metric: "all/calibration/ece", better: Less, share: true, scored: true,
		value: func(r *result.Result) float64 { return r.Calibration[metric.All].ECE() },
		width: bins + 1,
		add: func(d *result.Judged, to []float64) {
			for p, score := range d.Counted() {
				to[calibration.Index(score, bins)] += score - share(p.Hit)
				to[bins]++
			}
		},
		of: func(means []float64) (sum float64) {
			for _, gap := range means[:bins] {
				sum += math.Abs(gap)
			}
			return metric.Quotient(sum, means[bins])
		},
	}
}

// brier is the Brier score of all phrases.
func brier() measure {
	return measure{
		name: "Brier score", metric: "all/calibration/brier", better: Less, share: true, scored: true,
		value: func(r *result.Result) float64 { return r.Calibration[metric.All].Brier() },
		width: 2,
		add: func(d *result.Judged, to []float64) {
			for p, score := range d.Counted() {
				miss := score - share(p.Hit)
				to[0] += float64(miss * miss)
				to[1]++
			}
		},
		of: func(means []float64) float64 { return metric.Quotient(means[0], means[1]) },
	}
}

// phrases is the number of counted phrases of a kind per document. Neither more nor fewer is better.
func phrases(kind metric.Kind) measure {
	return measure{
		name: fmt.Sprintf("%s phrases per document", kind), metric: kind.String() + "/predicted_mean",
		value: func(r *result.Result) float64 { return r.Tally[kind].PredictedMean() },
		width: 1,
		add:   func(d *result.Judged, to []float64) { to[0] = float64(d.Verdict.Rankings[kind].Predictions) },
		of:    func(means []float64) float64 { return means[0] },
	}
}

// duplication is the share of phrases that repeat another.
func duplication() measure {
	return measure{
		name: "repeated phrases", metric: "duplication", better: Less, share: true,
		value: (*result.Result).Duplication,
		width: 2,
		add: func(d *result.Judged, to []float64) {
			to[0], to[1] = float64(len(d.Verdict.Predictions)-d.Verdict.Distinct), float64(len(d.Verdict.Predictions))
		},
		of: func(means []float64) float64 { return metric.Quotient(means[0], means[1]) },
	}
}

// share returns 1 for a hit, else 0.
func share(hit bool) float64 {
	if hit {
		return 1
	}
	return 0
}
