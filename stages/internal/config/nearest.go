package config

import (
	"fmt"

	"github.com/xrash/smetrics"
)

// Nearest returns "; did you mean X?" with the name that word most likely means: the first of those with the fewest
// letters wrong, missing or extra. It returns "" if every name differs in more than two.
func Nearest(word string, names []string) string {
	best, bestAt := "", 3
	for _, n := range names {
		if d := smetrics.WagnerFischer(word, n, 1, 1, 1); d < bestAt {
			best, bestAt = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}
