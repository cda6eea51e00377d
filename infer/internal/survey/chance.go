package survey

import (
	"cmp"
	"math"
	"slices"
)

// strongest returns the findings whose measure is at least so much, the greatest first, and at most so many. Equal ones keep their order.
func strongest[T any](all []T, measure func(T) float64, least float64, most int) []T {
	all = slices.DeleteFunc(slices.Clone(all), func(t T) bool { return measure(t) < least })
	slices.SortStableFunc(all, func(a, b T) int { return cmp.Compare(measure(b), measure(a)) })
	return all[:min(len(all), most)]
}

// critical returns the least z, and the root of the least G², that is significant at 5 % among a number of tests, by Bonferroni's rule.
func critical(tests int) float64 {
	return math.Sqrt2 * math.Erfcinv(.05/float64(max(tests, 1)))
}

// likelihood returns the log-likelihood ratio G² of a four-fold table: both documents have both properties, of which one and other have
// one, of all. more reports whether both is above what independence gives.
func likelihood(both, one, other, all int64) (g2 float64, more bool) {
	rows, columns := [2]int64{one, all - one}, [2]int64{other, all - other}
	cells := [2][2]int64{{both, one - both}, {other - both, all - one - other + both}}
	for i, row := range cells {
		for j, n := range row {
			if n > 0 {
				g2 += 2 * float64(n) * math.Log(float64(n)*float64(all)/(float64(rows[i])*float64(columns[j])))
			}
		}
	}
	return max(g2, 0), float64(both)*float64(all) > float64(one)*float64(other)
}
