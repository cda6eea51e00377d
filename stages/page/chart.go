package page

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Widths of charts, in units of the drawing: three or two stand side by side on a wide screen.
const (
	Narrow = 340
	Wide   = 460
)

// Chart is a drawing of bars, lines and dots over two axes. Its methods take values of the axes; its fields are for the
// template, in units of the drawing, whose origin is at the upper left.
type Chart struct {
	Title, Note      string
	XLabel, YLabel   string
	Legend           []Key
	Bars             []bar
	Lines            []line
	Bands            []band
	Dots             []dot
	XTicks, YTicks   []Tick
	Width, Height    float64
	Left, Right      float64 // edges of the plot
	Top, Bottom      float64
	MiddleX, MiddleY float64

	xs, ys Axis
}

// Key explains a class of marks in the legend.
type Key struct{ Class, Text string }

type bar struct {
	X, Y, W, H float64
	Class, Tip string
}

type line struct{ Class, Points string }

// band is an interval of values at one horizontal position.
type band struct{ X, Low, High float64 }

type dot struct {
	X, Y       float64
	Class, Tip string
}

// NewChart returns an empty chart of a width. Its left edge leaves room for the texts of the vertical axis, and its height
// for their number.
func NewChart(width float64, title string, x, y Axis) *Chart {
	longest := 0
	for _, t := range y.Ticks {
		longest = max(longest, utf8.RuneCountInString(t.Text))
	}
	c := &Chart{Title: title, XLabel: x.Label, YLabel: y.Label, Width: width, xs: x, ys: y, Left: 14 + float64(6.8*float64(longest)), Right: width - 8, Top: 8}
	if y.Label != "" {
		c.Left += 12
	}
	c.Bottom = c.Top + max(178, 18*float64(len(y.Ticks)))
	c.Height = c.Bottom + 44
	c.MiddleX, c.MiddleY = (c.Left+c.Right)/2, (c.Top+c.Bottom)/2
	for _, t := range x.Ticks {
		c.XTicks = append(c.XTicks, Tick{c.x(t.At), t.Text})
	}
	for _, t := range y.Ticks {
		c.YTicks = append(c.YTicks, Tick{c.y(t.At), t.Text})
	}
	return c
}

func (c *Chart) x(v float64) float64 { return scale(v, c.xs, c.Left, c.Right) }
func (c *Chart) y(v float64) float64 { return scale(v, c.ys, c.Bottom, c.Top) }

// scale maps a value of an axis to its place between two edges. An axis of one value is all at the second.
func scale(v float64, a Axis, from, to float64) float64 {
	if a.High <= a.Low {
		return to
	}
	return from + float64((v-a.Low)/(a.High-a.Low)*(to-from))
}

// Bar draws a bar between two values of each axis. tip is shown under the pointer.
func (c *Chart) Bar(class, tip string, left, right, low, high float64) {
	x, y := c.x(left), c.y(high)
	c.Bars = append(c.Bars, bar{x, y, c.x(right) - x, c.y(low) - y, class, tip})
}

// Line draws a line through points.
func (c *Chart) Line(class string, points ...[2]float64) {
	var at []string
	for _, p := range points {
		at = append(at, px(c.x(p[0]))+","+px(c.y(p[1])))
	}
	c.Lines = append(c.Lines, line{class, strings.Join(at, " ")})
}

// Band draws an interval of vertical values.
func (c *Chart) Band(x, low, high float64) {
	c.Bands = append(c.Bands, band{c.x(x), c.y(low), c.y(high)})
}

// Dot draws a dot. tip is shown under the pointer.
func (c *Chart) Dot(class, tip string, x, y float64) {
	c.Dots = append(c.Dots, dot{c.x(x), c.y(y), class, tip})
}

// px formats a length in a drawing.
func px(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
