package report

import "strconv"

// score formats a measure in [0, 1] with three decimals, as papers do.
func score(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// mean formats a mean count.
func mean(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
