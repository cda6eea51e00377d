package report

import (
	"fmt"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
	"github.com/wrone2set/wrone2set/stages/page"
)

// unit is an axis from 0 to 1.
func unit(label string) page.Axis { return page.Rounded(label, 0, 1, page.Number) }

// reliability draws, per bin of scores, the share of right phrases, its interval, and its distance from the mean
// score.
func reliability(title string, d *calibration.Diagram) *page.Chart {
	c := page.NewChart(page.Narrow, title, unit("score"), unit("share that is right"))
	c.Legend = []page.Key{{Class: "all", Text: "right"}, {Class: "over", Text: "score too high"}, {Class: "under", Text: "too low"}, {Class: "ink", Text: "95 %"}}
	n := float64(len(d.Bins))
	for i, b := range d.Bins {
		if b.Phrases == 0 {
			continue
		}
		from, to := inset(i, len(d.Bins))
		least, most := b.Band()
		tip := fmt.Sprintf("score %.2f to %.2f: %s phrases, mean score %.3f, right %.3f (%.3f to %.3f)", float64(i)/n, float64(i+1)/n,
			page.Count(b.Phrases), b.Score(), b.Precision(), least, most)
		gap := "over"
		if b.Precision() > b.Score() {
			gap = "under"
		}
		low, high := min(b.Precision(), b.Score()), max(b.Precision(), b.Score())
		c.Bar("all", tip, from, to, 0, low)
		c.Bar(gap, tip, from, to, low, high)
		c.Band((from+to)/2, least, most)
	}
	c.Line("diagonal", [2]float64{0, 0}, [2]float64{1, 1})
	c.Note = fmt.Sprintf("Red: the mean score is above the share of right phrases. Blue: it is below. Lines are Wilson's 95 %% intervals of that share. ECE %.3f over %d bins of equal width, %s phrases.", d.ECE(), len(d.Bins), page.Count(d.Total.Phrases))
	return c
}

// precisionRecall draws precision and recall if infer had stopped at a higher score.
func precisionRecall(kind metric.Kind, d *calibration.Diagram, targets int64) *page.Chart {
	points := d.Curve()
	printed := points[0]
	c := page.NewChart(page.Narrow, "Precision and recall, "+kind.String(), page.Rounded("recall", 0, max(printed.Recall(targets), 0.005), page.Number), unit("precision"))
	c.Legend = []page.Key{{Class: kind.String(), Text: "by falling score"}, {Class: "ink", Text: "printed"}}
	var line [][2]float64
	above := int64(0)
	for i := len(points) - 1; i >= 0; i-- {
		if p := points[i]; p.Phrases > above {
			line = append(line, [2]float64{p.Recall(targets), p.Precision()})
			above = p.Phrases
		}
	}
	c.Line(kind.String(), line...)
	tip := fmt.Sprintf("precision %s, recall %s", score(printed.Precision()), score(printed.Recall(targets)))
	c.Dot("ink", tip, printed.Recall(targets), printed.Precision())
	c.Note = fmt.Sprintf("All documents together, from the highest score down to the last printed phrase: %s. %s of %s phrases are right; there are %s targets.",
		tip, page.Count(printed.Hits), page.Count(printed.Phrases), page.Count(targets))
	return c
}

// thresholds draws the effect of a minimum score on precision and on the phrases kept.
func thresholds(d *calibration.Diagram) *page.Chart {
	c := page.NewChart(page.Narrow, "Effect of a minimum score", unit("minimum score"), unit("share"))
	c.Legend = []page.Key{{Class: "hit", Text: "precision"}, {Class: "absent", Text: "right ones kept"}, {Class: "muted", Text: "all kept"}}
	var right, hits, kept [][2]float64
	for _, p := range d.Curve() {
		if p.Phrases == 0 {
			break
		}
		right = append(right, [2]float64{p.Threshold, p.Precision()})
		kept = append(kept, [2]float64{p.Threshold, float64(p.Phrases) / float64(d.Total.Phrases)})
		if d.Total.Hits > 0 {
			hits = append(hits, [2]float64{p.Threshold, p.Recall(d.Total.Hits)})
		}
	}
	c.Line("muted", kept...)
	c.Line("absent", hits...)
	c.Line("hit", right...)
	c.Note = "What infer --min-score would keep of these predictions."
	return c
}
