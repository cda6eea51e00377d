package report

import (
	"fmt"
	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// f1Chart draws the distribution of the documents' F1@M.
func (p *Page) f1Chart() *chart {
	label := func(i int) string {
		switch i {
		case 0:
			return "0"
		case 1:
			return "above 0 to 0.1"
		}
		return fmt.Sprintf("above %s to %s", trimmed(float64(i-1)/10), trimmed(float64(i)/10))
	}
	c := grouped("F1@M of single documents", "F1@M", "documents",
		[]string{"present", "absent"}, []string{"present", "absent"},
		[][]float64{p.f1[metric.Present].shares(), p.f1[metric.Absent].shares()}, label)
	for i := 0; i < f1Bins; i += 2 {
		c.XTicks = append(c.XTicks, tick{c.x((float64(i) + 0.5) / f1Bins), trimmed(float64(i) / 10)})
	}
	c.Note = "Documents with a target of the kind. The first pair of bars is F1 = 0. Each other pair ends at its number."
	return c
}

// countChart draws the distribution of the number of phrases per document.
func (p *Page) countChart() *chart {
	label := func(i int) string {
		if i == countBins-1 {
			return fmt.Sprintf("%d or more", i)
		}
		return fmt.Sprint(i)
	}
	c := grouped("Phrases per document", "number of phrases", "documents",
		[]string{"all", "gold"}, []string{"predicted", "targets"},
		[][]float64{p.predictions.shares(), p.targets.shares()}, label)
	for i := 0; i < countBins; i += 5 {
		text := fmt.Sprint(i)
		if i == countBins-1 {
			text += "+"
		}
		c.XTicks = append(c.XTicks, tick{c.x((float64(i) + 0.5) / countBins), text})
	}
	return c
}

// scoreChart draws the scores of misses above those of hits.
func (p *Page) scoreChart() *chart {
	total := p.scores[0].total() + p.scores[1].total()
	if total == 0 || p.result.Uncalibrated != "" {
		return nil
	}
	var most float64
	for i := range scoreBins {
		most = max(most, float64(p.scores[0][i]+p.scores[1][i])/float64(total))
	}
	c := newChart("Scores of predicted phrases", "score", "predicted phrases", nice(most))
	c.percentAxis()
	c.Legend = []legend{{"hit", "right"}, {"miss", "wrong"}}
	for i := range scoreBins {
		from, to := (float64(i)+0.06)/scoreBins, (float64(i)+0.94)/scoreBins
		misses, hits := float64(p.scores[0][i])/float64(total), float64(p.scores[1][i])/float64(total)
		tip := fmt.Sprintf("score %.2f to %.2f: %s right, %s wrong", float64(i)/scoreBins, float64(i+1)/scoreBins,
			number(p.scores[1][i]), number(p.scores[0][i]))
		c.box(from, to, 0, hits, "hit", tip)
		c.box(from, to, hits, hits+misses, "miss", tip)
	}
	c.xAxis(1, 5)
	return c
}
