package concept

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
)

// names of the means over documents.
var names = []string{"f1@5", "f1@10", "ndcg@10", "ndcg@20"}

// Tally adds up documents.
type Tally struct {
	documents, empty, printed, hits, gold int
	sums                                  []float64
	boot                                  *metric.Bootstrap
	diagram                               *calibration.Diagram
}

// New returns an empty Tally.
func New() *Tally {
	return &Tally{sums: make([]float64, len(names)), boot: metric.NewBootstrap(len(names)), diagram: calibration.New(calibration.Bins)}
}

// Add adds a document: its gold concepts, and the assigned ones. A document without gold concepts only counts
// as such. Add fails if a score is not between 0 and 1.
func (t *Tally) Add(gold []string, of assigned) error {
	slices.Sort(gold)
	if gold = slices.Compact(gold); len(gold) == 0 {
		t.empty++
		return nil
	}
	right := make([]bool, len(of.Concepts))
	for i, c := range of.Concepts {
		_, right[i] = slices.BinarySearch(gold, c)
		if err := t.diagram.Add(of.Scores[i], right[i]); err != nil {
			return fmt.Errorf("%s: %w", c, err)
		}
		if right[i] {
			t.hits++
		}
	}
	t.documents++
	t.printed += len(of.Concepts)
	t.gold += len(gold)
	values := []float64{f1(right, len(gold), 5), f1(right, len(gold), 10), ndcg(right, len(gold), 10), ndcg(right, len(gold), 20)}
	for i, v := range values {
		t.sums[i] += v
	}
	t.boot.Add(values...)
	return nil
}

func f1(right []bool, gold, k int) float64 {
	right = right[:min(k, len(right))]
	hits := 0
	for _, r := range right {
		if r {
			hits++
		}
	}
	return 2 * float64(hits) / float64(len(right)+gold)
}

func ndcg(right []bool, gold, k int) float64 {
	var got, ideal float64
	for i := range k {
		worth := 1 / math.Log2(float64(i+2))
		if i < len(right) && right[i] {
			got += worth
		}
		if i < gold {
			ideal += worth
		}
	}
	return got / ideal
}

// Metrics are the numbers of a Tally by name, and those of a review.
type Metrics map[string]float64

// Write writes them as one JSON object, keys sorted.
func (m Metrics) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(m)
}

// Metrics returns the numbers, with bootstrap intervals of the means. It fails only with ctx.Err().
func (t *Tally) Metrics(ctx context.Context, s metric.Sampling, threads int) (Metrics, error) {
	m := Metrics{"documents": float64(t.documents), "documents_without_gold": float64(t.empty), "printed": float64(t.printed), "gold": float64(t.gold),
		"precision": float64(t.hits) / float64(max(1, t.printed)), "recall": float64(t.hits) / float64(max(1, t.gold)), "ece": t.diagram.ECE()}
	intervals, err := t.boot.Intervals(ctx, s, threads, len(names), func(means, into []float64) { copy(into, means) })
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		m[name], m[name+"_low"], m[name+"_high"] = t.sums[i]/float64(max(1, t.documents)), intervals[i].Low, intervals[i].High
	}
	return m, nil
}

// Summary writes the numbers as a table.
func (m Metrics) Summary(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%.0f documents, %.0f gold concepts; %.0f documents without gold concepts do not count\n\n", m["documents"], m["gold"], m["documents_without_gold"])
	for _, name := range names {
		fmt.Fprintf(&b, "%-9s %.3f  (%.3f to %.3f)\n", name, m[name], m[name+"_low"], m[name+"_high"])
	}
	fmt.Fprintf(&b, "\nof %.0f concepts printed: precision %.3f, recall %.3f, calibration error %.3f\n", m["printed"], m["precision"], m["recall"], m["ece"])
	if share, ok := m["review_precision"]; ok {
		right, struck := m["review_right"], m["review_struck"]
		fmt.Fprintf(&b, "\nreview: of %.0f judged concepts %.3f are right (%.0f right, %.0f struck); %.0f without a mark are left out, and %.0f that the sheet lacks count as wrong\n",
			right+struck, share, right, struck, m["review_unmarked"], m["review_unseen"])
	}
	_, err := io.WriteString(w, b.String())
	return err
}
