// Package report draws the log of a training as one HTML page: losses, learning rate, gradient norm and the share of ∅ over
// steps. The page needs no other file and no network: its charts are inline SVG. Its colours follow the light or dark setting
// of the reader. It contains neither times nor names, so that equal logs give equal bytes.
package report

import (
	_ "embed"
	"html/template"
	"io"
	"math"

	"github.com/wrone2set/wrone2set/schemas"
)

//go:embed report.html.tmpl
var page string

// view is the data of the template.
type view struct {
	Steps, Best int64
	Epochs      int32
	BestLoss    float64 // NaN where there was no validation
	Charts      []chart
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
	draw := func(title, unit string, fromZero bool, curves ...curve) {
		if c, ok := newChart(title, unit, v.Steps, fromZero, curves); ok {
			v.Charts = append(v.Charts, c)
		}
	}
	draw("Loss", "nats", false, points(log, train, loss), points(log, valid, loss))
	draw("Learning rate", "", true, points(log, train, func(l *schemas.TrainLog) float64 { return l.LearningRate }))
	draw("Gradient norm", "before clipping", true, points(log, train, func(l *schemas.TrainLog) float64 { return l.GradNorm }))
	draw("Targets that are ∅", "share of the targets of all slots", true, points(log, train, func(l *schemas.TrainLog) float64 { return l.NullShare }))
	t, err := template.New("report").Funcs(template.FuncMap{"known": func(x float64) bool { return !math.IsNaN(x) }}).Parse(page)
	if err != nil {
		return err
	}
	return t.Execute(w, v)
}

// Splits of the log.
const (
	train = "train"
	valid = "valid"
)

// curve is one quantity over the lines of a split.
type curve struct {
	Split  string
	Lines  int // number of log lines whose mean is a point
	Points []point
}

type point struct{ Step, Value float64 }

// most is the largest number of points of a curve: a page shows no more, and a long training logs hundreds of thousands.
const most = 500

// points returns a quantity over the lines of a split that have it, in at most most points.
func points(log []schemas.TrainLog, split string, of func(*schemas.TrainLog) float64) curve {
	c := curve{Split: split, Lines: 1}
	for i := range log {
		if v := of(&log[i]); log[i].Split == split && !math.IsNaN(v) && !math.IsInf(v, 0) {
			c.Points = append(c.Points, point{float64(log[i].Step), v})
		}
	}
	c.Lines = max(1, (len(c.Points)+most-1)/most)
	c.Points = means(c.Points, c.Lines)
	return c
}

// means replaces each n points by their mean; the last mean may be of fewer.
func means(all []point, n int) (out []point) {
	for ; len(all) > 0; all = all[min(n, len(all)):] {
		var sum point
		group := all[:min(n, len(all))]
		for _, p := range group {
			sum.Step, sum.Value = sum.Step+p.Step, sum.Value+p.Value
		}
		out = append(out, point{sum.Step / float64(len(group)), sum.Value / float64(len(group))})
	}
	return out
}
