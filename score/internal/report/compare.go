package report

import (
	"io"
	"math"

	"github.com/wrone2set/wrone2set/score/internal/compare"
	"github.com/wrone2set/wrone2set/stages/page"
)

// compared is the data of compare.html.tmpl.
type compared struct {
	*compare.Table
	Charts []*page.Chart // of differences, if these have intervals
}

// Compare writes the page of a comparison.
func Compare(w io.Writer, t *compare.Table) error {
	return fill(w, t.Settings.TestSet+" · systems compared", compareBody, newCompared(t))
}

func newCompared(t *compare.Table) compared {
	v := compared{Table: t}
	if t.Settings.Bootstrap > 0 {
		for j := range t.Systems[1:] {
			v.Charts = append(v.Charts, gaps(t, j+1))
		}
	}
	return v
}

// gaps draws the differences in F1 of a system to the first, with their intervals.
func gaps(t *compare.Table, system int) *page.Chart {
	var rows []*compare.Row
	var names []string
	most := 0.005
	for i := range t.Rows {
		r := &t.Rows[i]
		if d := r.Values[system].Difference; r.Better == compare.More && d != nil {
			rows, names = append(rows, r), append(names, r.Name)
			most = max(most, math.Abs(d.Interval.Low), math.Abs(d.Interval.High))
		}
	}
	y := page.Names(names)
	c := page.NewChart(page.Narrow, t.Against(system), page.Rounded("difference", -most, most, page.Number), y)
	c.Line("diagonal", [2]float64{0, 0}, [2]float64{0, y.High})
	for i, r := range rows {
		d, at, class := r.Values[system].Difference, y.Ticks[i].At, "muted"
		if d.Clear() {
			class = "present"
		}
		c.Line("interval "+class, [2]float64{d.Interval.Low, at}, [2]float64{d.Interval.High, at})
		c.Dot(class, r.Name+": "+r.Gap(r.Values[system]), d.By, at)
	}
	c.Legend = []page.Key{{Class: "present", Text: "significant: interval excludes 0"}, {Class: "muted", Text: "not significant"}}
	c.Note = "Macro F1. Lines are the 95 % intervals."
	return c
}
