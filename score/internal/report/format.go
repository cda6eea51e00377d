package report

import (
	"strconv"
	"strings"
)

// number formats a count with commas between thousands.
func number(n int64) string {
	s := strconv.FormatInt(n, 10)
	var parts []string
	for len(s) > 3 {
		parts = append([]string{s[len(s)-3:]}, parts...)
		s = s[:len(s)-3]
	}
	return strings.Join(append([]string{s}, parts...), ",")
}

// score formats a measure in [0, 1] with three decimals, as papers do.
func score(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// mean formats a mean count.
func mean(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }

// percent formats a share.
func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }
