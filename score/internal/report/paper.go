package report

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/score/internal/paper"
)

// tables is the data of paper.html.tmpl.
type tables struct {
	Systems, Tests int
	Seeds          []string
	Tables         []paperTable
	Charts         []*chart
	Conventions    []string
}

type paperTable struct {
	Title  string
	Groups []columnGroup
	Heads  []columnHead
	Rows   []paperRow
	Notes  []string
}

// Grouped reports whether any group of columns has a name.
func (t paperTable) Grouped() bool {
	return slices.ContainsFunc(t.Groups, func(g columnGroup) bool { return g.Name != "" })
}

// columnHead is the heading of a column. First marks the first column of a group, which a rule sets off.
type columnHead struct {
	Name  string
	First bool
}

// columnGroup is a heading over several columns.
type columnGroup struct {
	Name string
	Span int
}

type paperRow struct {
	Name, Documents string
	Cells           []paperCell
}

// paperCell is our number and the paper's, "" if it has none. First is that of its column.
type paperCell struct {
	Ours, Theirs string
	First        bool
}

// Paper writes the page of the paper's tables and figures.
func Paper(w io.Writer, s *paper.Study) error {
	v := tables{Systems: len(s.Systems), Tests: len(s.Tests), Seeds: s.Seeds, Conventions: s.ConventionsFor("in grey")}
	for _, t := range s.Tables() {
		v.Tables = append(v.Tables, newPaperTable(t))
	}
	if c := s.CourseCurves(); len(c) > 0 {
		v.Charts = append(v.Charts, courseChart(c))
	}
	if c := s.EntropyCurves(); len(c) > 0 {
		v.Charts = append(v.Charts, entropyChart(c))
	}
	for _, d := range s.Diagrams() {
		v.Charts = append(v.Charts, confidence(d))
	}
	return fill(w, paperPage, v)
}

func newPaperTable(t paper.Table) paperTable {
	out := paperTable{Title: t.Title, Notes: t.Notes}
	for i, c := range t.Columns {
		first := i == 0 || c.Group != t.Columns[i-1].Group
		if first {
			out.Groups = append(out.Groups, columnGroup{Name: c.Group})
		}
		out.Groups[len(out.Groups)-1].Span++
		out.Heads = append(out.Heads, columnHead{c.Name, first && c.Group != ""})
	}
	for _, r := range t.Rows {
		row := paperRow{Name: r.Name, Documents: r.Trained()}
		for i, c := range r.Cells {
			row.Cells = append(row.Cells, paperCell{t.Columns[i].Ours(c), t.Columns[i].Theirs(c), out.Heads[i].First})
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// lineClasses distinguish the lines of a figure.
var lineClasses = [...]string{"present", "absent", "all", "gold"}

// mostDots is the number of points up to which a line shows each as a dot.
const mostDots = 20

// courseChart draws the shares of each kind of slot through training.
func courseChart(curves []paper.Curve) *chart {
	c := newChart("Slots through training", "step of training", "share of slots", 1)
	c.percentAxis()
	c.curves(curves, func(p paper.Point) string { return fmt.Sprintf("%.1f %% at step %.0f", 100*p.Value, p.Step) })
	c.Note = "WR-One2Set, one seed. Potential slots are retrained on a keyphrase, unimportant ones get no supervision, ∅ are trained on ∅."
	return c
}

// entropyChart draws the entropy of the assignment over training, for the first systems in the order of the tables:
// as many as there are classes of lines.
func entropyChart(curves []paper.Curve) *chart {
	curves = curves[:min(len(curves), len(lineClasses))]
	var most float64
	for _, c := range curves {
		for _, p := range c.Points {
			most = max(most, p.Value)
		}
	}
	c := newChart("Entropy of the assignment", "step of training", "bits per slot", max(0.1, math.Ceil(10*most)/10))
	for i := range 5 {
		v := c.yMax * float64(i) / 4
		c.YTicks = append(c.YTicks, tick{c.y(v), trimmed(v)})
	}
	c.curves(curves, func(p paper.Point) string { return fmt.Sprintf("%.3f bits up to step %.0f", p.Value, p.Step) })
	c.Note = "Mean over slots and documents in each tenth of the training; one seed."
	return c
}

// curves draws lines over the steps of training, and the axis of steps.
func (c *chart) curves(curves []paper.Curve, tip func(paper.Point) string) {
	var steps float64
	for _, curve := range curves {
		for _, p := range curve.Points {
			steps = max(steps, p.Step)
		}
	}
	c.xAxis(steps, 5)
	for i, curve := range curves {
		var points [][2]float64
		for _, p := range curve.Points {
			points = append(points, [2]float64{p.Step / steps, p.Value})
			if len(curve.Points) <= mostDots {
				c.Dots = append(c.Dots, dot{c.x(p.Step / steps), c.y(p.Value), lineClasses[i], curve.Name + ": " + tip(p)})
			}
		}
		c.line("course "+lineClasses[i], points...)
		c.Legend = append(c.Legend, legend{lineClasses[i], curve.Name})
	}
}

// confidence draws the reliability diagram of the slots' phrases without ∅, over the part of the axis that the paper
// shows.
func confidence(d paper.Diagram) *chart {
	c := newChart("Reliability of "+d.Name, "confidence", "precision", paper.MostConfidence)
	for i := range 5 {
		v := c.yMax * float64(i) / 4
		c.YTicks = append(c.YTicks, tick{c.y(v), trimmed(v)})
	}
	c.xAxis(paper.MostConfidence, 5)
	c.line("diagonal", [2]float64{0, 0}, [2]float64{1, paper.MostConfidence})
	for _, b := range d.Bins {
		c.box(b.Low/paper.MostConfidence, b.High/paper.MostConfidence, 0, min(b.Precision, c.yMax), "present",
			fmt.Sprintf("confidence %.2f to %.2f: %.0f phrases, mean %.3f, precision %.3f", b.Low, b.High, b.Phrases, b.Confidence, b.Precision))
	}
	c.Note = fmt.Sprintf("%s, all seeds: phrases of all slots without ∅. On the dashed line, precision equals confidence.", d.Test)
	return c
}
