package rank

import (
	"fmt"
	"strconv"
	"strings"
)

// Names of rules.
const (
	// BestF1 picks, per document and kind of candidates, the list with the greatest expected F1; see Best.
	BestF1 = "f1"
	// BestF1OfAll picks, per document, the one list of both kinds with the greatest expected F1. Absent phrases compete with
	// present ones, which are more often right.
	BestF1OfAll = "f1-all"
	// Top picks the given number of best phrases of each kind, whatever their probabilities.
	Top = "top"
	// Total picks the given number of best phrases of both kinds together.
	Total = "total"
	// Precision picks every phrase at or above a threshold, so that on average over a corpus the given share of what is picked
	// is right. The threshold is that at or above which the phrases of all documents of the fit had this mean probability: a
	// document depends on itself alone, and some documents get nothing.
	Precision = "precision"
	// Probability picks every phrase with at least the given probability.
	Probability = "probability"
	// Slots is the output of the paper: what the slots write with ∅ allowed. Candidates are not used.
	Slots = "slots"
)

// Rule says which candidates of a document are printed: its name, and its number.
type Rule struct {
	Name  string
	Top   int     // of Top and Total, at least 1
	Value float64 // of Precision and Probability, in (0, 1]
	Least float64 // of BestF1, BestF1OfAll, Top and Total: threshold for the probability of a phrase, in [0, 1]
	// Distinct leaves out phrases that stand inside a better one. The next best take their places. Slots ignores it.
	Distinct bool
}

// ParseRule reads f1, f1-all, top=N, total=N, precision=P, probability=P or slots. The first four take a threshold for the
// probability of a phrase, as in top=5,probability=0.1.
func ParseRule(s string) (Rule, error) {
	rule, least, floor := strings.Cut(s, ",")
	r, err := parseOne(s, rule)
	if err != nil || !floor {
		return r, err
	}
	of, err := parseOne(s, least)
	if err != nil || of.Name != Probability || r.Name == Precision || r.Name == Probability || r.Name == Slots {
		return Rule{}, fmt.Errorf("choose %q: only f1, f1-all, top=N and total=N go with a second rule, which is probability=P, as in top=5,probability=0.1", s)
	}
	r.Least = of.Value
	return r, nil
}

// parseOne reads one rule of s.
func parseOne(s, rule string) (Rule, error) {
	name, value, has := strings.Cut(rule, "=")
	r := Rule{Name: name}
	var err error
	switch r.Name {
	case BestF1, BestF1OfAll, Slots:
		if has {
			return Rule{}, fmt.Errorf("choose %q: %s takes no number", s, name)
		}
		return r, nil
	case Top, Total:
		if r.Top, err = strconv.Atoi(value); err != nil || r.Top < 1 {
			return Rule{}, fmt.Errorf("choose %q: want a number from 1 on, as in %s=5", s, name)
		}
		return r, nil
	case Precision, Probability:
		if r.Value, err = strconv.ParseFloat(value, 64); err != nil || !(r.Value > 0 && r.Value <= 1) {
			return Rule{}, fmt.Errorf("choose %q: want a number above 0 and up to 1, as in %s=0.5", s, name)
		}
		return r, nil
	}
	return Rule{}, fmt.Errorf("choose %q: want f1, f1-all, top=5, total=6, precision=0.6, probability=0.3 or slots", s)
}

// String returns the form that ParseRule reads.
func (r Rule) String() string {
	s := r.Name
	switch r.Name {
	case Top, Total:
		s += fmt.Sprintf("=%d", r.Top)
	case Precision, Probability:
		s += "=" + strconv.FormatFloat(r.Value, 'g', -1, 64)
	}
	if r.Least > 0 {
		s += fmt.Sprintf(",%s=%s", Probability, strconv.FormatFloat(r.Least, 'g', -1, 64))
	}
	return s
}

// Pick returns how many of the candidates of a document it chooses, the first ones. falling are their probabilities, unseen is
// for Best, and table for Precision. Slots, which does not use candidates, is treated as BestF1.
func (r Rule) Pick(falling, unseen []float64, table []Threshold) int {
	n, least := len(falling), r.Least
	switch r.Name {
	case Top, Total:
		n = min(n, r.Top)
	case Precision:
		least = At(table, r.Value)
	case Probability:
		least = r.Value
	default:
		n, _ = Best(falling, unseen)
	}
	for n > 0 && falling[n-1] < least {
		n--
	}
	return n
}
