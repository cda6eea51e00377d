// Package report draws the log of a training as one HTML page: losses, learning rate, gradient norm and the share of ∅ over
// steps. It contains neither times nor names, so that equal logs give equal bytes. Package page has the form of the page.
package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/page"
)

//go:embed report.html.tmpl
var body string

// view is the data of the template.
type view struct {
	Steps, Best int64
	Epochs      int32
	BestLoss    float64 // NaN where there was no validation
	Charts      []*page.Chart
}

// Write writes the page of a log, whose lines are in the order of their steps. best is the step whose parameters were kept.
func Write(w io.Writer, log []schemas.TrainLog, best int64) error {
	v := view{Best: best, BestLoss: math.NaN()}
	for _, l := range log {
		v.Steps, v.Epochs = l.Step, l.Epoch
		if l.Split == valid && l.Step == best {
			v.BestLoss = l.Loss
		}
	}
	loss := func(l *schemas.TrainLog) float64 { return l.Loss }
	v.draw("Loss", "nats", false, points(log, train, loss), points(log, valid, loss))
	v.draw("Learning rate", "", true, points(log, train, func(l *schemas.TrainLog) float64 { return l.LearningRate }))
	v.draw("Gradient norm", "before clipping", true, points(log, train, func(l *schemas.TrainLog) float64 { return l.GradNorm }))
	v.draw("Targets that are ∅", "share of all targets", true, points(log, train, func(l *schemas.TrainLog) float64 { return l.NullShare }))
	return page.Page{Title: "Training", Style: ".train { --c: var(--blue); } .valid { --c: var(--orange); }\n", Body: body,
		Functions: template.FuncMap{"known": func(x float64) bool { return !math.IsNaN(x) }}}.Write(w, v)
}

// Splits of the log.
const (
	train = "train"
	valid = "valid"
)

// mostDots is the number of points above which a curve is only a line.
const mostDots = 60

// draw adds a chart of curves over steps unless they have no points. With fromZero the vertical axis begins at 0, else at the
// lowest value.
func (v *view) draw(title, unit string, fromZero bool, curves ...curve) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		for _, p := range c.Points {
			low, high = min(low, p[1]), max(high, p[1])
		}
	}
	if high < low {
		return
	}
	if fromZero {
		low = 0
	}
	c := page.NewChart(page.Wide, title, page.Exact("step", 0, float64(max(v.Steps, 1)), page.Number), page.Rounded(unit, low, high, page.Number))
	for _, curve := range curves {
		if len(curve.Points) == 0 {
			continue
		}
		name := curve.Split
		if curve.Lines > 1 {
			name += fmt.Sprintf(", means of %d lines of the log", curve.Lines)
		}
		c.Legend = append(c.Legend, page.Key{Class: curve.Split, Text: name})
		c.Line(curve.Split, curve.Points...)
		if len(curve.Points) > mostDots {
			continue
		}
		for _, p := range curve.Points {
			c.Dot(curve.Split, fmt.Sprintf("step %s: %.4g", page.Number(p[0]), p[1]), p[0], p[1])
		}
	}
	v.Charts = append(v.Charts, c)
}

// curve is one quantity over the lines of a split.
type curve struct {
	Split  string
	Lines  int          // number of log lines whose mean is a point
	Points [][2]float64 // step and value
}

// most is the largest number of points of a curve: a page shows no more, and a long training logs hundreds of thousands.
const most = 500

// points returns a quantity over the lines of a split that have it, in at most most points.
func points(log []schemas.TrainLog, split string, of func(*schemas.TrainLog) float64) curve {
	c := curve{Split: split, Lines: 1}
	for i := range log {
		if v := of(&log[i]); log[i].Split == split && !math.IsNaN(v) && !math.IsInf(v, 0) {
			c.Points = append(c.Points, [2]float64{float64(log[i].Step), v})
		}
	}
	c.Lines = max(1, (len(c.Points)+most-1)/most)
	c.Points = means(c.Points, c.Lines)
	return c
}

// means replaces each n points by their mean; the last mean may be of fewer.
func means(all [][2]float64, n int) (out [][2]float64) {
	for group := range slices.Chunk(all, n) {
		var sum [2]float64
		for _, p := range group {
			sum[0], sum[1] = sum[0]+p[0], sum[1]+p[1]
		}
		out = append(out, [2]float64{sum[0] / float64(len(group)), sum[1] / float64(len(group))})
	}
	return out
}
