package metric

import (
	"math/bits"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"

	"wrone2set/stages/data/random"
)

// Interval is a two-sided 95 % confidence interval.
type Interval struct{ Low, High float64 }

// Bootstrap estimates how far a measure would move with another draw of
// documents of the same kind (percentile bootstrap; Efron 1979). It keeps a few
// small numbers a document; a measure is any function of their means. The zero
// value is not ready, see NewBootstrap.
type Bootstrap struct {
	width  int
	values []float32 // documents × width
}

// NewBootstrap prepares for so many numbers a document.
func NewBootstrap(width int) *Bootstrap { return &Bootstrap{width: width} }

// Add adds the numbers of one document. It panics if there are not as many as
// NewBootstrap was told.
func (b *Bootstrap) Add(numbers ...float64) {
	if len(numbers) != b.width {
		panic("metric: wrong number of numbers")
	}
	for _, x := range numbers {
		b.values = append(b.values, float32(x))
	}
}

// Intervals draws the documents with replacement so many times and returns the
// intervals of so many measures, which of makes of the means of a draw, from
// several goroutines; zero intervals without documents or samples. Draw i of
// sample s is a hash of (seed, s, i), so the result does not depend on threads.
func (b *Bootstrap) Intervals(samples int, seed uint64, threads, measures int, of func(means, into []float64)) []Interval {
	out := make([]Interval, measures)
	if len(b.values) == 0 || samples < 1 {
		return out
	}
	drawn := b.draws(samples, seed, threads, measures, of)
	x := make([]float64, samples)
	for m := range out {
		for s := range drawn {
			x[s] = drawn[s][m]
		}
		slices.Sort(x)
		out[m] = Interval{stat.Quantile(0.025, stat.Empirical, x, nil), stat.Quantile(0.975, stat.Empirical, x, nil)}
	}
	return out
}

// NotAbove draws as Intervals does, and returns of each measure the share of the samples in which it is not above 0: the
// p-value of a one-sided test that it is. All are 1 without documents or samples.
func (b *Bootstrap) NotAbove(samples int, seed uint64, threads, measures int, of func(means, into []float64)) []float64 {
	shares := make([]float64, measures)
	if len(b.values) == 0 || samples < 1 {
		for m := range shares {
			shares[m] = 1
		}
		return shares
	}
	for _, drawn := range b.draws(samples, seed, threads, measures, of) {
		for m, x := range drawn {
			if x <= 0 {
				shares[m]++
			}
		}
	}
	for m := range shares {
		shares[m] /= float64(samples)
	}
	return shares
}

// draws are the measures of each sample.
func (b *Bootstrap) draws(samples int, seed uint64, threads, measures int, of func(means, into []float64)) [][]float64 {
	drawn := make([][]float64, samples)
	var wg sync.WaitGroup
	threads = max(1, threads)
	for worker := range threads {
		wg.Go(func() {
			for s := worker; s < samples; s += threads {
				drawn[s] = make([]float64, measures)
				of(b.sample(random.Mix(seed+random.Mix(uint64(s)))), drawn[s])
			}
		})
	}
	wg.Wait()
	return drawn
}

// sample is the means of one draw.
func (b *Bootstrap) sample(key uint64) []float64 {
	n := uint64(len(b.values) / b.width)
	means := make([]float64, b.width)
	for i := range n {
		doc, _ := bits.Mul64(random.Mix(key+i), n)
		for j, v := range b.values[int(doc)*b.width : int(doc+1)*b.width] {
			means[j] += float64(v)
		}
	}
	for j := range means {
		means[j] /= float64(n)
	}
	return means
}
