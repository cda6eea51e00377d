package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"wrone2set/score/internal/metric"
	"wrone2set/score/internal/report"
	"wrone2set/score/internal/result"
)

// summary prints the scores in a few lines: the macro F1 of each kind at each
// cut, what they divide by, whatever else was measured, and the first few
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
	fmt.Fprintf(&b, "macro over all %d documents: F1 of mean precision and mean recall, %s;\n", r.Documents(), over)
	fmt.Fprintf(&b, "predicted and targets are phrases a document, with targets the documents that have one\n")
	for _, h := range r.Headlines {
		if r.Samples > 0 {
			fmt.Fprintf(&b, "%s F1@%s: 95%% of %d bootstrap samples in %.4f to %.4f\n", h.Kind, h.K, r.Samples, h.Interval.Low, h.Interval.High)
		}
	}
	fmt.Fprintf(&b, "repeated predictions: %.1f%% of %d\n", 100*r.Duplication(), r.Predicted)
	if d := r.Calibration[metric.All]; d != nil {
		fmt.Fprintf(&b, "calibration error of the scores: %.4f (%d bins, %d phrases, mean score %.3f, precision %.3f)\n",
			d.ECE(), len(d.Bins), d.Total.Phrases, d.Total.Score(), d.Total.Precision())
	}
	if o := r.Over; o != nil {
		both := o.Both()
		fmt.Fprintf(&b, "over-estimation of ∅: %.1f%% of the %d slots that are right without ∅ (present half %.1f%% of %d, absent half %.1f%% of %d)\n",
			100*both.Share(), both.Correct, 100*o.Present.Share(), o.Present.Correct, 100*o.Absent.Share(), o.Absent.Correct)
	}
	page.Text(&b)
	_, err := io.WriteString(w, b.String())
	return err
}
