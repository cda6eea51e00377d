package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/report"
	"github.com/wrone2set/wrone2set/score/internal/result"
)

// summary prints the main scores: macro F1 per kind and cut with its divisors, the other measures, and the first
// documents with their phrases.
func summary(w io.Writer, r *result.Result, page *report.Page) error {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i, kind := range metric.Kinds {
		cuts := r.Tally[kind].Cuts()
		if i == 0 || !slices.Equal(cuts, r.Tally[metric.Kinds[i-1]].Cuts()) {
			fmt.Fprintf(t, "%s\t", r.TestSet)
			for _, k := range cuts {
				fmt.Fprintf(t, "F1@%s\t", k)
			}
			fmt.Fprint(t, "predicted\ttargets\twith targets\t\n")
		}
		fmt.Fprintf(t, "%s\t", kind)
		for i := range cuts {
			fmt.Fprintf(t, "%.4f\t", r.Macro(kind, i).F1)
		}
		fmt.Fprintf(t, "%.2f\t%.2f\t%d\t\n", r.Tally[kind].PredictedMean(), r.Tally[kind].TargetsMean(), r.Tally[kind].WithTargets)
	}
	t.Flush()
	over := "@5 divides by 5"
	if r.Unpadded {
		over = "@5 divides by the smaller of 5 and the predictions"
	}
	fmt.Fprintf(&b, "macro over all %d documents: F1 of mean precision and mean recall; %s\n", r.Documents(), over)
	fmt.Fprintf(&b, "predicted, targets: phrases per document; with targets: documents that have one\n")
	for _, h := range r.Headlines {
		if r.Samples > 0 {
			fmt.Fprintf(&b, "%s F1@%s: 95%% of %d bootstrap samples in %.4f to %.4f\n", h.Kind, h.K, r.Samples, h.Interval.Low, h.Interval.High)
		}
	}
	fmt.Fprintf(&b, "repeated predictions: %.1f%% of %d\n", 100*r.Duplication(), r.Predicted)
	promises(&b, r)
	if o := r.Over; o != nil {
		both := o.Both()
		fmt.Fprintf(&b, "over-estimation of ∅: %.1f%% of the %d slots that are right without ∅ (present half %.1f%% of %d, absent half %.1f%% of %d)\n",
			100*both.Share(), both.Correct, 100*o.Present.Share(), o.Present.Correct, 100*o.Absent.Share(), o.Absent.Correct)
	}
	page.Text(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// promises prints expected and measured values, which are equal if scores are probabilities.
func promises(b *strings.Builder, r *result.Result) {
	if r.Uncalibrated != "" {
		fmt.Fprintf(b, "no calibration: %s\n", r.Uncalibrated)
		return
	}
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "scores\tECE\tBrier\tprecision\tF1@5\tF1@M\tright phrases\t\n")
	for _, kind := range metric.Kinds {
		d, e := r.Calibration[kind], r.Expected[kind]
		f1 := map[metric.K]string{5: "-", metric.M: "-"}
		for i, k := range r.Tally[kind].Cuts() {
			f1[k] = fmt.Sprintf("%.3f → %.3f", e.Macro(i, r.Unpadded).F1, r.Macro(kind, i).F1)
		}
		fmt.Fprintf(t, "%s\t%.4f\t%.4f\t%.3f → %.3f\t%s\t%s\t%.0f → %d\t\n", kind, d.ECE(), d.Brier(),
			d.Total.Score(), d.Total.Precision(), f1[5], f1[metric.M], e.Hits, d.Total.Hits)
	}
	t.Flush()
	fmt.Fprintf(b, "expected → measured, if each score is the probability that its phrase is right; ECE over %d bins\n", r.Bins)
}
