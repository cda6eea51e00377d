package metric

import (
	"math/bits"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"

	"wrone2set/stages/random"
)

// Interval is a two-sided 95 % confidence interval of a macro F1.
type Interval struct{ Low, High float64 }

// Bootstrap estimates how far a macro F1 would move with another draw of
// documents of the same kind (percentile bootstrap; Efron 1979). It keeps two
// small numbers a document and measure. The zero value is not ready, see
// NewBootstrap.
type Bootstrap struct {
	measures int
	values   []float32 // documents × measures × (P, R)
}

// NewBootstrap prepares for so many macro F1 at once; they share their draws.
func NewBootstrap(measures int) *Bootstrap { return &Bootstrap{measures: measures} }

// Add adds one document: its P and R for each measure. It panics if there are
// not as many as NewBootstrap was told.
func (b *Bootstrap) Add(at ...At) {
	if len(at) != b.measures {
		panic("metric: wrong number of measures")
	}
	for _, a := range at {
		b.values = append(b.values, float32(a.P), float32(a.R))
	}
}

// Intervals draws the documents with replacement so many times and returns one
// interval a measure; zero intervals without documents or samples. Draw i of
// sample s is a hash of (seed, s, i), so the result does not depend on threads.
func (b *Bootstrap) Intervals(samples int, seed uint64, threads int) []Interval {
	out := make([]Interval, b.measures)
	if len(b.values) == 0 || samples < 1 {
		return out
	}
	f1 := make([][]float64, b.measures)
	for m := range f1 {
		f1[m] = make([]float64, samples)
	}
	var wg sync.WaitGroup
	threads = max(1, threads)
	for worker := range threads {
		wg.Go(func() {
			for s := worker; s < samples; s += threads {
				b.sample(random.Mix(seed+random.Mix(uint64(s))), s, f1)
			}
		})
	}
	wg.Wait()
	for m, x := range f1 {
		slices.Sort(x)
		out[m] = Interval{stat.Quantile(0.025, stat.Empirical, x, nil), stat.Quantile(0.975, stat.Empirical, x, nil)}
	}
	return out
}

// sample fills entry s of each measure.
func (b *Bootstrap) sample(key uint64, s int, f1 [][]float64) {
	width := 2 * b.measures
	n := uint64(len(b.values) / width)
	sums := make([]float64, width)
	for i := range n {
		doc, _ := bits.Mul64(random.Mix(key+i), n)
		for j, v := range b.values[int(doc)*width : int(doc+1)*width] {
			sums[j] += float64(v)
		}
	}
	for m := range f1 {
		f1[m][s] = F1(sums[2*m]/float64(n), sums[2*m+1]/float64(n))
	}
}
