package paper

import (
	"fmt"
)

// MostConfidence is where the axis of the paper's reliability figure ends.
const MostConfidence = 0.2

// Diagram is the reliability of the phrases that a system's slots write without ∅, up to MostConfidence.
type Diagram struct {
	Name, Test string
	Bins       []Bin
}

// Bin is an interval of confidence.
type Bin struct {
	Low, High  float64
	Phrases    float64
	Confidence float64 // mean
	Precision  float64
}

// Diagrams returns those of Baseline and Ours in domain, all seeds together. A system without slots in its scores has
// none.
func (s *Study) Diagrams() (all []Diagram) {
	in, _ := s.domains()
	for _, system := range []string{Baseline, Ours} {
		d := Diagram{Name: Name(system), Test: in[0]}
		var bins float64
		for _, seed := range s.Seeds {
			if r := s.runs[Model{system, seed}][in[0]]; r != nil {
				bins = max(bins, r.Metrics[slotBins+"bins"])
			}
		}
		for i := 0; float64(i)/max(bins, 1) < MostConfidence && float64(i) < bins; i++ {
			if b := s.bin(system, in[0], i, bins); b.Phrases > 0 {
				d.Bins = append(d.Bins, b)
			}
		}
		if len(d.Bins) > 0 {
			all = append(all, d)
		}
	}
	return all
}

const slotBins = "slots/calibration/"

// bin sums a bin over all seeds.
func (s *Study) bin(system, test string, i int, bins float64) Bin {
	b := Bin{Low: float64(i) / bins, High: min(float64(i+1)/bins, MostConfidence)}
	for _, seed := range s.Seeds {
		r := s.runs[Model{system, seed}][test]
		if r == nil {
			continue
		}
		at := fmt.Sprintf("%sbin/%02d/", slotBins, i)
		n := r.Metrics[at+"phrases"]
		b.Phrases += n
		b.Confidence += float64(n * r.Metrics[at+"score"])
		b.Precision += float64(n * r.Metrics[at+"precision"])
	}
	if b.Phrases > 0 {
		b.Confidence, b.Precision = b.Confidence/b.Phrases, b.Precision/b.Phrases
	}
	return b
}
