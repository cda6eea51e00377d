package result

import (
	"fmt"

	"wrone2set/score/internal/metric"
	"wrone2set/stages/model/choose/calibration"
)

// addScores compares the scores of the phrases that count with what they are.
func (r *Result) addScores(d *Document) error {
	if r.Uncalibrated != "" {
		return nil
	}
	var scores [len(metric.Kinds)][]float64
	for i := range d.Verdict.Predictions {
		p, score := &d.Verdict.Predictions[i], d.Scores[i]
		if !p.Counts() {
			continue
		}
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

// uncalibrated takes the scores of all documents for none, as one is no probability.
func (r *Result) uncalibrated(score float64) {
	r.Uncalibrated = fmt.Sprintf("the scores are no probabilities, one is %v", score)
	clear(r.Calibration[:])
	clear(r.Expected[:])
}
