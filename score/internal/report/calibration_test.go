package report

import (
	"math"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
	"github.com/wrone2set/wrone2set/stages/page"
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
	want := page.NewChart(page.Narrow, "", unit("score"), unit("right"))
	// mean scores .15, .55 and 1 where .5, 1 and 0 are right
	for _, b := range []struct {
		class     string
		bin       int
		low, high float64
	}{{"all", 0, 0, .15}, {"under", 0, .15, .5}, {"all", 2, 0, .55}, {"under", 2, .55, 1}, {"all", 3, 0, 0}, {"over", 3, 0, 1}} {
		from, to := (float64(b.bin)+.06)/4, (float64(b.bin)+.94)/4
		want.Bar(b.class, c.Bars[len(want.Bars)].Tip, from, to, b.low, b.high)
	}
	if !slices.Equal(c.Bars, want.Bars) {
		t.Errorf("bars\n%v, want\n%v", c.Bars, want.Bars)
	}
	if tip := c.Bars[0].Tip; tip != "score 0.00 to 0.25: 2 phrases, mean score 0.150, right 0.500 (0.095 to 0.905)" {
		t.Error(tip)
	}
	if len(c.Bands) != 3 {
		t.Fatalf("%d bands for three bins with phrases", len(c.Bands))
	}
	want.Band(.125, .0945, .9055) // Wilson's interval of 1 of 2
	if b, w := c.Bands[0], want.Bands[0]; math.Abs(b.X-w.X) > .1 || math.Abs(b.Low-w.Low) > .1 || math.Abs(b.High-w.High) > .1 {
		t.Errorf("the band of the first bin is %+v, want %+v", b, w)
	}
}

// TestPrecisionRecall: the line goes from the highest score down, and ends at the last printed phrase.
func TestPrecisionRecall(t *testing.T) {
	c := precisionRecall(metric.Absent, diagram(t), 5)
	// right of those with at least 1, .6, .5, .2, .1: 0/1, 1/2, 2/3, 3/4, 3/5; of 5 targets, on an axis up to .6
	want := page.NewChart(page.Narrow, "", page.Rounded("recall", 0, .6, page.Number), unit("precision"))
	want.Line("absent", [2]float64{0, 0}, [2]float64{.2, 1. / 2}, [2]float64{.4, 2. / 3}, [2]float64{.6, 3. / 4}, [2]float64{.6, 3. / 5})
	if c.Lines[0] != want.Lines[0] {
		t.Errorf("line %+v, want %+v", c.Lines[0], want.Lines[0])
	}
	if want.Dot("ink", "precision 0.600, recall 0.600", .6, .6); c.Dots[0] != want.Dots[0] {
		t.Errorf("printed %+v, want %+v", c.Dots[0], want.Dots[0])
	}
	if !slices.Equal(c.XTicks, want.XTicks) {
		t.Errorf("the axis is labelled %v", c.XTicks)
	}
}
