package compare

import (
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// Conventions returns the sentences under every table: what the numbers are, what the marks mean and what is
// compared.
func (t *Table) Conventions() []string {
	over := "@5 divides by 5 even if fewer were predicted"
	if t.Settings.Unpadded {
		over = "@5 divides by the smaller of 5 and the predictions"
	}
	says := []string{
		fmt.Sprintf("F1 is macro over all %d documents of %s: F1 of mean precision and mean recall; %s.", t.Documents, t.Settings.TestSet, over),
		fmt.Sprintf("A document has %.2f present and %.2f absent targets. ECE (%d bins) and Brier score cover all phrases; a system without probabilities as scores has neither.",
			t.Targets[metric.Present], t.Targets[metric.Absent], t.Settings.Bins),
	}
	if t.Settings.Bootstrap > 0 {
		says = append(says, fmt.Sprintf("Each value is followed by its difference to %s and the 95 %% interval of a paired bootstrap: %d samples of the documents, the same for all systems, seed %d. A value is marked if the interval excludes 0.",
			t.Systems[0], t.Settings.Bootstrap, t.Settings.Seed))
	} else {
		says = append(says, fmt.Sprintf("Each value is followed by its difference to %s, without an interval.", t.Systems[0]))
	}
	for i, about := range t.About {
		if about != "" {
			says = append(says, fmt.Sprintf("%s: %s.", t.Systems[i], about))
		}
	}
	return says
}

// Against returns the heading of a system's differences.
func (t *Table) Against(system int) string { return t.Systems[system] + " − " + t.Systems[0] }

// Number formats a value of the row.
func (r *Row) Number(v Value) string {
	if !v.Known {
		return "–"
	}
	return fmt.Sprintf("%.*f", r.digits(), v.Value)
}

// Gap formats the difference of a value of the row, with its interval if it has one.
func (r *Row) Gap(v Value) string {
	d := v.Difference
	if d == nil {
		return "–"
	}
	n := r.digits()
	s := signed(d.By, n)
	if d.Interval != nil {
		s += fmt.Sprintf(" [%s, %s]", signed(d.Interval.Low, n), signed(d.Interval.High, n))
	}
	return s
}

// digits returns the number of decimals: those of the summary for shares, fewer for numbers of phrases.
func (r *Row) digits() int {
	if r.Better == Neither {
		return 2
	}
	return 4
}

// signed formats a number with its sign, and 0 without one.
func signed(x float64, digits int) string {
	s := fmt.Sprintf("%+.*f", digits, x)
	if strings.Trim(s, "+-0.") == "" {
		return s[1:]
	}
	return s
}

// Best returns the best value of the row as Number formats it, "" if neither direction is better or all values are
// formatted alike.
func (r *Row) Best() string {
	best, differ := -1, false
	for i, v := range r.Values {
		switch {
		case !v.Known:
			continue
		case best < 0:
			best = i
			continue
		}
		differ = differ || r.Number(v) != r.Number(r.Values[best])
		if r.Better == More && v.Value > r.Values[best].Value || r.Better == Less && v.Value < r.Values[best].Value {
			best = i
		}
	}
	if !differ || r.Better == Neither {
		return ""
	}
	return r.Number(r.Values[best])
}
