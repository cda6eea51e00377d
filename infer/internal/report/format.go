package report

import (
	"fmt"
	"strconv"

	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/stages/page"
)

// probability formats a probability with two decimals.
func probability(p float64) string { return strconv.FormatFloat(p, 'f', 2, 64) }

// nearest formats a number without its decimals.
func nearest(x float64) string { return page.Count(int64(x + .5)) }

// share formats the share that n is of all.
func share(n, all int64) string {
	x := float64(n) / float64(max(all, 1))
	if n > 0 && x < .001 {
		return "below 0.1 %"
	}
	return page.Share(x)
}

// mean formats a mean count.
func mean(sum, n int64) string {
	return strconv.FormatFloat(float64(sum)/float64(max(n, 1)), 'f', 1, 64)
}

// interval formats the interval of a tally.
func interval(t survey.Tally) string {
	low, high, ok := t.Interval()
	if !ok {
		return "–"
	}
	return fmt.Sprintf("%.1f – %s", 100*low, page.Share(high))
}

// expected formats the expected share of right labels.
func expected(t survey.Tally) string {
	if t.Labels == 0 {
		return "–"
	}
	return page.Share(t.Share())
}

// points formats a change of a share in percentage points.
func points(x float64) string {
	s := fmt.Sprintf("%+.3f", 100*x)
	if x < 0 {
		s = "−" + s[1:]
	}
	return s
}

// several formats how many times as many.
func several(x float64) string {
	if x < 9.95 {
		return fmt.Sprintf("%.1f ×", x)
	}
	return nearest(x) + " ×"
}
