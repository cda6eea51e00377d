package result

import (
	"fmt"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
)

// addScores adds the scores of the counted phrases to the diagrams and sums of their kinds.
func (r *Result) addScores(d *Judged) error {
	if r.Uncalibrated != "" {
		return nil
	}
	var scores [len(metric.Kinds)][]float64
	for p, score := range d.Counted() {
		// Another program's score may be a logit or a log-probability: that is not an error, only not a probability.
		if !calibration.Valid(score) && r.Foreign {
			r.uncalibrated(score)
			return nil
		}
		for _, kind := range []metric.Kind{p.Kind(), metric.All} {
			if err := r.Calibration[kind].Add(score, p.Hit); err != nil {
				return err
			}
			scores[kind] = append(scores[kind], score)
		}
	}
	for kind := range r.Expected {
		r.Expected[kind].Add(&d.Verdict.Rankings[kind], scores[kind])
	}
	return nil
}

// uncalibrated drops calibration for the whole test set, because one score is not a probability.
func (r *Result) uncalibrated(score float64) {
	r.Uncalibrated = fmt.Sprintf("the scores are not probabilities, one is %v", score)
	clear(r.Calibration[:])
	clear(r.Expected[:])
}
