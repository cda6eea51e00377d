package survey

import (
	"math"
	"slices"
)

// Trend is a phrase whose share of the documents rises or falls over the years.
type Trend struct {
	*Phrase
	Slope float64 // change of the share a year
	Error float64 // its standard error if there is no trend
}

// Z is the statistic of the test of Cochran and Armitage.
func (t Trend) Z() float64 { return t.Slope / t.Error }

// Limits of trends.
const (
	fewestYears     = 3
	fewestOfTrend   = 10 // documents of a phrase
	mostTrends      = 12 // that rise, and that fall
	mostYears       = 60 // the last ones
	fewestOfTypical = 5  // documents with a phrase
)

// trend returns the trend of counts by year among all documents of these years. It is a regression of the share on the year, whose
// error under the hypothesis of no trend is that of a binomial share.
func trend(years []int, counts, all []int64) (t Trend) {
	var with, documents, mean float64
	for i := range years {
		with, documents = with+float64(counts[i]), documents+float64(all[i])
		mean += float64(all[i]) * float64(years[i])
	}
	mean /= documents
	var up, spread float64
	for i, y := range years {
		d := float64(y) - mean
		up, spread = up+float64(counts[i])*d, spread+float64(all[i])*d*d
	}
	share := with / documents
	return Trend{Slope: up / spread, Error: math.Sqrt(share * (1 - share) / spread)}
}

// trends finds the phrases that rise and fall significantly, the strongest first.
func (s *Survey) trends() (rising, falling []Trend) {
	if len(s.Years.All) < fewestYears {
		return nil, nil
	}
	var all []Trend
	for _, p := range s.Phrases {
		dated := int64(0)
		for _, n := range p.Years {
			dated += n
		}
		if dated < fewestOfTrend {
			continue
		}
		t := trend(s.Years.All, p.Years, s.Years.Documents)
		if t.Phrase = p; t.Error > 0 { // a phrase of all documents has none
			all = append(all, t)
		}
	}
	s.Years.Tests = len(all)
	least := critical(len(all))
	rising = strongest(all, Trend.Z, least, mostTrends)
	slices.Reverse(all)
	return rising, strongest(all, func(t Trend) float64 { return -t.Z() }, least, mostTrends)
}
