package report

import (
	"fmt"
	"math"
	"strings"
)

// chart is a drawing in units of the SVG's view box, with the origin at the upper left.
type chart struct {
	Title, Note      string
	XLabel, YLabel   string
	Legend           []legend
	Bars             []bar
	Lines            []curve
	Bands            []band
	Dots             []dot
	XTicks, YTicks   []tick
	Width, Height    float64
	Left, Right      float64 // edges of the plot
	Top, Bottom      float64
	MiddleX, MiddleY float64

	yMax float64
}

type legend struct{ Class, Text string }

type bar struct {
	X, Y, W, H float64
	Class, Tip string
}

type curve struct{ Points, Class string }

// band is an interval of values at one horizontal position.
type band struct{ X, Low, High float64 }

type dot struct {
	X, Y       float64
	Class, Tip string
}

type tick struct {
	At   float64
	Text string
}

// newChart returns an empty plot whose values go from 0 to yMax.
func newChart(title, xLabel, yLabel string, yMax float64) *chart {
	c := &chart{Title: title, XLabel: xLabel, YLabel: yLabel, Width: 340, Height: 230,
		Left: 46, Right: 332, Top: 8, Bottom: 186, yMax: yMax}
	c.MiddleX, c.MiddleY = (c.Left+c.Right)/2, (c.Top+c.Bottom)/2
	return c
}

// x returns the position of a share of the width, y that of a value.
func (c *chart) x(share float64) float64 { return c.Left + float64(share*(c.Right-c.Left)) }
func (c *chart) y(value float64) float64 { return c.Bottom - float64(value/c.yMax*(c.Bottom-c.Top)) }

// percentAxis labels the value axis in per cent, from 0 to yMax.
func (c *chart) percentAxis() {
	for i := range 5 {
		v := c.yMax * float64(i) / 4
		c.YTicks = append(c.YTicks, tick{c.y(v), trimmed(100*v) + "%"})
	}
}

// unitAxes labels both axes from 0 to 1.
func (c *chart) unitAxes() {
	c.xAxis(1, 5)
	for i := range 6 {
		v := float64(i) / 5
		c.YTicks = append(c.YTicks, tick{c.y(v), trimmed(v)})
	}
}

// xAxis divides the width, from 0 to most, into equal steps and labels their ends.
func (c *chart) xAxis(most float64, steps int) {
	for i := range steps + 1 {
		v := float64(i) / float64(steps)
		c.XTicks = append(c.XTicks, tick{c.x(v), fmt.Sprint(math.Round(v*most*1000) / 1000)})
	}
}

// band draws an interval of values at a share of the width.
func (c *chart) band(at, low, high float64) {
	c.Bands = append(c.Bands, band{c.x(at), c.y(low), c.y(high)})
}

// box draws a bar between two shares of the width and between two values.
func (c *chart) box(from, to, low, high float64, class, tip string) {
	c.Bars = append(c.Bars, bar{c.x(from), c.y(high), c.x(to) - c.x(from), c.y(low) - c.y(high), class, tip})
}

// line draws a line through points of (share of the width, value).
func (c *chart) line(class string, points ...[2]float64) {
	var b strings.Builder
	for _, p := range points {
		fmt.Fprintf(&b, "%.1f,%.1f ", c.x(p[0]), c.y(p[1]))
	}
	c.Lines = append(c.Lines, curve{strings.TrimSpace(b.String()), class})
}

// grouped draws several series of shares side by side, one group per bin.
func grouped(title, xLabel, yLabel string, classes, names []string, series [][]float64, label func(bin int) string) *chart {
	var most float64
	for _, s := range series {
		for _, v := range s {
			most = max(most, v)
		}
	}
	c := newChart(title, xLabel, yLabel, nice(most))
	c.percentAxis()
	bins := len(series[0])
	width := 0.84 / float64(bins*len(series))
	for s, values := range series {
		c.Legend = append(c.Legend, legend{classes[s], names[s]})
		for i, v := range values {
			from := (float64(i)+0.08)/float64(bins) + float64(float64(s)*width)
			c.box(from, from+width, 0, v, classes[s], fmt.Sprintf("%s, %s: %.1f %%", names[s], label(i), 100*v))
		}
	}
	return c
}

// nice returns the smallest round number that is at least most and divides well into the four steps of an axis.
func nice(most float64) float64 {
	for _, v := range []float64{0.005, 0.01, 0.02, 0.04, 0.08, 0.12, 0.2, 0.4, 0.6, 0.8} {
		if most <= v {
			return v
		}
	}
	return 1
}

// trimmed formats a number with at most two decimals and no trailing zeros.
func trimmed(v float64) string {
	return fmt.Sprint(math.Round(v*100) / 100)
}
