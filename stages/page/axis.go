package page

import (
	"math"
	"strconv"
)

// Axis is a range of values with a label and marked values.
type Axis struct {
	Label     string
	Low, High float64
	Ticks     []Tick
}

// Tick is a marked value.
type Tick struct {
	At   float64
	Text string
}

// Rounded returns an axis that covers low to high, ends at round values, and marks those between as format writes them.
func Rounded(label string, low, high float64, format func(float64) string) Axis {
	at := round(low, high)
	a := Axis{Label: label, Low: at[0], High: at[len(at)-1]}
	for _, v := range at {
		a.Ticks = append(a.Ticks, Tick{v, format(v)})
	}
	return a
}

// Exact is Rounded, but the axis begins and ends at low and high, and marks only round values between them.
func Exact(label string, low, high float64, format func(float64) string) Axis {
	a := Axis{Label: label, Low: low, High: high}
	for _, v := range round(low, high) {
		if v >= low && v <= high {
			a.Ticks = append(a.Ticks, Tick{v, format(v)})
		}
	}
	return a
}

// Names returns an axis of names from top to bottom. The i-th of n stands at n - i - 0.5.
func Names(names []string) Axis {
	n := float64(len(names))
	a := Axis{High: max(n, 1)}
	for i, name := range names {
		a.Ticks = append(a.Ticks, Tick{n - float64(i) - 0.5, name})
	}
	return a
}

// round returns round values at equal distances, three to eight steps that cover low to high.
func round(low, high float64) (at []float64) {
	if high <= low { // a constant
		high = low + max(math.Abs(low), 1e-9)
	}
	most := (high - low) / 2.5
	unit := math.Pow(10, math.Floor(math.Log10(most)))
	for _, times := range []float64{5, 2} {
		if times*unit <= most {
			unit *= times
			break
		}
	}
	first := math.Floor(low/unit + 1e-6)
	for i := first; i == first || at[len(at)-1] < high-1e-6*unit; i++ {
		at = append(at, i*unit)
	}
	return at
}

// Number formats a value with at most six digits, which hides rounding errors.
func Number(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// Percent formats a share.
func Percent(v float64) string { return Number(100*v) + "%" }
