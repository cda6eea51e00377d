package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/stages/page"
)

// rankChart draws the expected share of right labels by rank.
func (v view) rankChart() *page.Chart {
	n := len(v.Ranks)
	x := page.Axis{Label: "rank", High: float64(n + 1)}
	bars := append(v.Ranks[:], v.All)
	for i := range n {
		x.Ticks = append(x.Ticks, page.Tick{At: float64(i) + .5, Text: fmt.Sprint(i + 1)})
	}
	x.Ticks = append(x.Ticks, page.Tick{At: float64(n) + .5, Text: "all"})
	c := page.NewChart(page.Narrow, "Probably right, by rank", x, page.Rounded("share", 0, 1, page.Percent))
	for i, of := range bars {
		class := "rank"
		if i == n {
			class = "all"
		}
		tip := fmt.Sprintf("%s of %s right", nearest(of.Expected), page.Count(of.Labels))
		c.Bar(class, tip, float64(i)+.12, float64(i)+.88, 0, of.Share())
		if low, high, ok := of.Interval(); ok {
			c.Band(float64(i)+.5, low, high)
		}
	}
	c.Note = fmt.Sprintf("The first %s of each document, the second and so on; lines are 95 %% intervals.", v.Noun())
	return c
}

// yearChart draws the number of documents by year.
func (v view) yearChart() *page.Chart {
	y := &v.Survey.Years
	first, last := float64(y.All[0]), float64(y.All[len(y.All)-1])
	x := page.Exact("year", first-.5, last+.5, func(v float64) string { return strings.ReplaceAll(whole(v), ",", "") })
	c := page.NewChart(page.Narrow, "Documents by year", x, page.Rounded("documents", 0, float64(slices.Max(y.Documents)), whole))
	for i, year := range y.All {
		c.Bar("all", fmt.Sprintf("%d: %s documents", year, page.Count(y.Documents[i])), float64(year)-.4, float64(year)+.4, 0, float64(y.Documents[i]))
	}
	if y.Unknown > 0 {
		c.Note = page.Count(y.Unknown) + " documents have no year. "
	}
	if y.Before > 0 {
		c.Note += page.Count(y.Before) + " documents of earlier years are not shown."
	}
	return c
}

// whole formats a whole number, and no other.
func whole(v float64) string {
	if math.Abs(v-math.Round(v)) > 1e-6 {
		return ""
	}
	return page.Count(int64(math.Round(v)))
}

// Size of a sparkline, in units of its drawing.
const (
	lineWidth  = 100
	lineHeight = 22
)

// line is a sparkline of the share of the documents of each year that have a label.
func (v view) line(f *survey.Phrase) cell {
	y := &v.Survey.Years
	shares, most := make([]float64, len(f.Years)), 0.
	for i, n := range f.Years {
		shares[i] = float64(n) / float64(max(y.Documents[i], 1))
		most = max(most, shares[i])
	}
	if most == 0 {
		return cell{}
	}
	first, last := y.All[0], y.All[len(y.All)-1]
	var points []string
	for i, s := range shares {
		x := float64(y.All[i]-first) / float64(max(last-first, 1)) * lineWidth
		points = append(points, fmt.Sprintf("%.1f,%.1f", x, 1+(lineHeight-2)*(1-s/most)))
	}
	return cell{Line: strings.Join(points, " ")}
}
