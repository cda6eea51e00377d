package metric

import (
	"context"
	"errors"
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
	got := intervals(t, b, Sampling{1000, 7}, 1, 2)
	// the share of ones of 400 draws has standard deviation 0.025
	if math.Abs(got[0].Low-(0.5-1.96*0.025)) > 0.004 || math.Abs(got[0].High-(0.5+1.96*0.025)) > 0.004 {
		t.Errorf("interval %v, want about [0.451, 0.549]", got[0])
	}
	near(t, "constant, low", got[1].Low, 0.25)
	near(t, "constant, high", got[1].High, 0.25)
	if other := intervals(t, b, Sampling{1000, 7}, 3, 2); !slices.Equal(other, got) {
		t.Errorf("three threads give %v, one %v", other, got)
	}
	if other := intervals(t, b, Sampling{1000, 8}, 1, 2); slices.Equal(other, got) {
		t.Error("the seed changes nothing")
	}
	if none := intervals(t, NewBootstrap(2), Sampling{1000, 7}, 1, 1); none[0] != (Interval{}) {
		t.Errorf("no documents: %v", none)
	}
}

func BenchmarkIntervals(b *testing.B) {
	boot := NewBootstrap(8)
	for i := range 20_000 {
		p, r := float64(i%5)/5, float64(i%3)/3
		boot.Add(p, r, p, r, p, r, p, r)
	}
	for b.Loop() {
		boot.Intervals(b.Context(), Sampling{1000, 1}, 1, 4, F1s)
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
	p := notAbove(t, b, Sampling{500, 27}, 1, 4, of)
	if p[0] != 0 || p[2] != 1 || p[3] != 1 || p[1] < 0.5 || p[1] > 0.99 {
		t.Errorf("p-values %v", p)
	}
	if again := notAbove(t, b, Sampling{500, 27}, 3, 4, of); !slices.Equal(p, again) {
		t.Errorf("%v with three threads, %v with one", again, p)
	}
	for _, p := range [][]float64{notAbove(t, NewBootstrap(1), Sampling{10, 1}, 1, 1, of), notAbove(t, b, Sampling{0, 1}, 1, 1, of)} {
		if p[0] != 1 {
			t.Errorf("nothing was drawn, and p is %v", p)
		}
	}
}

func intervals(t *testing.T, b *Bootstrap, s Sampling, threads, measures int) []Interval {
	t.Helper()
	got, err := b.Intervals(t.Context(), s, threads, measures, F1s)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func notAbove(t *testing.T, b *Bootstrap, s Sampling, threads, measures int, of func(key uint64, means, into []float64)) []float64 {
	t.Helper()
	got, err := b.NotAbove(t.Context(), s, threads, measures, of)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestEnded: a bootstrap ends with its context, within a sample too, and returns the error of the context.
func TestEnded(t *testing.T) {
	many := NewBootstrap(1)
	many.values = make([]float32, 4*checkEvery)
	few := NewBootstrap(1)
	few.Add(1)
	for name, b := range map[string]*Bootstrap{"many documents": many, "few documents": few} {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		_, err := b.Intervals(ctx, Sampling{1000, 1}, 1, 1, func(means, into []float64) {
			calls++
			cancel()
		})
		if !errors.Is(err, context.Canceled) || calls != 1 {
			t.Errorf("%s: %v after %d samples", name, err, calls)
		}
		if _, err := b.NotAbove(ctx, Sampling{10, 1}, 1, 1, func(uint64, []float64, []float64) { t.Error("a sample after the end") }); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx := &ending{Context: t.Context(), calls: 2}
	if many.sample(ctx, 1); ctx.calls != 0 {
		t.Errorf("%d calls were left within a sample", ctx.calls)
	}
}

// ending is a context that ends after so many calls of Err.
type ending struct {
	context.Context
	calls int
}

func (e *ending) Err() error {
	if e.calls--; e.calls <= 0 {
		return context.Canceled
	}
	return nil
}
