package report

import (
	"fmt"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/page"
)

// series is one of several distributions over the same bins.
type series struct {
	class, name string
	counts      []int64
}

// grouped draws the shares of several series side by side, one group per bin. every is the distance of labelled bins.
func grouped(title, xLabel string, every int, label, tip func(bin int) string, all ...series) *page.Chart {
	bins, most := len(all[0].counts), 0.005
	x := page.Axis{Label: xLabel, High: float64(bins)}
	for i := 0; i < bins; i += every {
		x.Ticks = append(x.Ticks, page.Tick{At: float64(i) + 0.5, Text: label(i)})
	}
	for _, s := range all {
		for _, share := range shares(s.counts) {
			most = max(most, share)
		}
	}
	c := page.NewChart(page.Narrow, title, x, page.Rounded("documents", 0, most, page.Percent))
	width := 0.84 / float64(len(all))
	for k, s := range all {
		c.Legend = append(c.Legend, page.Key{Class: s.class, Text: s.name})
		for i, share := range shares(s.counts) {
			from := float64(i) + 0.08 + float64(float64(k)*width)
			c.Bar(s.class, fmt.Sprintf("%s, %s: %.1f %%", s.name, tip(i), 100*share), from, from+width, 0, share)
		}
	}
	return c
}

// f1Chart draws the distribution of the documents' F1@M.
func (p *Page) f1Chart() *page.Chart {
	tenth := func(i int) string { return page.Number(float64(i) / 10) }
	tip := func(i int) string {
		switch i {
		case 0:
			return "0"
		case 1:
			return "above 0 to 0.1"
		}
		return fmt.Sprintf("above %s to %s", tenth(i-1), tenth(i))
	}
	c := grouped("F1@M of single documents", "F1@M", 2, tenth, tip,
		series{"present", "present", p.f1[metric.Present][:]}, series{"absent", "absent", p.f1[metric.Absent][:]})
	c.Note = "Documents with a target of the kind. The first pair of bars is F1 = 0. Each other pair ends at its number."
	return c
}

// countChart draws the distribution of the number of phrases per document.
func (p *Page) countChart() *page.Chart {
	last := func(i int, more string) string {
		if i == countBins-1 {
			return fmt.Sprint(i, more)
		}
		return fmt.Sprint(i)
	}
	return grouped("Phrases per document", "number of phrases", 5,
		func(i int) string { return last(i, "+") }, func(i int) string { return last(i, " or more") },
		series{"all", "predicted", p.predictions[:]}, series{"gold", "targets", p.targets[:]})
}

// scoreChart draws the scores of misses above those of hits; nil without scores.
func (p *Page) scoreChart() *page.Chart {
	total := sum(p.scores[0][:]) + sum(p.scores[1][:])
	if total == 0 || p.result.Uncalibrated != "" {
		return nil
	}
	share := func(hit, bin int) float64 { return float64(p.scores[hit][bin]) / float64(total) }
	var most float64
	for i := range scoreBins {
		most = max(most, share(0, i)+share(1, i))
	}
	c := page.NewChart(page.Narrow, "Scores of predicted phrases", page.Rounded("score", 0, 1, page.Number), page.Rounded("predicted phrases", 0, most, page.Percent))
	c.Legend = []page.Key{{Class: "hit", Text: "right"}, {Class: "miss", Text: "wrong"}}
	for i := range scoreBins {
		from, to := inset(i, scoreBins)
		tip := fmt.Sprintf("score %.2f to %.2f: %s right, %s wrong", float64(i)/scoreBins, float64(i+1)/scoreBins, page.Count(p.scores[1][i]), page.Count(p.scores[0][i]))
		c.Bar("hit", tip, from, to, 0, share(1, i))
		c.Bar("miss", tip, from, to, share(1, i), share(1, i)+share(0, i))
	}
	return c
}

// inset returns the edges of the bar of one of several bins between 0 and 1.
func inset(bin, bins int) (from, to float64) {
	return (float64(bin) + 0.06) / float64(bins), (float64(bin) + 0.94) / float64(bins)
}
