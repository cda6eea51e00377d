package config

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Check refuses fields whose value is not one of their choices or lies outside their range. The error names each of them.
func Check(fields []Field) error {
	var errs []error
	for _, f := range fields {
		if err := f.check(); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func (f Field) check() error {
	switch {
	case f.Type == "string":
		return f.choose(f.v.String())
	case f.Type == "array":
		for i := range f.v.Len() {
			if err := f.choose(f.v.Index(i).String()); err != nil {
				return err
			}
		}
	case f.v.CanInt():
		return f.within(float64(f.v.Int()))
	case f.v.CanUint():
		return f.within(float64(f.v.Uint()))
	case f.v.CanFloat():
		return f.within(f.v.Float())
	}
	return nil
}

func (f Field) choose(s string) error {
	if f.Choices == nil || slices.Contains(f.Choices, s) {
		return nil
	}
	return fmt.Errorf("%s is %q, want %s%s", f.Key, s, listed(f.Choices), Nearest(s, f.Choices))
}

// listed joins texts as a sentence does: a, b or c.
func listed(texts []string) string {
	last := len(texts) - 1
	if last < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

// within compares with the negation, so that NaN lies in no range.
func (f Field) within(x float64) error {
	if f.Range == "" {
		return nil
	}
	r, _ := parseInterval(f.Range) // checked by Fields
	if r.contains(x) {
		return nil
	}
	return fmt.Errorf("%s is %s, want %s", f.Key, f.Text(), r)
}

// interval is a set of numbers from lo to hi; an end may be infinite, and an open end is not part of it.
type interval struct {
	lo, hi         float64
	loOpen, hiOpen bool
}

// parseInterval reads an interval as mathematics writes it: [0,1) holds 0 but not 1, [1,) has no upper end.
func parseInterval(s string) (interval, error) {
	r := interval{lo: math.Inf(-1), hi: math.Inf(1)}
	inner, ok := strings.CutPrefix(s, "[")
	if !ok {
		inner, ok = strings.CutPrefix(s, "(")
		r.loOpen = true
	}
	lo, hi, comma := strings.Cut(inner, ",")
	r.hiOpen = strings.HasSuffix(hi, ")")
	if !ok || !comma || !r.hiOpen && !strings.HasSuffix(hi, "]") {
		return r, fmt.Errorf("range %q: want [LOW,HIGH], with ( or ) for an end that is not part of it", s)
	}
	hi = hi[:len(hi)-1]
	var errLo, errHi error
	if lo != "" {
		r.lo, errLo = strconv.ParseFloat(lo, 64)
	}
	if hi != "" {
		r.hi, errHi = strconv.ParseFloat(hi, 64)
	}
	if err := errors.Join(errLo, errHi); err != nil {
		return r, fmt.Errorf("range %q: %w", s, err)
	}
	return r, nil
}

func (r interval) contains(x float64) bool {
	above := x > r.lo || x == r.lo && !r.loOpen
	below := x < r.hi || x == r.hi && !r.hiOpen
	return above && below
}

// String says the interval in words.
func (r interval) String() string {
	lo, hi := number(r.lo), number(r.hi)
	atLeast, atMost := "at least "+lo, "at most "+hi
	if r.loOpen {
		atLeast = "more than " + lo
	}
	if r.hiOpen {
		atMost = "less than " + hi
	}
	switch {
	case math.IsInf(r.hi, 1):
		return atLeast
	case math.IsInf(r.lo, -1):
		return atMost
	case !r.loOpen && !r.hiOpen:
		return lo + " to " + hi
	}
	return atLeast + " and " + atMost
}

// number writes whole numbers without an exponent.
func number(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
