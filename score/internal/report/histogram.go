package report

// Sizes of the histograms.
const (
	f1Bins    = 11 // 0 alone, then (0, 0.1] to (0.9, 1]
	countBins = 21 // 0 to 19, and 20 or more
	scoreBins = 20 // of width 0.05
)

// shares returns the counts of bins over their sum, 0 if that is 0.
func shares(counts []int64) []float64 {
	out := make([]float64, len(counts))
	total := sum(counts)
	for i, c := range counts {
		out[i] = float64(c) / float64(max(1, total))
	}
	return out
}

func sum(counts []int64) (n int64) {
	for _, c := range counts {
		n += c
	}
	return n
}

// f1Bin returns the bin of an F1: 0 for 0, i for ((i-1)/10, i/10].
func f1Bin(f1 float64) int {
	i := int(f1 * 10)
	if f1 > float64(i)/10 {
		i++
	}
	return min(i, f1Bins-1)
}
