package report

import (
	"fmt"
	"io"
	"math"

	"github.com/wrone2set/wrone2set/score/internal/compare"
)

// compared is the data of compare.html.tmpl.
type compared struct {
	TestSet     string
	Documents   int64
	Systems     []string
	Heads       []string
	Rows        []comparedRow
	Conventions []string
	Sampled     bool // differences have intervals
	Charts      []*chart
}

type comparedRow struct {
	Name  string
	Cells []comparedCell
}

// comparedCell is a value or, of class gap, a difference. Clear values differ significantly from the first system's.
type comparedCell struct {
	Text, Class string
	Clear       bool
}

// Compare writes the page of a comparison.
func Compare(w io.Writer, t *compare.Table) error { return fill(w, comparePage, newCompared(t)) }

func newCompared(t *compare.Table) compared {
	v := compared{TestSet: t.Settings.TestSet, Documents: t.Documents, Systems: t.Systems, Conventions: t.Conventions(),
		Sampled: t.Settings.Samples > 0}
	for j, s := range t.Systems {
		v.Heads = append(v.Heads, s)
		if j > 0 {
			v.Heads = append(v.Heads, t.Against(j))
		}
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		row, best := comparedRow{Name: r.Name}, r.Best()
		for j, value := range r.Values {
			cell := comparedCell{Text: r.Number(value), Clear: value.Difference.Clear()}
			if cell.Text == best {
				cell.Class = "best"
			}
			row.Cells = append(row.Cells, cell)
			if j > 0 {
				row.Cells = append(row.Cells, comparedCell{Text: r.Gap(value), Class: "gap"})
			}
		}
		v.Rows = append(v.Rows, row)
	}
	if v.Sampled {
		for j := range t.Systems[1:] {
			v.Charts = append(v.Charts, gaps(t, j+1))
		}
	}
	return v
}

// gaps draws the differences in F1 of a system to the first, with their intervals.
func gaps(t *compare.Table, system int) *chart {
	var rows []*compare.Row
	most := 0.005
	for i := range t.Rows {
		r := &t.Rows[i]
		if d := r.Values[system].Difference; r.F1 && d != nil {
			rows = append(rows, r)
			most = max(most, math.Abs(d.Interval.Low), math.Abs(d.Interval.High))
		}
	}
	most = math.Ceil(most*100) / 100
	c := newChart(t.Against(system), "difference", "", float64(max(1, len(rows))))
	c.Left, c.Bottom = 112, c.Top+float64(20*len(rows))
	c.MiddleX, c.MiddleY, c.Height = (c.Left+c.Right)/2, (c.Top+c.Bottom)/2, c.Bottom+44
	at := func(difference float64) float64 { return (difference/most + 1) / 2 }
	c.line("diagonal", [2]float64{at(0), 0}, [2]float64{at(0), c.yMax})
	for i, r := range rows {
		d := r.Values[system].Difference
		y, class := c.yMax-float64(i)-0.5, "muted"
		if d.Clear() {
			class = "present"
		}
		c.YTicks = append(c.YTicks, tick{c.y(y), r.Name})
		c.line("interval "+class, [2]float64{at(d.Interval.Low), y}, [2]float64{at(d.Interval.High), y})
		c.Dots = append(c.Dots, dot{c.x(at(d.By)), c.y(y), class, fmt.Sprintf("%s: %s", r.Name, r.Gap(r.Values[system]))})
	}
	for _, v := range []float64{-most, -most / 2, 0, most / 2, most} {
		c.XTicks = append(c.XTicks, tick{c.x(at(v)), fmt.Sprint(math.Round(v*1000) / 1000)})
	}
	c.Legend = []legend{{"present", "significant: interval excludes 0"}, {"muted", "not significant"}}
	c.Note = "Macro F1. Lines are the 95 % intervals."
	return c
}
