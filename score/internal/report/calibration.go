package report

import (
	"fmt"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
)

// reliability draws, per bin of scores, the share of right phrases, its interval, and its distance from the mean
// score.
func reliability(title string, d *calibration.Diagram) *chart {
	c := newChart(title, "score", "share that is right", 1)
	c.unitAxes()
	c.Legend = []legend{{"all", "right"}, {"over", "score too high"}, {"under", "too low"}, {"ink", "95 %"}}
	n := float64(len(d.Bins))
	for i, b := range d.Bins {
		if b.Phrases == 0 {
			continue
		}
		from, to := (float64(i)+0.06)/n, (float64(i)+0.94)/n
		least, most := b.Band()
		tip := fmt.Sprintf("score %s to %s: %s phrases, mean score %.3f, right %.3f (%.3f to %.3f)", trimmed(float64(i)/n), trimmed(float64(i+1)/n),
			number(b.Phrases), b.Score(), b.Precision(), least, most)
		low, high, gap := b.Precision(), b.Score(), "over"
		if low > high {
			low, high, gap = high, low, "under"
		}
		c.box(from, to, 0, low, "all", tip)
		c.box(from, to, low, high, gap, tip)
		c.band((from+to)/2, least, most)
	}
	c.line("diagonal", [2]float64{0, 0}, [2]float64{1, 1})
	c.Note = fmt.Sprintf("Red: the mean score is above the share of right phrases. Blue: it is below. Lines are Wilson's 95 %% intervals of that share. ECE %.3f over %d bins of equal width, %s phrases.", d.ECE(), len(d.Bins), number(d.Total.Phrases))
	return c
}

// precisionRecall draws precision and recall if infer had stopped at a higher score.
func precisionRecall(kind metric.Kind, d *calibration.Diagram, targets int64) *chart {
	points := d.Curve()
	printed := points[0]
	most := nice(printed.Recall(targets))
	c := newChart("Precision and recall, "+kind.String(), "recall", "precision", 1)
	c.unitAxes()
	c.XTicks = nil
	c.xAxis(most, 4)
	c.Legend = []legend{{kind.String(), "by falling score"}, {"ink", "printed"}}
	var line [][2]float64
	above := int64(0)
	for i := len(points) - 1; i >= 0; i-- {
		if p := points[i]; p.Phrases > above {
			line = append(line, [2]float64{p.Recall(targets) / most, p.Precision()})
			above = p.Phrases
		}
	}
	c.line(kind.String(), line...)
	tip := fmt.Sprintf("precision %s, recall %s", score(printed.Precision()), score(printed.Recall(targets)))
	c.Dots = []dot{{c.x(printed.Recall(targets) / most), c.y(printed.Precision()), "ink", tip}}
	c.Note = fmt.Sprintf("All documents together, from the highest score down to the last printed phrase: %s. %s of %s phrases are right; there are %s targets.",
		tip, number(printed.Hits), number(printed.Phrases), number(targets))
	return c
}

// thresholds draws the effect of a minimum score on precision and on the phrases kept.
func thresholds(d *calibration.Diagram) *chart {
	c := newChart("Effect of a minimum score", "minimum score", "share", 1)
	c.unitAxes()
	c.Legend = []legend{{"hit", "precision"}, {"absent", "right ones kept"}, {"muted", "all kept"}}
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
	c.line("muted", kept...)
	c.line("absent", hits...)
	c.line("hit", right...)
	c.Note = "What infer --min-score would keep of these predictions."
	return c
}
