package metric

import (
	"math"
	"slices"
	"testing"
)

func TestIntervals(t *testing.T) {
	b := NewBootstrap(4)
	for i := range 400 {
		hit := float64(i % 2) // P = R = 0 or 1: F1 of a sample is the share of ones
		b.Add(hit, hit, 0.25, 0.25)
	}
	got := b.Intervals(1000, 7, 1, 2, f1s)
	// the share of ones of 400 draws has standard deviation 0.025
	if math.Abs(got[0].Low-(0.5-1.96*0.025)) > 0.004 || math.Abs(got[0].High-(0.5+1.96*0.025)) > 0.004 {
		t.Errorf("interval %v, want about [0.451, 0.549]", got[0])
	}
	near(t, "constant, low", got[1].Low, 0.25)
	near(t, "constant, high", got[1].High, 0.25)
	if other := b.Intervals(1000, 7, 3, 2, f1s); !slices.Equal(other, got) {
		t.Errorf("three threads give %v, one %v", other, got)
	}
	if other := b.Intervals(1000, 8, 1, 2, f1s); slices.Equal(other, got) {
		t.Error("the seed changes nothing")
	}
	if none := NewBootstrap(2).Intervals(1000, 7, 1, 1, f1s); none[0] != (Interval{}) {
		t.Errorf("no documents: %v", none)
	}
}

// TestEachIsDrawn: samples of two documents hold one, the other or both.
func TestEachIsDrawn(t *testing.T) {
	b := NewBootstrap(2)
	b.Add(0, 0)
	b.Add(1, 1)
	if got := b.Intervals(200, 7, 1, 1, f1s); got[0] != (Interval{0, 1}) {
		t.Errorf("interval %v, want 0 to 1", got[0])
	}
}

// f1s is the F1 of each pair of P and R.
func f1s(means, into []float64) {
	for i := range into {
		into[i] = F1(means[2*i], means[2*i+1])
	}
}

func BenchmarkIntervals(b *testing.B) {
	boot := NewBootstrap(8)
	for i := range 20_000 {
		p, r := float64(i%5)/5, float64(i%3)/3
		boot.Add(p, r, p, r, p, r, p, r)
	}
	for b.Loop() {
		boot.Intervals(1000, 1, 1, 4, f1s)
	}
}

// TestNotAbove: p is small if the measure is above 0 in every document, 1 if in none or 0 in all, and in between if in half of them.
// The number of threads does not matter.
func TestNotAbove(t *testing.T) {
	b := NewBootstrap(4)
	for i := range 100 {
		b.Add(1, float64(i%2)*2-1.1, -1, 0)
	}
	of := func(_ uint64, means, into []float64) { copy(into, means) }
	p := b.NotAbove(500, 27, 1, 4, of)
	if p[0] != 0 || p[2] != 1 || p[3] != 1 || p[1] < 0.5 || p[1] > 0.99 {
		t.Errorf("p-values %v", p)
	}
	if again := b.NotAbove(500, 27, 3, 4, of); !slices.Equal(p, again) {
		t.Errorf("%v with three threads, %v with one", again, p)
	}
	for _, p := range [][]float64{NewBootstrap(1).NotAbove(10, 1, 1, 1, of), b.NotAbove(0, 1, 1, 1, of)} {
		if p[0] != 1 {
			t.Errorf("nothing was drawn, and p is %v", p)
		}
	}
}
