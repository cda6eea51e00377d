package report

import (
	"math"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
)

// diagram is of five phrases in four bins: {.1 wrong, .2 right}, {}, {.5 right, .6 right}, {1 wrong}.
func diagram(t *testing.T) *calibration.Diagram {
	t.Helper()
	d := calibration.New(4)
	for score, hit := range map[float64]bool{.1: false, .2: true, .5: true, .6: true, 1: false} {
		if err := d.Add(score, hit); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// TestReliability: bars reach from the share that is right to the mean score, and each has its band.
func TestReliability(t *testing.T) {
	c := reliability("x", diagram(t))
	var got []string
	for _, b := range c.Bars {
		got = append(got, b.Class)
	}
	// mean scores .15, .55 and 1 where .5, 1 and 0 are right
	if s := strings.Join(got, " "); s != "all under all under all over" {
		t.Errorf("bars %s", s)
	}
	at := func(y, want float64) bool { return math.Abs(y-c.y(want)) < 0.01 }
	if b := c.Bars[1]; !at(b.Y, .5) || !at(b.Y+b.H, .15) {
		t.Errorf("the gap of the first bin is %+v", b)
	}
	if len(c.Bands) != 3 {
		t.Fatalf("%d bands for three bins with phrases", len(c.Bands))
	}
	// Wilson's interval of 1 of 2 is .0945 to .9055
	if b := c.Bands[0]; !at(b.Low, .0945) || !at(b.High, .9055) || math.Abs(b.X-c.x(.125)) > 0.01 {
		t.Errorf("the band of the first bin is %+v", b)
	}
}

// TestPrecisionRecall: the line goes from the highest score down, and ends at the last printed phrase.
func TestPrecisionRecall(t *testing.T) {
	c := precisionRecall(metric.Absent, diagram(t), 5)
	// right of those with at least 1, .6, .5, .2, .1: 0/1, 1/2, 2/3, 3/4, 3/5; of 5 targets, on an axis up to .6
	want := newChart("", "", "", 1)
	want.line("absent", [2]float64{0, 0}, [2]float64{.2 / .6, 1. / 2}, [2]float64{.4 / .6, 2. / 3}, [2]float64{1, 3. / 4}, [2]float64{1, 3. / 5})
	if c.Lines[0] != want.Lines[0] {
		t.Errorf("line %+v, want %+v", c.Lines[0], want.Lines[0])
	}
	if d := c.Dots[0]; math.Abs(d.X-c.Right) > 1e-9 || math.Abs(d.Y-c.y(.6)) > 1e-9 || d.Tip != "precision 0.600, recall 0.600" {
		t.Errorf("printed %+v", d)
	}
	axis := ""
	for _, tick := range c.XTicks {
		axis += tick.Text + " "
	}
	if axis != "0 0.15 0.3 0.45 0.6 " {
		t.Errorf("the axis is labelled %s", axis)
	}
}
