package choose

import (
	"fmt"
	"strconv"
	"strings"
)

// Rule is how phrases are chosen.
type Rule string

// The rules.
const (
	// BestF1 takes for each document and kind the set with the greatest expected F1, see Best.
	BestF1 Rule = "f1"
	// BestF1OfAll takes for each document the set with the greatest expected F1 over both kinds together: an absent phrase
	// must be worth its place beside present ones, which are more often right.
	BestF1OfAll Rule = "f1-all"
	// Top takes the best so many of each kind, whatever their probabilities.
	Top Rule = "top"
	// Precision takes every phrase whose probability is at least the threshold above which, over all phrases of both
	// kinds of all documents that the model was fitted on, the mean probability is at least so much.
	Precision Rule = "precision"
	// Probability takes every phrase that is right with at least so great a probability.
	Probability Rule = "probability"
	// Slots is the output of the paper: what the slots say with ∅ allowed. Nothing is chosen among candidates.
	Slots Rule = "slots"
)

// Mode is a rule and its number.
type Mode struct {
	Rule  Rule
	Top   int     // of Top, at least 1
	Value float64 // of Precision and Probability, in (0, 1]
	Least float64 // of BestF1, BestF1OfAll and Top: the least probability of a phrase, in [0, 1]
}

// ParseMode reads f1, f1-all, top=N, precision=P, probability=P or slots; behind the first three ",probability=P" is the least
// probability that a phrase of theirs must have, as in top=5,probability=0.1.
func ParseMode(s string) (Mode, error) {
	rule, least, floor := strings.Cut(s, ",")
	m, err := parseRule(s, rule)
	if err != nil || !floor {
		return m, err
	}
	of, err := parseRule(s, least)
	if err != nil || of.Rule != Probability || m.Rule != BestF1 && m.Rule != BestF1OfAll && m.Rule != Top {
		return Mode{}, fmt.Errorf("choose %q: only f1, f1-all and top=N go with a second rule, which is probability=P, as in top=5,probability=0.1", s)
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
	case Top:
		if m.Top, err = strconv.Atoi(value); err != nil || m.Top < 1 {
			return Mode{}, fmt.Errorf("choose %q: want a number from 1 on, as in top=5", s)
		}
		return m, nil
	case Precision, Probability:
		if m.Value, err = strconv.ParseFloat(value, 64); err != nil || !(m.Value > 0 && m.Value <= 1) {
			return Mode{}, fmt.Errorf("choose %q: want a number above 0 and up to 1, as in %s=0.5", s, name)
		}
		return m, nil
	}
	return Mode{}, fmt.Errorf("choose %q: want f1, f1-all, top=5, precision=0.6, probability=0.3 or slots", s)
}

// String is what ParseMode reads.
func (m Mode) String() string {
	s := string(m.Rule)
	switch m.Rule {
	case Top:
		s += fmt.Sprintf("=%d", m.Top)
	case Precision, Probability:
		s += "=" + strconv.FormatFloat(m.Value, 'g', -1, 64)
	}
	if m.Least > 0 {
		s += fmt.Sprintf(",%s=%s", Probability, strconv.FormatFloat(m.Least, 'g', -1, 64))
	}
	return s
}
