package choose

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
)

// Calibration measures how well probabilities agree with outcomes.
type Calibration struct {
	Phrases int     `json:"phrases"` // phrases compared
	ECE     float64 `json:"ece"`     // expected calibration error, [0, 1], 0 without phrases
	Brier   float64 `json:"brier"`   // mean squared distance of probability and outcome, [0, 1]
	Bins    []Bin   `json:"bins"`    // non-empty bins, rising
}

// Bin is one bar of a reliability diagram: the phrases with probabilities in [From, From + 1/calibration.Bins); the last
// bin includes 1.
type Bin struct {
	From        float64 `json:"from"`
	Phrases     int     `json:"phrases"`
	Probability float64 `json:"probability"` // mean
	Right       float64 `json:"right"`       // share
}

// Calibrate compares probabilities with outcomes in calibration.Bins bins of equal width, as score does. Both lists have
// the same length. A probability outside [0, 1] is an error.
func Calibrate(probabilities []float64, right []bool) (Calibration, error) {
	d := calibration.New(calibration.Bins)
	for i, p := range probabilities {
		if err := d.Add(p, right[i]); err != nil {
			return Calibration{}, fmt.Errorf("calibration of candidate %d: %w", i, err)
		}
	}
	c := Calibration{Phrases: len(probabilities), ECE: d.ECE(), Brier: d.Brier()}
	for i, b := range d.Bins {
		if b.Phrases > 0 {
			c.Bins = append(c.Bins, Bin{float64(i) / calibration.Bins, int(b.Phrases), b.Score(), b.Precision()})
		}
	}
	return c, nil
}
