package compare

import (
	"fmt"
	"math"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
)

// Better is the direction in which a measure improves.
type Better int

// The directions. A measure with one lies in [0, 1].
const (
	Neither Better = iota // a number of phrases
	More
	Less
)

// measure is a row of the table. Its value is a function of means over documents, as the bootstrap requires.
type measure struct {
	name   string // for readers
	metric string // in metrics.json, after the test set
	better Better
	scored bool // it needs scores that are probabilities

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
		for _, k := range s.Cuts[kind] {
			all = append(all, measure{
				name: fmt.Sprintf("%s F1@%s", kind, k), metric: fmt.Sprintf("%s/%s/f1@%s", kind, metric.Macro, k), better: More, width: 2,
				add: func(d *result.Judged, to []float64) { to[0], to[1] = s.PR(d, kind, k) },
				of:  func(means []float64) float64 { return metric.F1(means[0], means[1]) },
			})
		}
	}
	all = append(all, ece(s.Bins), measure{
		name: "Brier score", metric: "all/calibration/brier", better: Less, scored: true, width: 2, of: ratio,
		add: func(d *result.Judged, to []float64) {
			for p, score := range d.Counted() {
				miss := score - share(p.Hit)
				to[0] += float64(miss * miss)
				to[1]++
			}
		},
	})
	for _, kind := range metric.Kinds {
		all = append(all, measure{
			name: fmt.Sprintf("%s phrases per document", kind), metric: kind.String() + "/predicted_mean", width: 1,
			add: func(d *result.Judged, to []float64) { to[0] = float64(d.Verdict.Rankings[kind].Predictions) },
			of:  func(means []float64) float64 { return means[0] },
		})
	}
	return append(all, measure{
		name: "repeated phrases", metric: "duplication", better: Less, width: 2, of: ratio,
		add: func(d *result.Judged, to []float64) {
			to[0], to[1] = float64(len(d.Verdict.Predictions)-d.Verdict.Distinct), float64(len(d.Verdict.Predictions))
		},
	})
}

func ratio(means []float64) float64 { return metric.Quotient(means[0], means[1]) }

// ece is the calibration error of all phrases. A document adds score − hit to the bin of each phrase, and its number
// of phrases.
func ece(bins int) measure {
	return measure{
		name: "ECE", metric: "all/calibration/ece", better: Less, scored: true, width: bins + 1,
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

// share returns 1 for a hit, else 0.
func share(hit bool) float64 {
	if hit {
		return 1
	}
	return 0
}
