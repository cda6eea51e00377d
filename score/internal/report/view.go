package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/estimate"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
	"github.com/wrone2set/wrone2set/stages/page"
)

// view is the data of report.html.tmpl.
type view struct {
	*result.Result
	About        About
	Facts        []fact
	Kinds        []metric.Kind
	Charts       []*page.Chart
	Reliability  []*page.Chart
	Calibrations []table
	OverTables   []table
	Best, Worst  []example
	Tokens       bool // some of them come from tokens
}

// Draws is the number of bootstrap samples.
func (v view) Draws() string { return page.Count(int64(v.Bootstrap)) }

// Means says what a convention averages.
func (v view) Means(c metric.Convention) string {
	if v.Unpadded {
		return strings.Replace(c.Means(), "@k divides by k", "@k divides by min(k, predictions)", 1)
	}
	return c.Means()
}

// Divisor names that of a convention.
func (v view) Divisor(c metric.Convention, t *metric.Tally) string {
	switch c {
	case metric.MacroWithTargets:
		return "over " + page.Count(t.WithTargets) + " documents"
	case metric.Micro:
		return "pooled counts"
	}
	return "over " + page.Count(t.Documents) + " documents"
}

type fact struct{ Name, Value, Note string }

// table is a small table. The first cell of a row is its name.
type table struct {
	Title string
	Heads []string
	Rows  [][]string
	Note  string
}

func (p *Page) view() view {
	r := p.result
	v := view{Result: r, About: p.about, Facts: facts(r), Kinds: metric.Kinds[:], Charts: []*page.Chart{p.f1Chart(), p.countChart()},
		Best: p.best.kept, Worst: apart(p.worst.kept, p.best.kept)}
	for _, e := range v.Best { // a test set without best documents has no worst ones
		v.Tokens = v.Tokens || e.Tokens
	}
	if c := p.scoreChart(); c != nil {
		v.Charts = append(v.Charts, c)
	}
	v.calibration(r)
	v.overTables(r)
	return v
}

func facts(r *result.Result) []fact {
	present, absent := r.Tally[metric.Present], r.Tally[metric.Absent]
	out := []fact{
		{"present predicted", mean(present.PredictedMean()), fmt.Sprintf("per document; %s targets, MAE %s", mean(present.TargetsMean()), mean(present.MAE()))},
		{"absent predicted", mean(absent.PredictedMean()), fmt.Sprintf("per document; %s targets, MAE %s", mean(absent.TargetsMean()), mean(absent.MAE()))},
		{"repeated predictions", page.Share(r.Duplication()), fmt.Sprintf("of %s phrases, compared by stems", page.Count(r.Predicted))},
	}
	if d := r.Calibration[metric.All]; d != nil {
		out = append(out, fact{"calibration error (ECE)", score(d.ECE()), fmt.Sprintf("score %s, precision %s", score(d.Total.Score()), score(d.Total.Precision()))})
	}
	if r.Over != nil {
		both := r.Over.Both()
		out = append(out, fact{"over-estimation of ∅", page.Share(both.Share()), fmt.Sprintf("of %s slots that are right without ∅", page.Count(both.Correct))})
	}
	return out
}

func (v *view) calibration(r *result.Result) {
	errors := table{Title: "Calibration by kind", Heads: []string{"", "ECE", "Brier", "mean score", "right", "phrases"}}
	add := func(name string, d *calibration.Diagram) {
		errors.Rows = append(errors.Rows, []string{name, score(d.ECE()), score(d.Brier()), score(d.Total.Score()), score(d.Total.Precision()), page.Count(d.Total.Phrases)})
	}
	expected := table{Title: "Expected and measured", Heads: []string{"", "right phrases", "precision", "F1@5", "F1@M"},
		Note: "Expected → measured. Expected values assume that each score is the probability that its phrase is right: right phrases are the sum of the scores, precision their mean. F1 is macro and uses each document's own number of targets."}
	if r.Uncalibrated == "" {
		both := []metric.Kind{metric.Present, metric.Absent}
		for _, k := range both {
			v.Reliability = append(v.Reliability, reliability("Reliability, "+k.String(), r.Calibration[k]))
		}
		v.Reliability = append(v.Reliability, thresholds(r.Calibration[metric.All]))
		for _, k := range both {
			v.Reliability = append(v.Reliability, precisionRecall(k, r.Calibration[k], r.Tally[k].Targets))
		}
		for _, k := range metric.Kinds {
			add(k.String(), r.Calibration[k])
			total := r.Calibration[k].Total
			hits := page.Count(int64(math.Round(total.Expected()))) + " → " + page.Count(total.Hits)
			expected.Rows = append(expected.Rows, append([]string{k.String(), hits}, expectation(r, k, "–")...))
		}
	}
	if r.SlotScores != nil {
		v.Reliability = append(v.Reliability, reliability("Reliability of all slots without ∅", r.SlotScores))
		add("all slots, ∅ forbidden", r.SlotScores)
	}
	for _, t := range []table{errors, expected} {
		if len(t.Rows) > 0 {
			v.Calibrations = append(v.Calibrations, t)
		}
	}
}

// expectation returns the precision, the F1@5 and the F1@M of a kind, expected and measured, which are equal if scores are
// probabilities; none stands for an F1 without its cut.
func expectation(r *result.Result, k metric.Kind, none string) []string {
	total := r.Calibration[k].Total
	row := []string{score(total.Score()) + " → " + score(total.Precision()), none, none}
	for i, cut := range r.Tally[k].Cuts {
		f1 := score(r.Expected[k].Values(metric.Macro, i).F1) + " → " + score(r.Tally[k].Values(metric.Macro, i).F1)
		switch cut {
		case 5:
			row[1] = f1
		case metric.M:
			row[2] = f1
		}
	}
	return row
}

func (v *view) overTables(r *result.Result) {
	if r.Over == nil {
		return
	}
	halves := table{Title: "By half", Heads: []string{"", "over-estimated", "∅ / right", "slots", "answered ∅"}}
	for name, half := range r.Over.Halves() {
		if name += " half"; name == "all half" {
			name = "all slots"
		}
		halves.Rows = append(halves.Rows, []string{name, page.Share(half.Share()), page.Count(half.Over) + " / " + page.Count(half.Correct), page.Count(half.Slots), page.Share(half.NullShare())})
	}
	documents := table{Title: "Documents by over-estimating slots", Heads: []string{"slots", "documents", "share"}}
	for i, n := range r.Over.Documents {
		name := fmt.Sprint(i)
		if i == estimate.Most {
			name += " or more"
		}
		documents.Rows = append(documents.Rows, []string{name, page.Count(n), page.Share(float64(n) / float64(max(1, r.Documents())))})
	}
	v.OverTables = []table{halves, documents}
}

// score formats a measure in [0, 1] with three decimals, as papers do.
func score(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// mean formats a mean count.
func mean(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
