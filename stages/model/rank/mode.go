package rank

import (
	"fmt"
	"strconv"
	"strings"
)

// Rule is a way to choose phrases.
type Rule string

// The rules.
const (
	// BestF1 picks, per document and kind of candidates, the list with the greatest expected F1; see Best.
	BestF1 Rule = "f1"
	// BestF1OfAll picks, per document, the one list of both kinds with the greatest expected F1. Absent phrases compete with
	// present ones, which are more often right.
	BestF1OfAll Rule = "f1-all"
	// Top picks the given number of best phrases of each kind, whatever their probabilities.
	Top Rule = "top"
	// Total picks the given number of best phrases of both kinds together.
	Total Rule = "total"
	// Precision picks every phrase at or above a threshold, so that on average over a corpus the given share of what is picked
	// is right. The threshold is that at or above which the phrases of all documents of the fit had this mean probability: a
	// document depends on itself alone, and some documents get nothing.
	Precision Rule = "precision"
	// Probability picks every phrase with at least the given probability.
	Probability Rule = "probability"
	// Slots is the output of the paper: what the slots write with ∅ allowed. Candidates are not used.
	Slots Rule = "slots"
)

// Mode is a rule and its number.
type Mode struct {
	Rule  Rule
	Top   int     // of Top and Total, at least 1
	Value float64 // of Precision and Probability, in (0, 1]
	Least float64 // of BestF1, BestF1OfAll, Top and Total: threshold for the probability of a phrase, in [0, 1]
	// Distinct leaves out phrases that stand inside a better one. The next best take their places. Slots ignores it.
	Distinct bool
}

// ParseMode reads f1, f1-all, top=N, total=N, precision=P, probability=P or slots. The first four take a threshold for the
// probability of a phrase, as in top=5,probability=0.1.
func ParseMode(s string) (Mode, error) {
	rule, least, floor := strings.Cut(s, ",")
	m, err := parseRule(s, rule)
	if err != nil || !floor {
		return m, err
	}
	of, err := parseRule(s, least)
	if err != nil || of.Rule != Probability || m.Rule == Precision || m.Rule == Probability || m.Rule == Slots {
		return Mode{}, fmt.Errorf("choose %q: only f1, f1-all, top=N and total=N go with a second rule, which is probability=P, as in top=5,probability=0.1", s)
	}
	m.Least = of.Value
	return m, nil
}

// parseRule reads one rule of s.
func parseRule(s, rule string) (Mode, error) {
	name, value, has := strings.Cut(rule, "=")
	m := Mode{Rule: Rule(name)}
	var err error
	switch m.Rule {
	case BestF1, BestF1OfAll, Slots:
		if has {
			return Mode{}, fmt.Errorf("choose %q: %s takes no number", s, name)
		}
		return m, nil
	case Top, Total:
		if m.Top, err = strconv.Atoi(value); err != nil || m.Top < 1 {
			return Mode{}, fmt.Errorf("choose %q: want a number from 1 on, as in %s=5", s, name)
		}
		return m, nil
	case Precision, Probability:
		if m.Value, err = strconv.ParseFloat(value, 64); err != nil || !(m.Value > 0 && m.Value <= 1) {
			return Mode{}, fmt.Errorf("choose %q: want a number above 0 and up to 1, as in %s=0.5", s, name)
		}
		return m, nil
	}
	return Mode{}, fmt.Errorf("choose %q: want f1, f1-all, top=5, total=6, precision=0.6, probability=0.3 or slots", s)
}

// String returns the form that ParseMode reads.
func (m Mode) String() string {
	s := string(m.Rule)
	switch m.Rule {
	case Top, Total:
		s += fmt.Sprintf("=%d", m.Top)
	case Precision, Probability:
		s += "=" + strconv.FormatFloat(m.Value, 'g', -1, 64)
	}
	if m.Least > 0 {
		s += fmt.Sprintf(",%s=%s", Probability, strconv.FormatFloat(m.Least, 'g', -1, 64))
	}
	return s
}

// Pick returns how many of the candidates of a document it chooses, the first ones. falling are their probabilities, unseen is
// for Best, and table for Precision. Slots, which does not use candidates, is treated as BestF1.
func (m Mode) Pick(falling, unseen []float64, table []Threshold) int {
	n, least := len(falling), m.Least
	switch m.Rule {
	case Top, Total:
		n = min(n, m.Top)
	case Precision:
		least = At(table, m.Value)
	case Probability:
		least = m.Value
	default:
		n, _ = Best(falling, unseen)
	}
	for n > 0 && falling[n-1] < least {
		n--
	}
	return n
}
