package rank

import "math"

// mostScaled is where a scaled distribution is cut; more targets do not change a choice.
const mostScaled = 100

// Scaled returns the distribution of a count that is by times as large on average, by above 0: each of the things counted
// becomes ⌊by⌋ things, and one more with probability by − ⌊by⌋. nil is a count that is always 0. Counts above 100 are cut.
func Scaled(counts []float64, by float64) []float64 {
	if counts == nil {
		return nil
	}
	whole := min(math.Floor(by), mostScaled)
	rest := by - math.Floor(by)
	var out []float64
	more := []float64{1} // distribution of the things beyond k·whole
	for k, p := range counts {
		for j, q := range more {
			n := min(k*int(whole)+j, mostScaled)
			for len(out) <= n {
				out = append(out, 0)
			}
			out[n] += float64(p * q)
		}
		more = also(more, rest)
	}
	return out
}
