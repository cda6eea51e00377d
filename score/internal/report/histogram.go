package report

// Sizes of the histograms.
const (
	f1Bins    = 11 // 0 alone, then (0, 0.1] to (0.9, 1]
	countBins = 21 // 0 to 19, and 20 or more
	scoreBins = 20 // of width 0.05
)

// histogram counts per bin.
type histogram []int64

func (h histogram) total() (n int64) {
	for _, c := range h {
		n += c
	}
	return n
}

// shares returns the counts over their sum, 0 if that is 0.
func (h histogram) shares() []float64 {
	out := make([]float64, len(h))
	if n := h.total(); n > 0 {
		for i, c := range h {
			out[i] = float64(c) / float64(n)
		}
	}
	return out
}

// f1Bin returns the bin of an F1: 0 for 0, i for ((i-1)/10, i/10].
func f1Bin(f1 float64) int {
	i := int(f1 * 10)
	if f1 > float64(i)/10 {
		i++
	}
	return min(i, f1Bins-1)
}
