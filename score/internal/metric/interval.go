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

// Sampling are the settings of a bootstrap.
type Sampling struct {
	Bootstrap int    `key:"bootstrap" range:"[0,100000]" help:"number of bootstrap samples for the intervals; 0: no intervals"`
	Seed      uint64 `key:"seed" help:"seed of the bootstrap"`
}

// DefaultSampling returns the settings of the bootstrap in every mode.
func DefaultSampling() Sampling { return Sampling{Bootstrap: 1000, Seed: 27} }

// Intervals resamples the documents with replacement and returns the intervals of the measures. of computes the
// measures of one sample from its means; several goroutines call it. Without documents or samples the intervals are
// zero. Draw i of sample s is a hash of (seed, s, i), so the result does not depend on threads. It fails only with ctx.Err(), soon
// after ctx ends.
func (b *Bootstrap) Intervals(ctx context.Context, s Sampling, threads, measures int, of func(means, into []float64)) ([]Interval, error) {
	out := make([]Interval, measures)
	drawn, err := b.draw(ctx, s, threads, measures, func(_ uint64, means, into []float64) { of(means, into) })
	for m, x := range drawn {
		slices.Sort(x)
		out[m] = Interval{stat.Quantile(0.025, stat.Empirical, x, nil), stat.Quantile(0.975, stat.Empirical, x, nil)}
	}
	return out, err
}

// NotAbove resamples as Intervals does. For each measure it returns the share of samples in which the measure is not
// above 0, the p-value of a one-sided test. key is a hash of (seed, sample), from which of can draw more than documents.
// Without documents or samples all shares are 1. It fails as Intervals does.
func (b *Bootstrap) NotAbove(ctx context.Context, s Sampling, threads, measures int, of func(key uint64, means, into []float64)) ([]float64, error) {
	shares := slices.Repeat([]float64{1}, measures)
	drawn, err := b.draw(ctx, s, threads, measures, of)
	for m, x := range drawn {
		not := slices.DeleteFunc(x, func(v float64) bool { return !(v <= 0) })
		shares[m] = float64(len(not)) / float64(s.Bootstrap)
	}
	return shares, err
}

// draw returns, for each measure, its values in all samples; nil without documents or samples.
func (b *Bootstrap) draw(ctx context.Context, s Sampling, threads, measures int, of func(key uint64, means, into []float64)) ([][]float64, error) {
	if len(b.values) == 0 || s.Bootstrap < 1 {
		return nil, nil
	}
	drawn := make([][]float64, measures)
	for m := range drawn {
		drawn[m] = make([]float64, s.Bootstrap)
	}
	var wg sync.WaitGroup
	threads = max(1, threads)
	for worker := range threads {
		wg.Go(func() {
			into := make([]float64, measures)
			// Each worker owns samples of its own, so drawn needs no lock.
			for sample := worker; sample < s.Bootstrap; sample += threads {
				key := random.Mix(s.Seed + random.Mix(uint64(sample)))
				means := b.sample(ctx, key)
				if ctx.Err() != nil {
					return
				}
				clear(into)
				of(key, means, into)
				for m, x := range into {
					drawn[m][sample] = x
				}
			}
		})
	}
	if wg.Wait(); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return drawn, nil
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
