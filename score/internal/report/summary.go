package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/markup"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/stages/page"
)

// Summary prints the main scores: macro F1 per kind and cut with its divisors, the other measures, the table of groups,
// and the first documents with their phrases.
func (p *Page) Summary(w io.Writer, groups string) error {
	r := p.result
	var b strings.Builder
	var lines [][]string
	for i, kind := range metric.Kinds {
		cuts := r.Tally[kind].Cuts
		if i == 0 || !slices.Equal(cuts, r.Tally[metric.Kinds[i-1]].Cuts) {
			line := []string{r.TestSet}
			for _, k := range cuts {
				line = append(line, fmt.Sprintf("F1@%s", k))
			}
			lines = append(lines, append(line, "predicted", "targets", "with targets"))
		}
		line := []string{kind.String()}
		for i := range cuts {
			line = append(line, fmt.Sprintf("%.4f", r.Tally[kind].Values(metric.Macro, i).F1))
		}
		tally := r.Tally[kind]
		lines = append(lines, append(line, fmt.Sprintf("%.2f", tally.PredictedMean()), fmt.Sprintf("%.2f", tally.TargetsMean()), fmt.Sprint(tally.WithTargets)))
	}
	b.WriteString(markup.Text(lines))
	over := "@5 divides by 5"
	if r.Unpadded {
		over = "@5 divides by the smaller of 5 and the predictions"
	}
	fmt.Fprintf(&b, "macro over all %d documents: F1 of mean precision and mean recall; %s\n", r.Documents(), over)
	fmt.Fprintf(&b, "predicted, targets: phrases per document; with targets: documents that have one\n")
	for _, h := range r.Headlines {
		if r.Bootstrap > 0 {
			fmt.Fprintf(&b, "%s F1@%s: 95%% of %d bootstrap samples in %.4f to %.4f\n", h.Kind, h.K, r.Bootstrap, h.Interval.Low, h.Interval.High)
		}
	}
	reviewed(&b, r)
	fmt.Fprintf(&b, "repeated predictions: %.1f%% of %d\n", 100*r.Duplication(), r.Predicted)
	for _, line := range append(r.Caveats.Warnings(), r.Caveats.Note()) {
		if line != "" {
			b.WriteString(line + "\n")
		}
	}
	promises(&b, r)
	if o := r.Over; o != nil {
		both := o.Both()
		fmt.Fprintf(&b, "over-estimation of ∅: %.1f%% of the %d slots that are right without ∅ (present half %.1f%% of %d, absent half %.1f%% of %d)\n",
			100*both.Share(), both.Correct, 100*o.Present.Share(), o.Present.Correct, 100*o.Absent.Share(), o.Absent.Correct)
	}
	b.WriteString(groups)
	p.text(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// promises prints expected and measured values, which are equal if scores are probabilities.
func promises(b *strings.Builder, r *result.Result) {
	if r.Uncalibrated != "" {
		fmt.Fprintf(b, "no calibration: %s\n", r.Uncalibrated)
		return
	}
	lines := [][]string{{"scores", "ECE", "Brier", "precision", "F1@5", "F1@M", "right phrases"}}
	for _, kind := range metric.Kinds {
		d := r.Calibration[kind]
		line := append([]string{kind.String(), fmt.Sprintf("%.4f", d.ECE()), fmt.Sprintf("%.4f", d.Brier())}, expectation(r, kind, "-")...)
		lines = append(lines, append(line, fmt.Sprintf("%.0f → %d", r.Expected[kind].Hits, d.Total.Hits)))
	}
	b.WriteString(markup.Text(lines))
	fmt.Fprintf(b, "expected → measured, if each score is the probability that its phrase is right; ECE over %d bins\n", r.Bins)
}

// reviewed prints what a review says of the predictions.
func reviewed(b *strings.Builder, r *result.Result) {
	v := r.Review
	if v == nil {
		return
	}
	fmt.Fprintf(b, "review: of %d judged predictions %.4f are right (%d right, %d struck)", v.Right+v.Struck, v.Share(), v.Right, v.Struck)
	if r.Bootstrap > 0 {
		fmt.Fprintf(b, ", 95%% of %d bootstrap samples in %.4f to %.4f", r.Bootstrap, v.Precision.Low, v.Precision.High)
	}
	fmt.Fprintf(b, "\nreview: F1 counts kept and added phrases as targets; %d predictions without a mark are left out, and %d that the sheet lacks count as wrong\n", v.Unmarked, v.Unseen)
}

// text appends the first documents with their phrases as plain text; "+" precedes right phrases.
func (p *Page) text(b *strings.Builder) {
	for _, e := range p.first {
		fmt.Fprintf(b, "\n%s: %s\n", page.Plain(e.ID), page.Plain(e.Title))
		for i, g := range e.Gold {
			fmt.Fprintf(b, "  %-7s gold       %s\n", g.Kind, listed(g))
			fmt.Fprintf(b, "          predicted  %s\n", listed(e.Guessed[i]))
		}
	}
}

// listed joins phrases, with their scores if they have any.
func listed(g group) string {
	var parts []string
	for _, ph := range g.Phrases {
		s := page.Plain(ph.Text)
		if ph.Hit {
			s = "+" + s
		}
		if ph.Scored {
			s += fmt.Sprintf(" (%.2f)", ph.Score)
		}
		parts = append(parts, s)
	}
	switch {
	case len(parts) == 0:
		return "-"
	case g.More > 0:
		parts = append(parts, fmt.Sprintf("and %d more", g.More))
	}
	return strings.Join(parts, "; ")
}
