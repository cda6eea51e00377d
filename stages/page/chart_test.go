package page

import (
	"slices"
	"strings"
	"testing"
)

// TestMarks: marks stand at their places on the axes: values grow to the right and upwards.
func TestMarks(t *testing.T) {
	c := NewChart(Narrow, "t", Axis{Label: "x", Low: 10, High: 20, Ticks: []Tick{{10, "a"}, {15, "b"}}}, Axis{Low: -1, High: 1, Ticks: []Tick{{0, "0"}}})
	middle, half := (c.Left+c.Right)/2, (c.Top+c.Bottom)/2
	c.Bar("k", "tip", 15, 20, -1, 0)
	c.Band(15, -1, 1)
	c.Dot("k", "tip", 10, 1)
	c.Line("k", [2]float64{10, -1}, [2]float64{20, 1})
	if b := c.Bars[0]; b != (bar{middle, half, c.Right - middle, c.Bottom - half, "k", "tip"}) {
		t.Errorf("bar %+v", b)
	}
	if b := c.Bands[0]; b != (band{middle, c.Bottom, c.Top}) {
		t.Errorf("band %+v", b)
	}
	if d := c.Dots[0]; d != (dot{c.Left, c.Top, "k", "tip"}) {
		t.Errorf("dot %+v", d)
	}
	if l, want := c.Lines[0], px(c.Left)+","+px(c.Bottom)+" "+px(c.Right)+","+px(c.Top); l != (line{"k", want}) {
		t.Errorf("line %+v, want %s", l, want)
	}
	if !slices.Equal(c.XTicks, []Tick{{c.Left, "a"}, {middle, "b"}}) || !slices.Equal(c.YTicks, []Tick{{half, "0"}}) {
		t.Errorf("ticks %v, %v", c.XTicks, c.YTicks)
	}
	if c.MiddleX != middle || c.MiddleY != half || c.Bottom >= c.Height || c.Right >= c.Width {
		t.Errorf("%+v", c)
	}
}

// TestRoom: long names move the plot to the right, a label too, and many names make it higher.
func TestRoom(t *testing.T) {
	of := func(label string, names ...string) *Chart {
		y := Names(names)
		y.Label = label
		return NewChart(Narrow, "", Axis{High: 1}, y)
	}
	short, long, labelled, many := of("", "a"), of("", "a long name"), of("l", "a"), of("", strings.Fields(strings.Repeat("a ", 30))...)
	if long.Left <= short.Left+50 || labelled.Left <= short.Left || many.Height <= short.Height+300 || long.Right != short.Right {
		t.Errorf("left edges %v, %v, %v; heights %v, %v", short.Left, long.Left, labelled.Left, short.Height, many.Height)
	}
	if c := NewChart(Narrow, "", Axis{}, Axis{}); c.x(0) != c.Right { // and not NaN
		t.Errorf("an axis of one value is at %v", c.x(0))
	}
}
