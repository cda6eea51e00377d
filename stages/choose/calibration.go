package choose

import "math"

// Bins is how many bins of equal width over [0, 1] the expected calibration error is taken over.
const Bins = 15

// Calibration says how far probabilities can be relied on.
type Calibration struct {
	Phrases int     `json:"phrases"` // judged
	ECE     float64 `json:"ece"`     // expected calibration error, [0, 1], 0 without phrases
	Brier   float64 `json:"brier"`   // mean squared distance of probability and outcome, [0, 1]
	Bins    []Bin   `json:"bins"`    // those with phrases, rising
}

// Bin is one bar of a reliability diagram: the phrases with probabilities in [From, From + 1/Bins), the last also 1.
type Bin struct {
	From        float64 `json:"from"`
	Phrases     int     `json:"phrases"`
	Probability float64 `json:"probability"` // mean
	Right       float64 `json:"right"`       // share
}

// Calibrate compares probabilities, each in [0, 1], with outcomes. The expected calibration error is that of Guo et al.
// (ICML 2017), as in section 6.4 of Xie et al. (EMNLP 2022): phrases are sorted into Bins bins of equal width, and the
// distance of mean probability and share of right ones is averaged, weighted by phrases. The lists are of one length.
func Calibrate(probabilities []float64, right []bool) Calibration {
	var sums, hits [Bins]float64
	var n [Bins]int
	c := Calibration{Phrases: len(probabilities)}
	for i, p := range probabilities {
		b := min(int(p*Bins), Bins-1)
		hit := one(right[i])
		n[b]++
		sums[b] += p
		hits[b] += hit
		c.Brier += (p - hit) * (p - hit) / float64(len(probabilities))
	}
	for b := range n {
		if n[b] == 0 {
			continue
		}
		c.ECE += math.Abs(sums[b]-hits[b]) / float64(len(probabilities))
		c.Bins = append(c.Bins, Bin{From: float64(b) / Bins, Phrases: n[b], Probability: sums[b] / float64(n[b]), Right: hits[b] / float64(n[b])})
	}
	return c
}
