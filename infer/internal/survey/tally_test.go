package survey

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestInterval simulates what the interval is for: as many documents as those of a tally are drawn from one population, and their
// labels are right or wrong at random. The share of right ones of another such sample is compared with the mean of the population, of
// which 95 % of the intervals hold it. Documents differ much in length and quality, so an interval without the variance between
// documents, or without that of right and wrong, would hold too few.
func TestInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	draw := func() []float64 {
		quality := r.Float64()
		p := make([]float64, r.IntN(12))
		for i := range p {
			p[i] = quality * r.Float64()
		}
		return p
	}
	var labels, sum float64
	for range 200000 {
		for _, p := range draw() {
			labels, sum = labels+1, sum+p
		}
	}
	truth := sum / labels
	const samples = 2000
	held := 0
	for range samples {
		var tally Tally
		right, n := 0., 0.
		for range 150 {
			d := draw()
			tally.Add(d...)
			for _, p := range d {
				if n++; r.Float64() < p {
					right++
				}
			}
		}
		low, high, ok := tally.Interval()
		if !ok {
			t.Fatal("no interval")
		}
		// The interval is as wide as the observed share scatters around the truth.
		if half := (high - low) / 2; math.Abs(right/n-truth) <= half {
			held++
		}
	}
	if share := float64(held) / samples; share < .935 || share > .965 {
		t.Errorf("%.3f of the intervals are as wide as what they are for", share)
	}
}

// TestTally: sums by hand; a tally without labels or with one document has no interval; bounds stay within 0 and 1.
func TestTally(t *testing.T) {
	var tally Tally
	if _, _, ok := tally.Interval(); ok || tally.Share() != 0 {
		t.Error("an empty tally has an interval")
	}
	tally.Add(.5, .25)
	if _, _, ok := tally.Interval(); ok {
		t.Error("one document has an interval")
	}
	tally.Add()
	tally.Add(.75)
	if tally.Documents != 3 || tally.Labels != 3 || tally.Expected != 1.5 || tally.Share() != .5 {
		t.Errorf("%+v", tally)
	}
	for range 9 {
		tally.Add(.5, .25)
		tally.Add()
		tally.Add(.75)
	}
	// Documents have sums less half their labels of −.25, 0 and .25; right and wrong: .25 + .1875 + .1875; each ten times.
	want := 1.96 * math.Sqrt((1.25*30/29+6.25)/900)
	if low, high, _ := tally.Interval(); math.Abs(high-.5-want) > 1e-12 || math.Abs(.5-low-want) > 1e-12 {
		t.Errorf("from %v to %v, want ± %v", low, high, want)
	}
	var sure Tally
	sure.Add(1)
	sure.Add(0, 1)
	if low, high, _ := sure.Interval(); low < 0 || high > 1 {
		t.Errorf("from %v to %v", low, high)
	}
}
