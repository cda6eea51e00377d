package survey

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestCritical: values of tables of the normal distribution.
func TestCritical(t *testing.T) {
	for tests, want := range map[int]float64{0: 1.959964, 1: 1.959964, 5: 2.575829, 50: 3.290527, 50000: 4.891638} {
		if got := critical(tests); math.Abs(got-want) > 1e-5 {
			t.Errorf("%d tests: %v, want %v", tests, got, want)
		}
	}
}

// TestLikelihood: against the sum of observed times the logarithm of observed by expected, by hand; 0 where all is as expected, and
// more only above that.
func TestLikelihood(t *testing.T) {
	if got, more := likelihood(10, 20, 40, 100); math.Abs(got-2*(10*math.Log(10/8.)+10*math.Log(10/12.)+30*math.Log(30/32.)+50*math.Log(50/48.))) > 1e-9 || !more {
		t.Errorf("%v, %v", got, more)
	}
	for _, c := range [][4]int64{{8, 20, 40, 100}, {0, 0, 40, 100}, {20, 20, 100, 100}} {
		if got, more := likelihood(c[0], c[1], c[2], c[3]); got > 1e-9 || more {
			t.Errorf("%v: %v, %v", c, got, more)
		}
	}
	if got, more := likelihood(0, 20, 40, 100); got < 10 || more {
		t.Errorf("of none together: %v, %v", got, more)
	}
}

// TestTrend: the slope is that of a regression weighted by documents, and the statistic scatters like a normal one if there is no
// trend.
func TestTrend(t *testing.T) {
	years, all := []int{2000, 2001, 2003}, []int64{100, 200, 100}
	// Shares .1, .2 and .4 lie on a line.
	got := trend(years, []int64{10, 40, 40}, all)
	if math.Abs(got.Slope-.1) > 1e-12 {
		t.Errorf("slope %v", got.Slope)
	}
	share := 90. / 400
	spread := 100*1.25*1.25 + 200*.25*.25 + 100*1.75*1.75
	if want := math.Sqrt(share * (1 - share) / spread); math.Abs(got.Error-want) > 1e-12 || math.Abs(got.Z()-.1/want) > 1e-9 {
		t.Errorf("error %v, want %v", got.Error, want)
	}
	r, beyond := rand.New(rand.NewPCG(5, 6)), 0
	for range 2000 {
		counts := make([]int64, 3)
		for i, n := range all {
			for range n {
				if r.Float64() < .2 {
					counts[i]++
				}
			}
		}
		if math.Abs(trend(years, counts, all).Z()) > critical(1) {
			beyond++
		}
	}
	if beyond < 70 || beyond > 135 {
		t.Errorf("%d of 2000 are significant at 5 %%", beyond)
	}
}
