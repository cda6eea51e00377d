package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// chart is a drawing, in units of the SVG's view box with the origin at the upper left.
type chart struct {
	Title, Unit    string
	Curves         []drawn
	XTicks, YTicks []tick
	Left, Right    float64 // edges of the plot
	Top, Bottom    float64
}

// drawn is a curve with its line, as the attribute points of a polyline, and its dots, if they are few enough to point at.
type drawn struct {
	curve
	Line string
	Dots []dot
}

type dot struct {
	X, Y float64
	Tip  string
}

type tick struct {
	At   float64
	Text string
}

// dots is the number of points above which a curve is only a line.
const dots = 60

// newChart draws the curves over the steps 0 to steps. With fromZero the value axis begins at 0, else at the lowest value. It
// returns false if no curve has points.
func newChart(title, unit string, steps int64, fromZero bool, curves []curve) (chart, bool) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		for _, p := range c.Points {
			low, high = min(low, p.Value), max(high, p.Value)
		}
	}
	if high < low {
		return chart{}, false
	}
	if fromZero {
		low = 0
	}
	c := chart{Title: title, Unit: unit, Left: 62, Right: 588, Top: 10, Bottom: 210}
	xs, ys := round(0, float64(steps)), round(low, high)
	x := scale(0, max(float64(steps), 1), c.Left, c.Right)
	y := scale(ys[0], ys[len(ys)-1], c.Bottom, c.Top)
	for _, v := range xs {
		if v <= float64(steps) {
			c.XTicks = append(c.XTicks, tick{x(v), number(v)})
		}
	}
	for _, v := range ys {
		c.YTicks = append(c.YTicks, tick{y(v), number(v)})
	}
	for _, curve := range curves {
		if len(curve.Points) > 0 {
			c.Curves = append(c.Curves, draw(curve, x, y))
		}
	}
	return c, true
}

func draw(c curve, x, y func(float64) float64) drawn {
	d := drawn{curve: c}
	var line strings.Builder
	for _, p := range c.Points {
		fmt.Fprintf(&line, "%.1f,%.1f ", x(p.Step), y(p.Value))
		if len(c.Points) <= dots {
			d.Dots = append(d.Dots, dot{x(p.Step), y(p.Value), fmt.Sprintf("step %s: %.4g", number(p.Step), p.Value)})
		}
	}
	d.Line = strings.TrimSpace(line.String())
	return d
}

// scale returns the linear map from [low, high] to [from, to], rounded to a tenth of a unit.
func scale(low, high, from, to float64) func(float64) float64 {
	return func(v float64) float64 { return math.Round(10*(from+(v-low)/(high-low)*(to-from))) / 10 }
}

// round returns round values at equal distances, four to ten steps that cover low to high.
func round(low, high float64) (at []float64) {
	if high <= low { // a constant
		high = low + max(math.Abs(low), 1e-9)
	}
	unit := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
	for _, times := range []float64{5, 2} {
		if times*unit <= (high-low)/4 {
			unit *= times
			break
		}
	}
	first := math.Floor(low / unit)
	for i := first; i == first || at[len(at)-1] < high-1e-6*unit; i++ {
		at = append(at, i*unit)
	}
	return at
}

// number formats v with at most six digits, which hides rounding errors.
func number(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
