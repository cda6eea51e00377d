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

// TestDiagram checks four bins computed by hand.
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
	near(t, "hits promised", d.Total.Expected(), 2.4)
	curve := d.Curve()
	for _, c := range []struct {
		at           int
		phrases, hit int64
		right, of4   float64
	}{{0, 5, 3, 3. / 5, 3. / 4}, {20, 5, 3, 3. / 5, 3. / 4}, {21, 4, 3, 3. / 4, 3. / 4}, {100, 3, 2, 2. / 3, 2. / 4}, {120, 2, 1, 1. / 2, 1. / 4}, {121, 1, 0, 0, 0}, {199, 1, 0, 0, 0}} {
		p := curve[c.at]
		if p.Phrases != c.phrases || p.Hits != c.hit {
			t.Errorf("at %.3f: %+v, want %d phrases, %d hits", p.Threshold, p, c.phrases, c.hit)
		}
		near(t, "threshold", p.Threshold, float64(c.at)/Steps)
		near(t, "precision", p.Precision(), c.right)
		near(t, "recall", p.Recall(4), c.of4)
	}
	near(t, "recall of no targets", curve[0].Recall(0), 0)
}

// TestBand: values of Wilson's interval as tables print them.
func TestBand(t *testing.T) {
	for _, c := range []struct {
		phrases, hits int64
		low, high     float64
	}{{0, 0, 0, 1}, {2, 1, 0.0945, 0.9055}, {10, 0, 0, 0.2775}, {10, 10, 0.7225, 1}, {10, 9, 0.5958, 0.9821}, {100, 20, 0.1334, 0.2888}} {
		low, high := Bin{Phrases: c.phrases, Hits: c.hits}.Band()
		if math.Abs(low-c.low) > 5e-5 || math.Abs(high-c.high) > 5e-5 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", c.hits, c.phrases, low, high, c.low, c.high)
		}
	}
	for n := int64(1); n < 50; n++ {
		for _, hits := range []int64{0, n} {
			b := Bin{Phrases: n, Hits: hits}
			if low, high := b.Band(); low < 0 || high > 1 || low > b.Precision() || high < b.Precision() {
				t.Errorf("%d of %d: %v to %v", hits, n, low, high)
			}
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
			t.Errorf("score %v is accepted", s)
		}
	}
	near(t, "ECE of nothing", d.ECE(), 0)
}
