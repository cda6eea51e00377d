package paper

import (
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// Model names a model by its system and the seed of its training.
type Model struct{ System, Seed string }

// Run is the scores of one model on one test set.
type Run struct {
	Model
	Test      string
	Metrics   map[string]float64 // of metrics.json, names without the test set
	Documents []Scores           // in the order of the test set
}

// kinds and cuts are those of the paper's tables.
var (
	kinds = [...]metric.Kind{metric.Present, metric.Absent}
	cuts  = [...]string{"5", "M"}
)

// Scores is what one document adds to the numbers of the paper.
type Scores struct {
	ID string
	At [len(kinds)][len(cuts)]PR
}

// PR is the precision and the recall of a document.
type PR struct{ P, R float64 }

// Documents collects the rows of scores.parquet. The rows of one document are consecutive there.
func Documents(rows []schemas.Score) (all []Scores) {
	for _, row := range rows {
		kind := slices.IndexFunc(kinds[:], func(k metric.Kind) bool { return k.String() == row.Kind })
		if kind < 0 {
			continue
		}
		if n := len(all); n == 0 || all[n-1].ID != row.ID {
			all = append(all, Scores{ID: row.ID})
		}
		all[len(all)-1].At[kind] = [len(cuts)]PR{{row.At5.P, row.At5.R}, {row.AtM.P, row.AtM.R}}
	}
	return all
}

// f1Of returns the macro F1 over the documents of all runs together.
func f1Of(kind, cut int) func(runs []*Run) (float64, bool) {
	return func(runs []*Run) (float64, bool) {
		var sum PR
		n := 0
		for _, r := range runs {
			for _, d := range r.Documents {
				sum.P, sum.R = sum.P+d.At[kind][cut].P, sum.R+d.At[kind][cut].R
			}
			n += len(r.Documents)
		}
		return metric.F1(sum.P/float64(n), sum.R/float64(n)), true
	}
}

// meanOf returns the mean of a metric over the documents of all runs together. The metric must itself be a mean over
// documents. It is false if a run lacks it.
func meanOf(name string) func(runs []*Run) (float64, bool) {
	return func(runs []*Run) (float64, bool) {
		var sum, documents float64
		for _, r := range runs {
			v, ok := r.Metrics[name]
			if !ok {
				return 0, false
			}
			n := float64(len(r.Documents))
			sum, documents = sum+float64(v*n), documents+n
		}
		return sum / documents, documents > 0
	}
}

// shareOf returns the sum of one metric over all runs divided by that of another. It is false if a run lacks one of
// them or the divisor is 0.
func shareOf(part, whole string) func(runs []*Run) (float64, bool) {
	return func(runs []*Run) (float64, bool) {
		var a, b float64
		for _, r := range runs {
			x, ok := r.Metrics[part]
			y, has := r.Metrics[whole]
			if !ok || !has {
				return 0, false
			}
			a, b = a+x, b+y
		}
		return a / b, b > 0
	}
}

// sameDocuments returns an error if two runs on one test set differ in their documents.
func sameDocuments(a, b *Run) error {
	if len(a.Documents) != len(b.Documents) {
		return fmt.Errorf("%s: %s has %d documents and %s has %d", a.Test, a.Model, len(a.Documents), b.Model, len(b.Documents))
	}
	for i := range a.Documents {
		if a.Documents[i].ID != b.Documents[i].ID {
			return fmt.Errorf("%s: document %d is %q for %s and %q for %s", a.Test, i+1, a.Documents[i].ID, a.Model, b.Documents[i].ID, b.Model)
		}
	}
	return nil
}

func (m Model) String() string { return m.System + " of seed " + m.Seed }
