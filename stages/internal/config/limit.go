package config

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/xrash/smetrics"
)

// Check refuses fields whose value is not one of their choices or lies outside their range. The error names each of them.
func Check(fields []Field) error {
	var errs []error
	for _, f := range fields {
		errs = append(errs, f.check())
	}
	return errors.Join(errs...)
}

func (f Field) check() error {
	switch {
	case f.Range != "":
		var x float64
		if _, err := fmt.Sscan(f.Text(), &x); err != nil {
			return fmt.Errorf("%s: %w", f.Key, err)
		}
		if r, _ := parseInterval(f.Range); !r.contains(x) { // checked by Fields
			return fmt.Errorf("%s is %s, want %s", f.Key, f.Text(), r)
		}
	case f.Choices != nil:
		texts, list := f.Value().([]string)
		if !list {
			texts = []string{f.Text()}
		}
		for _, s := range texts {
			if !slices.Contains(f.Choices, s) {
				return fmt.Errorf("%s is %q, want %s%s", f.Key, s, listed(f.Choices), Nearest(s, f.Choices))
			}
		}
	}
	return nil
}

// listed joins texts as a sentence does: a, b or c.
func listed(texts []string) string {
	text := strings.Join(texts, ", ")
	if i := strings.LastIndex(text, ", "); i >= 0 {
		return text[:i] + " or " + text[i+2:]
	}
	return text
}

// interval is a set of numbers between two ends, of which one may be missing.
type interval struct{ low, high end }

// end is an end of an interval. An open one is not part of it.
type end struct {
	text string // as the tag has it; empty: there is none
	at   float64
	open bool
}

// parseInterval reads an interval as mathematics writes it: [0,1) holds 0 but not 1, [1,) has no upper end.
func parseInterval(s string) (r interval, err error) {
	low, high, ok := strings.Cut(s, ",")
	if !ok || !strings.ContainsAny(low[:min(1, len(low))], "[(") || !strings.HasSuffix(high, "]") && !strings.HasSuffix(high, ")") {
		return r, fmt.Errorf("range %q: want [LOW,HIGH], with ( or ) for an end that is not part of it", s)
	}
	r.low = end{text: low[1:], open: low[0] == '('}
	r.high = end{text: high[:len(high)-1], open: strings.HasSuffix(high, ")")}
	for _, e := range []*end{&r.low, &r.high} {
		if e.text == "" {
			continue
		}
		if e.at, err = strconv.ParseFloat(e.text, 64); err != nil {
			return r, fmt.Errorf("range %q: %w", s, err)
		}
	}
	return r, nil
}

// contains is false for NaN.
func (r interval) contains(x float64) bool {
	above := r.low.text == "" || x > r.low.at || x == r.low.at && !r.low.open
	below := r.high.text == "" || x < r.high.at || x == r.high.at && !r.high.open
	return above && below
}

// String says the interval in words.
func (r interval) String() string {
	low, high := "at least "+r.low.text, "at most "+r.high.text
	if r.low.open {
		low = "more than " + r.low.text
	}
	if r.high.open {
		high = "less than " + r.high.text
	}
	switch {
	case r.high.text == "":
		return low
	case r.low.text == "":
		return high
	case !r.low.open && !r.high.open:
		return r.low.text + " to " + r.high.text
	}
	return low + " and " + high
}

// Nearest returns "; did you mean X?" with the name that word most likely means: the first of those with the fewest
// letters wrong, missing or extra. It returns "" if every name differs in more than two.
func Nearest(word string, names []string) string {
	best, bestAt := "", 3
	for _, n := range names {
		if d := smetrics.WagnerFischer(word, n, 1, 1, 1); d < bestAt {
			best, bestAt = "; did you mean "+n+"?", d
		}
	}
	return best
}
