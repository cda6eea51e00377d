package metric

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/wrone2set/wrone2set/stages/data/random"
)

// Interval is a two-sided 95 % confidence interval.
type Interval struct{ Low, High float64 }

// Bootstrap estimates how far a measure would move with another sample of documents of the same kind (percentile
// bootstrap; Efron 1979). It keeps a few float32 per document; a measure is any function of their means. The zero
// value is not ready; see NewBootstrap.
type Bootstrap struct {
	width  int
	values []float32 // documents × width
}

// NewBootstrap prepares for width numbers per document.
func NewBootstrap(width int) *Bootstrap { return &Bootstrap{width: width} }

// Add adds the numbers of one document. It panics unless there are width of them.
func (b *Bootstrap) Add(numbers ...float64) {
	if len(numbers) != b.width {
		panic("metric: wrong number of numbers")
	}
	for _, x := range numbers {
		b.values = append(b.values, float32(x))
	}
}

// Intervals resamples the documents with replacement and returns the intervals of the measures. of computes the
// measures of one sample from its means; several goroutines call it. Without documents or samples the intervals are
// zero. Draw i of sample s is a hash of (seed, s, i), so the result does not depend on threads. It fails only with ctx.Err(), soon
// after ctx ends.
func (b *Bootstrap) Intervals(ctx context.Context, samples int, seed uint64, threads, measures int, of func(means, into []float64)) ([]Interval, error) {
	out := make([]Interval, measures)
	if len(b.values) == 0 || samples < 1 {
		return out, nil
	}
	drawn := b.draws(ctx, samples, seed, threads, measures, func(_ uint64, means, into []float64) { of(means, into) })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	x := make([]float64, samples)
	for m := range out {
		for s := range drawn {
			x[s] = drawn[s][m]
		}
		slices.Sort(x)
		out[m] = Interval{stat.Quantile(0.025, stat.Empirical, x, nil), stat.Quantile(0.975, stat.Empirical, x, nil)}
	}
	return out, nil
}

// NotAbove resamples as Intervals does. For each measure it returns the share of samples in which the measure is not
// above 0, the p-value of a one-sided test. key is a hash of (seed, sample), from which of can draw more than documents.
// Without documents or samples all shares are 1. It fails as Intervals does.
func (b *Bootstrap) NotAbove(ctx context.Context, samples int, seed uint64, threads, measures int, of func(key uint64, means, into []float64)) ([]float64, error) {
	shares := make([]float64, measures)
	if len(b.values) == 0 || samples < 1 {
		for m := range shares {
			shares[m] = 1
		}
		return shares, nil
	}
	all := b.draws(ctx, samples, seed, threads, measures, of)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, drawn := range all {
		for m, x := range drawn {
			if x <= 0 {
				shares[m]++
			}
		}
	}
	for m := range shares {
		shares[m] /= float64(samples)
	}
	return shares, nil
}

// draws returns the measures of each sample, or part of them if ctx ends.
func (b *Bootstrap) draws(ctx context.Context, samples int, seed uint64, threads, measures int, of func(key uint64, means, into []float64)) [][]float64 {
	drawn := make([][]float64, samples)
	var wg sync.WaitGroup
	threads = max(1, threads)
	for worker := range threads {
		wg.Go(func() {
			// Each worker owns samples of its own, so drawn needs no lock.
			for s := worker; s < samples; s += threads {
				drawn[s] = make([]float64, measures)
				key := random.Mix(seed + random.Mix(uint64(s)))
				means := b.sample(ctx, key)
				if ctx.Err() != nil {
					return
				}
				of(key, means, drawn[s])
			}
		})
	}
	wg.Wait()
	return drawn
}

// checkEvery is the number of drawn documents after which a sample asks whether to go on.
const checkEvery = 1 << 14

// sample returns the means of one sample, which are meaningless if ctx has ended.
func (b *Bootstrap) sample(ctx context.Context, key uint64) []float64 {
	n := uint64(len(b.values) / b.width)
	means := make([]float64, b.width)
	for i := range n {
		if i%checkEvery == checkEvery-1 && ctx.Err() != nil {
			return means
		}
		// The high word of hash × n is uniform in [0, n) without a division.
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
