package calibration

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-12 {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// TestDiagram works four bins by hand.
func TestDiagram(t *testing.T) {
	d := New(4)
	for _, p := range []struct {
		score float64
		hit   bool
	}{{0.1, false}, {0.2, true}, {0.5, true}, {0.6, true}, {1, false}} {
		if err := d.Add(p.score, p.hit); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []Bin{{Phrases: 2, Hits: 1, scores: 0.3}, {}, {Phrases: 2, Hits: 2, scores: 1.1}, {Phrases: 1, scores: 1}} {
		b := d.Bins[i]
		if b.Phrases != want.Phrases || b.Hits != want.Hits {
			t.Errorf("bin %d = %+v, want %+v", i, b, want)
		}
		near(t, "mean score", b.Score(), want.Score())
	}
	near(t, "ECE", d.ECE(), (2*math.Abs(0.15-0.5)+2*math.Abs(0.55-1)+1*1)/5)
	near(t, "Brier", d.Brier(), (0.01+0.64+0.25+0.16+1)/5)
	curve := d.Curve()
	for _, c := range []struct {
		at           int
		phrases, hit int64
	}{{0, 5, 3}, {2, 5, 3}, {3, 4, 3}, {10, 3, 2}, {12, 2, 1}, {13, 1, 0}, {19, 1, 0}} {
		if p := curve[c.at]; p.Phrases != c.phrases || p.Hits != c.hit {
			t.Errorf("at %.2f: %+v, want %d phrases, %d hits", p.Threshold, p, c.phrases, c.hit)
		}
	}
}

func TestThresholdsAreReached(t *testing.T) {
	for i := range Steps {
		d := New(10)
		threshold := float64(i) / Steps
		if err := d.Add(threshold, true); err != nil {
			t.Fatal(err)
		}
		if d.Curve()[i].Phrases != 1 || i+1 < Steps && d.Curve()[i+1].Phrases != 0 {
			t.Errorf("a score of %v does not end at its own threshold", threshold)
		}
	}
}

func TestScoresOutsideAreRefused(t *testing.T) {
	d := New(10)
	for _, s := range []float64{-0.1, 1.1, math.NaN(), math.Inf(1)} {
		if d.Add(s, true) == nil {
			t.Errorf("score %v was taken", s)
		}
	}
	near(t, "ECE of nothing", d.ECE(), 0)
}
